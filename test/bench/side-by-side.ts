import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { letter, sampleBody, SEARCHED } from './sample-job.ts';

/**
 * The CPU of requests to the service of this checkout as a multiple of another checkout's: `npm start` of both on this
 * machine, with as many jobs, and rounds in which they take turns. CPU is that of all processes of `npm start`, user and
 * system. Linux only.
 */

const {
  values: { jobs: jobsText, rounds: roundsText, json },
  positionals: [other],
} = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '6' },
    json: { type: 'boolean', default: false },
  },
});
if (other === undefined) throw new Error('Name the folder of another checkout, in which npm ci was run.');
const size = Number(jobsText);
const rounds = Number(roundsText);

/** About how much CPU the requests of a round take, in milliseconds: the system counts in tenths of this. */
const ROUND_MILLIS = 600;
const TICK_MILLIS = 10;
const BATCH = 100;

interface Call {
  method: string;
  path: string;
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** The CPU time of all processes in a process group, in milliseconds. */
async function cpuOf(group: number): Promise<number> {
  let ticks = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[2] === String(group)) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * TICK_MILLIS;
}

/** Runs `npm start` of a checkout with data of its own. */
async function startService(root: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'side-by-side-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' };
  const child = spawn('npm', ['start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const closed = once(child, 'close');
  let written = '';
  await new Promise<void>((greeted, failed) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      written += part;
      if (written.includes('Ctrl-C')) greeted();
    });
    child.once('close', () => failed(new Error(`npm start in ${root} has ended: ${written}`)));
  });
  const [origin = ''] = /http:\/\/localhost:\d+/.exec(written) ?? [];
  const [apiKey = ''] = /jps_\S+/.exec(written) ?? [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    cpu: () => cpuOf(child.pid ?? 0),
    send: async ({ method, path, body, headers }: Call): Promise<string> => {
      const content = body && JSON.stringify(body);
      const sent = httpRequest(new URL(path, origin), {
        agent,
        method,
        headers: {
          'api-key': apiKey,
          ...headers,
          ...(content && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
        },
      });
      sent.end(content);
      const [response] = await once(sent, 'response');
      const answer = await text(response);
      if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${answer}`);
      return answer;
    },
    stop: async () => {
      agent.destroy();
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await closed;
      await rm(dataDir, { recursive: true });
    },
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

const API = '/api/v1.1';
/** One job in so many is open: each change of one makes the feed anew, beside the requests. */
const OPEN = 50;
const numbered = (n: number) =>
  sampleBody({ referenceId: `SIDE-${n}`, status: n % OPEN === 0 ? 'active' : 'archived' });
const openId = (n: number, ids: readonly number[]) => ids[(n % Math.ceil(ids.length / OPEN)) * OPEN];

/** Creates the jobs, and returns their ids. */
async function load({ send }: Service): Promise<number[]> {
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
  return ids;
}

const get = (path: string, headers?: Call['headers']): Call => ({
  method: 'GET',
  path,
  ...(headers && { headers }),
});
const put = (path: string, body: object): Call => ({ method: 'PUT', path: `${API}${path}`, body });
const post = (path: string, body: object): Call => ({ method: 'POST', path: `${API}${path}`, body });

/** The requests of each row by their number; a request is never repeated where that would be cheaper. */
const rows: Record<string, (n: number, ids: readonly number[]) => Call> = {
  get: (n, ids) => get(`${API}/jobs/${ids[(n * 7_919) % ids.length]}`),
  create: (n) => post('/jobs', numbered(1_000_001 + n * OPEN)),
  update: (n, ids) => put(`/jobs/${ids[(n * 7_919) % ids.length]}`, { title: `Revised Title ${n}` }),
  'unchanged upsert': (n) => put('/jobs', numbered(n % size)),
  'page 1': () => get(`${API}/jobs?pageSize=10`),
  'page 500': () => get(`${API}/jobs?page=500&pageSize=10`),
  'last page of 100': () => get(`${API}/jobs?page=${Math.ceil(size / 100)}&pageSize=100`),
  'status, middle page': () => get(`${API}/jobs?status=archived&page=400&pageSize=10`),
  q: () => get(`${API}/jobs?q=${SEARCHED}&pageSize=10`),
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
  posting: (n, ids) => get(`/jobs/${openId(n, ids)}`),
  "employer's page": () => get('/employers/1'),
  apply: (n, ids) =>
    post(`/public/jobs/${openId(n, ids)}/applications`, {
      name: 'Zoë Tremblay',
      email: `candidate.${n}@example.org`,
      coverLetter: letter,
      consent: true,
    }),
  'applications by stage': () => get(`${API}/applications?stage=new`),
  'PUT /employer': (n) => put('/employer', { website: `https://example.com/${n}` }),
};

/** Sends requests of a row, one after another, and returns the CPU of one in milliseconds. */
async function burst(
  subject: { service: Service; ids: readonly number[] },
  row: string,
  from: number,
  count: number,
) {
  const { service, ids } = subject;
  const calls = Array.from({ length: count }, (_, n) => rows[row]!(from + n, ids));
  const before = await service.cpu();
  for (const call of calls) await service.send(call);
  return ((await service.cpu()) - before) / count;
}

const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

const subjects: { service: Service; ids: number[] }[] = [];
const results: { row: string; millis: number; ratio: number }[] = [];
try {
  for (const root of [resolve(other), resolve(import.meta.dirname, '../..')]) {
    const service = await startService(root);
    say(`${root}: creating ${size} jobs`);
    subjects.push({ service, ids: await load(service) });
  }
  for (const row of Object.keys(rows)) {
    let from = 0;
    const few = 10;
    const firsts: number[] = [];
    for (const subject of subjects) firsts.push(await burst(subject, row, from, few));
    from += few;
    const count = Math.max(5, Math.round(ROUND_MILLIS / Math.max(...firsts)));
    const ratios: number[] = [];
    const own: number[] = [];
    for (let round = 0; round < rounds; round += 1, from += count) {
      // Whoever comes second would find a warmer machine.
      const turns = round % 2 === 0 ? [0, 1] : [1, 0];
      const millisOfTurns: number[] = [];
      for (const turn of turns) millisOfTurns[turn] = await burst(subjects[turn]!, row, from, count);
      ratios.push(millisOfTurns[1]! / millisOfTurns[0]!);
      own.push(millisOfTurns[1]!);
    }
    results.push({ row, millis: median(own), ratio: median(ratios) });
    say(`${row}: ${median(own).toFixed(2)} ms, × ${median(ratios).toFixed(2)}`);
  }
} finally {
  for (const { service } of subjects) await service.stop();
}

const table = [
  '| Request | CPU, ms | of the other |',
  '| --- | ---: | ---: |',
  ...results.map(({ row, millis, ratio }) => `| ${row} | ${millis.toFixed(2)} | ${ratio.toFixed(2)} |`),
];
process.stdout.write(`${json ? JSON.stringify(results, undefined, 2) : table.join('\n')}\n`);
