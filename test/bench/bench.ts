import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { npmStart } from '../setup/local-start.ts';
import { coldStarts, median } from './cold-starts.ts';
import { filesPerRequest } from './files-per-request.ts';
import { letter, sampleBody } from './sample-job.ts';

/**
 * `npm run bench -- [DIR …]` measures the CPU of requests beside two floors, plain servers on the same engine, and
 * beside the checkouts in DIR, in which `npm ci` was run. CPU is that of all processes, user and system. Another
 * service takes part with a folder whose `npm start` prints its address, an API key that begins with jps_, and Ctrl-C
 * once it is ready; what it refuses has no ratio. Linux only. `--only` selects parts: cpu, cold-starts, files.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 'files,cold-starts,cpu' },
    jobs: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '6' },
    rows: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const [size, rounds] = [Number(values.jobs), Number(values.rounds)];

/** The approximate CPU time of a round, in milliseconds: well above the 10 ms resolution of the system. */
const ROUND_MILLIS = 600;
const TICK_MILLIS = 10;
const BATCH = 100;
/** A search reads what has changed in the last minute, so it is measured after a pause, and again after changes. */
const PAUSE_MILLIS = 61_000;

class Refused extends Error {}

interface Call {
  method: string;
  path: string;
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** The CPU time of a process and its descendants, in milliseconds. */
async function cpuOf(ancestor: number): Promise<number> {
  const family = new Set([ancestor]);
  let ticks = 0;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of pids.toSorted((a, b) => a - b)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (family.has(Number(fields[1]))) family.add(pid);
    if (family.has(pid)) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * TICK_MILLIS;
}

/** Starts a floor, which greets as `npm start` does. */
async function floorStart(kind: string) {
  const child = spawn(process.execPath, ['test/bench/floor.ts', kind, String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const [, origin = '', firstId = ''] = /(http\S+).*first=(\d+)/.exec(greeting) ?? [];
  const stop = async () => void (child.kill('SIGINT'), await once(child, 'exit'));
  return { pid: child.pid ?? 0, origin, apiKey: 'jps_floor', firstId: Number(firstId), stop };
}

const API = '/api/v1.1';
/** Every 50th job is open: only few, because each change of an open job makes the service rewrite the feed. */
const OPEN = 50;
const numbered = (n: number) =>
  sampleBody({ referenceId: `SIDE-${n}`, status: n % OPEN === 0 ? 'active' : 'archived' });

/** Starts a subject with its jobs: a floor by its name, or the service of a checkout by its folder. */
async function startSubject(name: string) {
  const floor = floors.has(name) ? await floorStart(floors.get(name)!) : undefined;
  const service = floor ? undefined : await npmStart({ root: resolve(name) });
  const { pid, origin, apiKey, stop } = (floor ?? service)!;
  const send = async ({ method, path, body, headers }: Call): Promise<string> => {
    const response = await fetch(new URL(path, origin), {
      method,
      headers: { 'api-key': apiKey, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${answer}`);
    return answer;
  };
  const ids = floor ? Array.from({ length: size }, (_, n) => floor.firstId + n) : [];
  while (ids.length < size) {
    const operations = Array.from({ length: BATCH }, (_, n) => ({
      operation: 'create',
      body: numbered(ids.length + n),
    }));
    const answer = JSON.parse(await send(post('/jobs/batch', { operations })));
    ids.push(...answer.results.map(({ id }: { id: number }) => id));
  }
  return { cpu: () => cpuOf(pid), send, ids, stop };
}

type Subject = Awaited<ReturnType<typeof startSubject>>;

const get = (path: string): Call => ({ method: 'GET', path });
const put = (path: string, body: object): Call => ({ method: 'PUT', path: `${API}${path}`, body });
const post = (path: string, body: object): Call => ({ method: 'POST', path: `${API}${path}`, body });
const batch = (operation: string, bodyOf: (each: number) => object) =>
  post('/jobs/batch', {
    operations: Array.from({ length: BATCH }, (_, each) => ({ operation, body: bodyOf(each) })),
  });

type Ids = readonly number[];
const openId = (n: number, ids: Ids) => ids[(n % Math.ceil(ids.length / OPEN)) * OPEN];
const idOf = (n: number, ids: Ids) => ids[(n * 7_919) % ids.length];
const search = () => get(`${API}/jobs?q=SIDE-77&pageSize=10`);
const started = new Date().toISOString();

interface Row {
  /** The n-th request. Requests differ if a repeated request would be cheaper. */
  call: (n: number, ids: Ids) => Call;
  /** What precedes a measurement: a pause, or this many changes. */
  pause?: true;
  changes?: number;
}

const rows: Record<string, Row> = {
  get: { call: (n, ids) => get(`${API}/jobs/${idOf(n, ids)}`) },
  'page 1': { call: () => get(`${API}/jobs?pageSize=10`) },
  'page 500': { call: () => get(`${API}/jobs?page=500&pageSize=10`) },
  'last page of 100': { call: () => get(`${API}/jobs?page=${Math.ceil(size / 100)}&pageSize=100`) },
  'status, middle page': { call: () => get(`${API}/jobs?status=archived&page=400&pageSize=10`) },
  'q at rest': { call: search, pause: true },
  'q after 100 changes': { call: search, pause: true, changes: 100 },
  'q after 1000 changes': { call: search, pause: true, changes: 1_000 },
  updatedSince: { call: () => get(`${API}/jobs?updatedSince=${started}&pageSize=100`) },
  create: { call: (n) => post('/jobs', numbered(1_000_001 + n * OPEN)) },
  update: { call: (n, ids) => put(`/jobs/${idOf(n, ids)}`, { title: `Revised Title ${n}` }) },
  'unchanged upsert': { call: (n) => put('/jobs', numbered(n % size)) },
  'batch of 100 creations': { call: (n) => batch('create', (each) => numbered(2e6 + n * BATCH + each)) },
  'batch of 100 unchanged': { call: () => batch('upsert', numbered) },
  posting: { call: (n, ids) => get(`/jobs/${openId(n, ids)}`) },
  "employer's page": { call: () => get('/employers/1') },
  'front page': { call: () => get('/') },
  apply: {
    call: (n, ids) =>
      post(`/public/jobs/${openId(n, ids)}/applications`, {
        name: 'Zoë Tremblay',
        email: `candidate.${n}@example.org`,
        coverLetter: letter,
        consent: true,
      }),
  },
};

/** Sends requests of a row, one after another, and returns the CPU of one in milliseconds. */
async function burst({ send, ids, cpu }: Subject, { call }: Row, from: number, count: number) {
  const before = await cpu();
  for (let n = from; n < from + count; n += 1) await send(call(n, ids));
  return ((await cpu()) - before) / count;
}

const round2 = (number: number) => Math.round(number * 100) / 100;

const report = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** The CPU of a request of a row in milliseconds, by subject and round, without the subjects that refuse it. */
async function measure(row: Row, subjects: ReadonlyMap<string, Subject>) {
  const few = 10;
  const millis = new Map<string, number[]>();
  let dearest = 0;
  for (const [name, subject] of subjects) {
    try {
      dearest = Math.max(dearest, await burst(subject, row, 0, few));
      millis.set(name, []);
    } catch (error) {
      if (!(error instanceof Refused) || name === OWN) throw error;
    }
  }
  if (row.pause) await delay(PAUSE_MILLIS);
  for (const name of row.changes ? millis.keys() : []) {
    await burst(subjects.get(name)!, rows['update']!, Date.now(), row.changes ?? 0);
  }
  const count = Math.max(5, Math.round(ROUND_MILLIS / dearest));
  for (let round = 0; round < rounds; round += 1) {
    const order = [...millis.keys()];
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      millis.get(name)!.push(await burst(subjects.get(name)!, row, few + round * count, count));
    }
  }
  return millis;
}

const OWN = resolve(import.meta.dirname, '../..');
const floors = new Map([
  ['lib-dynamodb', 'lib'],
  ['client-dynamodb', 'client'],
]);
const others = [...floors.keys(), ...positionals];

/** Measures every row in both orders, because the subject that starts last takes up to a fifth more CPU. */
async function compareCpu() {
  const chosen = values.rows ? values.rows.split(',') : Object.keys(rows);
  const measured = new Map<string, Map<string, number[]>[]>(chosen.map((row) => [row, []]));
  for (const order of [[...others, OWN], [...others, OWN].toReversed()]) {
    const subjects = new Map<string, Subject>();
    try {
      for (const name of order) {
        report(`${name}: creating ${size} jobs`);
        subjects.set(name, await startSubject(name));
      }
      for (const row of chosen) {
        measured.get(row)!.push(await measure(rows[row]!, subjects));
        report(row);
      }
    } finally {
      for (const { stop } of subjects.values()) await stop();
    }
  }
  return [...measured].map(([row, passes]) => {
    const ratioTo = (name: string) =>
      median(passes.flatMap((each) => each.get(name)?.map((value, n) => each.get(OWN)![n]! / value) ?? []));
    const millis = median(passes.flatMap((each) => each.get(OWN)!));
    return {
      row,
      'CPU, ms': round2(millis),
      ...Object.fromEntries(others.map((name) => [name, round2(ratioTo(name))])),
    };
  });
}

const parts = { files: filesPerRequest, 'cold-starts': coldStarts, cpu: compareCpu };
const results: Record<string, unknown> = {};
for (const [name, run] of Object.entries(parts)) {
  if (values.only.split(',').includes(name)) results[name] = await run();
}
if (values.json) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
// oxlint-disable-next-line no-console -- prints tables
else for (const table of Object.values(results)) console.table(table);
process.exit();
