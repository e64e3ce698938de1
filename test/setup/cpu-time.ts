import { readFile } from 'node:fs/promises';

/** The CPU time of `work` in milliseconds. Unlike elapsed time, it does not include other programs. */
async function cpuTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * The least CPU time that some work takes, in milliseconds: whatever disturbs a run only adds to it. It is done again
 * until it has been quick enough once, or as often as said.
 */
export async function leastCpuTime(
  work: () => unknown,
  { quickEnough = 0, runs = 3 }: { quickEnough?: number; runs?: number } = {},
): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs && least > quickEnough; run += 1) {
    least = Math.min(least, await cpuTime(work));
  }
  return least;
}

/** The clock ticks in a second of /proc. */
const TICKS = 100;

/** The CPU seconds of this process and its ended child processes; undefined without /proc. */
export async function cpuSeconds(): Promise<number | undefined> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => undefined);
  // The fields after the program name: user and system time of the process, then of its children.
  const ticks = stat?.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number);
  return ticks && ticks.reduce((sum, each) => sum + each) / TICKS;
}
