import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createClient } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { projectWithClient } from '../setup/packed-client.ts';
import { seededRandom } from '../setup/random.ts';
import { startService } from '../setup/service.ts';

const NIGHTS = 6;
const KILLS_OF_A_NIGHT = 3;
const JOBS = 250;

const random = seededRandom(jest.getSeed());

const service = await startService();
const url = `${service.origin}${BASE_PATH}`;
const project = await projectWithClient();
const program = join(project.folder, 'sync.js');
const input = join(project.folder, 'jobs.json');

beforeAll(() =>
  writeFile(
    program,
    `import { readFile } from 'node:fs/promises';
import { createClient } from 'job-posting-client';
const [url, apiKey, input] = process.argv.slice(2);
const client = createClient({ url, apiKey });
const jobs = JSON.parse(await readFile(input, 'utf8'));
const { failed, tooManyGone } = await client.jobs.sync(jobs, { archiveMissing: true, maxArchived: 1 });
process.exitCode = failed > 0 || tooManyGone ? 1 : 0;
`,
  ),
);

afterAll(async () => {
  await project.remove();
});

/** The titles of the jobs in the vendor's system, by referenceId. */
type Titles = Map<string, string>;

/** The jobs of the next night: some are removed, some are new or back, and some are changed. */
function nightAfter(): Titles {
  const titles: Titles = new Map();
  for (let number = 0; number < JOBS; number += 1) {
    if (random() < 0.2) continue;
    titles.set(`REQ-${number}`, random() < 0.5 ? 'Baker' : `Baker ${Math.floor(random() * 1e6)}`);
  }
  return titles;
}

/** Runs the program. Returns its exit and its duration in milliseconds. */
async function runOnce(apiKey: string, killAfter = Infinity) {
  const started = performance.now();
  const child = spawn(process.execPath, [program, url, apiKey, input], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  if (killAfter < Infinity) {
    await Promise.race([delay(killAfter), ended]);
    child.kill('SIGKILL');
  }
  const [exitCode, signal] = await ended;
  return { exitCode, signal, millis: performance.now() - started };
}

test('A synchronisation that is killed at any point and restarted ends in the same state as an uninterrupted synchronisation', async () => {
  const { apiKey } = await service.newEmployer();
  const client = createClient({ url, apiKey });
  let previous: Titles = new Map();
  let millis = 1_000;
  let killed = 0;
  for (let night = 0; night < NIGHTS; night += 1) {
    const titles = nightAfter();
    previous = new Map([...previous, ...titles]);
    const jobs = [...titles].map(([referenceId, title]) => aJob({ referenceId, title, status: 'active' }));
    await writeFile(input, JSON.stringify(jobs));
    for (let run = 0; run < KILLS_OF_A_NIGHT; run += 1) {
      const { signal } = await runOnce(apiKey, random() * millis);
      if (signal === 'SIGKILL') killed += 1;
    }
    const last = await runOnce(apiKey);
    expect(last).toMatchObject({ exitCode: 0, signal: null });
    millis = last.millis;
    const current: [string | null, string][] = [];
    for await (const { referenceId, title, status } of client.jobs.listAll()) {
      current.push([referenceId, `${status} ${title}`]);
    }
    expect(new Map(current)).toEqual(
      new Map([...previous].map(([id, title]) => [id, `${titles.has(id) ? 'active' : 'archived'} ${title}`])),
    );
    expect(current).toHaveLength(previous.size);
  }
  expect(killed).toBeGreaterThan(NIGHTS);
  process.stderr.write(`killed sync: ${killed} kills in ${NIGHTS} nights, seed ${jest.getSeed()}\n`);
});
