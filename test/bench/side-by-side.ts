import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { npmStart } from '../setup/local-start.ts';
import { letter, sampleBody } from './sample-job.ts';

/**
 * The CPU of requests to the service of this checkout as a multiple of others': `npm start` of each on this machine,
 * with as many jobs, and rounds in which they take turns. CPU is that of all processes of `npm start`, user and system.
 * Another service takes part with a folder whose `npm start` prints its address, an API key that begins with jps_, and
 * Ctrl-C once it is ready; what it refuses has no ratio. Linux only.
 */

const {
  values: { jobs: jobsText, rounds: roundsText, rows: rowsText },
  positionals: others,
} = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '6' },
    rows: { type: 'string', default: '' },
  },
});
if (others.length === 0) throw new Error('Name the folders of other checkouts, in which npm ci was run.');
const size = Number(jobsText);
const rounds = Number(roundsText);

/** The approximate CPU time of a round, in milliseconds: well above the 10 ms resolution of the system. */
const ROUND_MILLIS = 600;
const TICK_MILLIS = 10;
const BATCH = 100;

/** A response with a status of 400 or more. */
class Refusal extends Error {}

interface Call {
  method: string;
  path: string;
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** The CPU time of a process and its descendants, in milliseconds. */
async function cpuOf(ancestor: number): Promise<number> {
  const processes = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return {
          pid: Number(pid),
          parent: Number(fields[1]),
          ticks: Number(fields[11]) + Number(fields[12]),
        };
      }),
  );
  const family = new Set([ancestor]);
  for (const { pid, parent } of processes.toSorted((a, b) => a.pid - b.pid)) {
    if (family.has(parent)) family.add(pid);
  }
  return processes.reduce((sum, { pid, ticks }) => sum + (family.has(pid) ? ticks : 0), 0) * TICK_MILLIS;
}

/** Runs `npm start` of a checkout with a new data folder. */
async function startService(root: string) {
  const service = await npmStart({ root });
  return {
    cpu: () => cpuOf(service.pid),
    /** Runs an admin command. Returns its output; undefined if the checkout does not have the command. */
    admin: (...command: string[]) => service.admin(...command).catch(() => undefined),
    outbox: join(service.dataDir, 'outbox'),
    send: async ({ method, path, body, headers }: Call): Promise<string> => {
      const response = await fetch(new URL(path, service.origin), {
        method,
        headers: {
          'api-key': service.apiKey,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await response.text();
      if (!response.ok) throw new Refusal(`${method} ${path}: ${response.status} ${answer}`);
      return answer;
    },
    stop: service.stop,
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

const API = '/api/v1.1';
/** Every 50th job is open: only few, because each change of an open job makes the service rewrite the feed. */
const OPEN = 50;
const numbered = (n: number) =>
  sampleBody({ referenceId: `SIDE-${n}`, status: n % OPEN === 0 ? 'active' : 'archived' });
const openId = (n: number, ids: readonly number[]) => ids[(n % Math.ceil(ids.length / OPEN)) * OPEN];
const idOf = (n: number, ids: readonly number[]) => ids[(n * 7_919) % ids.length];

/** The ids and keys for the requests of the rows. */
interface Data {
  ids: readonly number[];
  /** The key of the employer's partner. */
  partnerKey: string;
  /** The path of the page for recruiters of a job with an application. */
  recruitingPath: string;
}

/** The path of a page for recruiters, from a mail in the outbox. */
async function recruitingPathIn(outbox: string): Promise<string> {
  for (;;) {
    for (const name of await readdir(outbox).catch(() => [])) {
      const mail = await readFile(join(outbox, name), 'utf8').catch(() => '');
      const [path] =
        /\/recruiting\?token=[\w.-]+/.exec(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')) ?? [];
      if (path) return path;
    }
    await delay(200);
  }
}

/** Creates the jobs and the other data for the requests. */
async function load({ send, admin, outbox }: Service): Promise<Data> {
  const ids: number[] = [];
  for (let from = 0; from < size; from += BATCH) {
    const operations = Array.from({ length: BATCH }, (_, n) => ({
      operation: 'create',
      body: numbered(from + n),
    }));
    const { results } = JSON.parse(
      await send({ method: 'POST', path: `${API}/jobs/batch`, body: { operations } }),
    );
    ids.push(...results.map(({ id }: { id: number }) => id));
  }
  const partner = await admin('partner', 'create', '--name', 'Side by Side');
  if (!partner) return { ids, partnerKey: '', recruitingPath: '' };
  await admin('employer', 'move', '1', '--partner', String(partner.partner.id), '--reference', 'SIDE');
  await send(applicationFor(ids[0], 0));
  return { ids, partnerKey: partner.apiKey, recruitingPath: await recruitingPathIn(outbox) };
}

const get = (path: string, headers?: Call['headers']): Call => ({
  method: 'GET',
  path,
  ...(headers && { headers }),
});
const put = (path: string, body: object): Call => ({ method: 'PUT', path: `${API}${path}`, body });
const post = (path: string, body: object): Call => ({ method: 'POST', path: `${API}${path}`, body });
const applicationFor = (id: number | undefined, n: number) =>
  post(`/public/jobs/${id}/applications`, {
    name: 'Zoë Tremblay',
    email: `candidate.${n}@example.org`,
    coverLetter: letter,
    consent: true,
  });

/** The n-th request of each row. Requests differ if a repeated request would be cheaper. */
const rows: Record<string, (n: number, data: Data) => Call> = {
  get: (n, { ids }) => get(`${API}/jobs/${idOf(n, ids)}`),
  "get with a partner's key": (n, { ids, partnerKey }) =>
    get(`${API}/jobs/${idOf(n, ids)}`, { 'api-key': partnerKey, 'employer-id': '1' }),
  create: (n) => post('/jobs', numbered(1_000_001 + n * OPEN)),
  update: (n, { ids }) => put(`/jobs/${idOf(n, ids)}`, { title: `Revised Title ${n}` }),
  'unchanged upsert': (n) => put('/jobs', numbered(n % size)),
  'page 1': () => get(`${API}/jobs?pageSize=10`),
  'page 500': () => get(`${API}/jobs?page=500&pageSize=10`),
  'last page of 100': () => get(`${API}/jobs?page=${Math.ceil(size / 100)}&pageSize=100`),
  'status, middle page': () => get(`${API}/jobs?status=archived&page=400&pageSize=10`),
  q: () => get(`${API}/jobs?q=SIDE-77&pageSize=10`),
  'batch of 100 creations': (n) =>
    post('/jobs/batch', {
      operations: Array.from({ length: BATCH }, (_, each) => ({
        operation: 'create',
        body: numbered(2_000_000 + n * BATCH + each),
      })),
    }),
  'batch of 100 unchanged': () =>
    post('/jobs/batch', {
      operations: Array.from({ length: BATCH }, (_, each) => ({ operation: 'upsert', body: numbered(each) })),
    }),
  posting: (n, { ids }) => get(`/jobs/${openId(n, ids)}`),
  "employer's page": () => get('/employers/1'),
  apply: (n, { ids }) => applicationFor(openId(n, ids), n),
  'applications by stage': () => get(`${API}/applications?stage=new`),
  'applications by e-mail': (n) => get(`${API}/applications?email=candidate.${n % 10}@example.org`),
  'page for recruiters': (_, { recruitingPath }) => get(recruitingPath),
  'PUT /employer': (n) => put('/employer', { website: `https://example.com/${n}` }),
  'PUT /employers': (n, { partnerKey }) => ({
    ...put('/employers', { name: `Employer ${n}`, referenceId: `SIDE-${n}` }),
    headers: { 'api-key': partnerKey },
  }),
};

interface Subject {
  service: Service;
  data: Data;
}

/** Sends requests of a row, one after another, and returns the CPU of one in milliseconds. */
async function burst({ service, data }: Subject, row: string, from: number, count: number) {
  const before = await service.cpu();
  for (let n = from; n < from + count; n += 1) await service.send(rows[row]!(n, data));
  return ((await service.cpu()) - before) / count;
}

const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
};

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** The CPU of a request of a row in milliseconds, by root and round. Leaves out roots that refuse the request. */
async function measure(row: string, subjects: ReadonlyMap<string, Subject>) {
  const few = 10;
  const firsts = new Map<string, number>();
  for (const [root, subject] of subjects) {
    try {
      firsts.set(root, await burst(subject, row, 0, few));
    } catch (error) {
      if (!(error instanceof Refusal) || root === ownRoot) throw error;
    }
  }
  const able = [...firsts.keys()];
  const count = Math.max(5, Math.round(ROUND_MILLIS / Math.max(...firsts.values())));
  const millis = new Map<string, number[]>(able.map((root) => [root, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const root of round % 2 === 0 ? able : able.toReversed()) {
      millis.get(root)!.push(await burst(subjects.get(root)!, row, few + round * count, count));
    }
  }
  return millis;
}

const ownRoot = resolve(import.meta.dirname, '../..');
const otherRoots = others.map((folder) => resolve(folder));
const roots = [...otherRoots, ownRoot];
const chosen = rowsText ? rowsText.split(',') : Object.keys(rows);
const measured = new Map<string, Map<string, number[]>[]>(chosen.map((row) => [row, []]));
// Measures both orders, because the service that starts last takes up to a fifth more CPU for the same work.
for (const order of [roots, roots.toReversed()]) {
  const subjects = new Map<string, Subject>();
  try {
    for (const root of order) {
      const service = await startService(root);
      say(`${root}: creating ${size} jobs`);
      subjects.set(root, { service, data: await load(service) });
    }
    for (const row of chosen) {
      measured.get(row)!.push(await measure(row, subjects));
      say(row);
    }
  } finally {
    for (const { service } of subjects.values()) await service.stop();
  }
}

const results = [...measured].map(([row, passes]) => {
  const ratiosTo = (root: string) =>
    passes.flatMap(
      (millis) => millis.get(root)?.map((value, round) => millis.get(ownRoot)![round]! / value) ?? [],
    );
  return {
    row,
    millis: median(passes.flatMap((millis) => millis.get(ownRoot)!)),
    ratios: otherRoots.map((root) => median(ratiosTo(root))),
  };
});
const formatRatio = (ratio: number) => (Number.isNaN(ratio) ? '–' : ratio.toFixed(2));
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = [
  line(['Request', 'CPU, ms', ...others]),
  line(['---', '---:', ...others.map(() => '---:')]),
  ...results.map(({ row, millis, ratios }) => line([row, millis.toFixed(2), ...ratios.map(formatRatio)])),
];
process.stdout.write(`${table.join('\n')}\n`);
