import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from '../setup/cpu-time.ts';

/**
 * The maximum cost of `npm test`, in calibrations, from a measurement. `npm run test:budget` prints the figure of a
 * run. Lower it when you make the tests cheaper.
 */
const BUDGET = 60;

/** How far a run may exceed its budget: the ratio varies by a tenth between runs. */
const LIMIT = BUDGET * 1.15;

const CALIBRATION = fileURLToPath(new URL('calibration.ts', import.meta.url));

/** Runs a program to its end. Returns its exit code, 1 when a signal ended it, and the CPU seconds; NaN without /proc. */
async function costOf(stdout: 'inherit' | 'ignore', count: number, program: string, ...args: string[]) {
  const before = (await cpuSeconds()) ?? NaN;
  const children = Array.from({ length: count }, () =>
    spawn(program, args, { stdio: ['ignore', stdout, 'inherit'] }),
  );
  const ends = await Promise.all(children.map(async (child) => once(child, 'close')));
  return { exitCode: (ends[0]?.[0] ?? 1) as number, seconds: ((await cpuSeconds()) ?? NaN) - before };
}

/** The CPU seconds of one calibration, in one process for each core, so that the cores are as busy as during the tests. */
async function calibrate(): Promise<number> {
  const cores = availableParallelism();
  return (await costOf('ignore', cores, process.execPath, CALIBRATION)).seconds / cores;
}

const folder = await mkdtemp(join(tmpdir(), 'budget-'));
const costFile = join(folder, 'suites.tsv');
process.env['SUITE_COSTS'] = costFile;
// The calibration runs before and after the tests, so that the cost is about the same on every machine.
const before = await calibrate();
const { exitCode, seconds } = await costOf('inherit', 1, 'npm', 'test');
const after = await calibrate();
const cost = (2 * seconds) / (before + after);
const isWithin = cost <= LIMIT;
process.exitCode = exitCode || (isWithin ? 0 : 1);
const suites = (await readFile(costFile, 'utf8')).trim().split('\n');
const dearest = suites.toSorted((a, b) => parseFloat(b) - parseFloat(a)).slice(0, 10);
const [used, multiple, limit] = [seconds, cost, LIMIT].map((number) => number.toFixed(1));
const calibrations = `${before.toFixed(1)} and ${after.toFixed(1)} s`;
process.stderr.write(
  `npm test: ${used} s of CPU, ${multiple} times a calibration of ${calibrations}. The budget is ${BUDGET}, and the limit ${limit}` +
    `${isWithin ? '.' : ': too much. Make tests cheaper, or say in the commit why the budget is raised.'}\n` +
    `The dearest suites, by CPU seconds:\n${dearest.join('\n').replaceAll(`${process.cwd()}/`, '')}\n`,
);
await rm(folder, { recursive: true });
