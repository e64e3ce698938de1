import { readFile } from 'node:fs/promises';

/** CPU time in milliseconds. Unlike the time on a clock, it leaves out what other programs take. */
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

/** The CPU seconds of this process and of all that it started and that have ended; undefined where there is no /proc. */
export async function cpuSeconds(): Promise<number | undefined> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => undefined);
  // After the name of the program: user and system time of the process, and both of its children.
  const ticks = stat?.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number);
  return ticks && ticks.reduce((sum, each) => sum + each) / TICKS;
}
