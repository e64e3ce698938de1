import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { cpuSeconds } from '../setup/cpu-time.ts';

export type Command = readonly [program: string, ...args: string[]];

/** One process for each core, so that the cores are as busy as during the tests. */
const AT_ONCE = availableParallelism();

/** Runs a command to its end and returns its exit code, 1 when a signal ended it. */
async function exitCodeOf([program, ...args]: Command, stdout: 'inherit' | 'ignore'): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', stdout, 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/** The CPU seconds of the child processes that `work` starts and waits for; NaN without /proc. */
async function cpuSecondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = (await cpuSeconds()) ?? NaN;
  await work();
  return ((await cpuSeconds()) ?? NaN) - before;
}

/** The CPU seconds of one calibration. */
const calibrated = async (calibration: Command): Promise<number> => {
  const all = () => Promise.all(Array.from({ length: AT_ONCE }, () => exitCodeOf(calibration, 'ignore')));
  return (await cpuSecondsOf(all)) / AT_ONCE;
};

/**
 * Runs a command. Returns its exit code and its cost: its CPU seconds as a multiple of those of the calibration, which
 * runs before and after it. So the cost is about the same on every machine.
 */
export async function relativeCost(command: Command, calibration: Command) {
  const before = await calibrated(calibration);
  let exitCode = 1;
  const seconds = await cpuSecondsOf(async () => (exitCode = await exitCodeOf(command, 'inherit')));
  const after = await calibrated(calibration);
  return { exitCode, seconds, calibrations: [before, after], cost: (2 * seconds) / (before + after) };
}
