import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildBundles, bundleOf } from '../../bin/build/bundles.ts';

/** The number of runs of each subject. Runs alternate, so that other load on the machine affects all subjects alike. */
const RUNS = 15;

/** The functions whose costs `docs/costs.md` states. */
const functions = ['get-job', 'create-job', 'send-applications'];

/** The CPU (user and system, in milliseconds) of a fresh process that loads a handler. */
function loadMillis(module: string): number {
  const script = `
    import { writeSync } from 'node:fs';
    await import(${JSON.stringify(pathToFileURL(module).href)});
    const { user, system } = process.cpuUsage();
    writeSync(3, String((user + system) / 1000));
    process.exit();`;
  const { status, stderr, output } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, TABLE_NAME: 'jobs', AWS_REGION: 'local' },
  });
  if (status !== 0) throw new Error(stderr);
  return Number(output[3]);
}

export const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
};

/** Measures what a function takes to load, also as a multiple of an empty handler. */
export async function coldStarts(): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cold-start-'));
  try {
    const dist = join(folder, 'functions');
    await buildBundles(dist);
    const empty = join(folder, 'empty.mjs');
    await writeFile(empty, 'export const handler = async () => ({ statusCode: 200 });\n');
    const modules = [empty, ...functions.map((name) => bundleOf(name, dist))];
    const millis = modules.map((): number[] => []);
    for (let run = 0; run < RUNS; run += 1) {
      for (const [index, module] of modules.entries()) millis[index]?.push(loadMillis(module));
    }
    const [base = 0, ...loads] = millis.map(median);
    return functions.map((name, index) => {
      const load = loads[index] ?? 0;
      return { function: name, 'load, ms of CPU': load, 'in empty handlers': load / base };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
