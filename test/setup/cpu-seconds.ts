import { readFile } from 'node:fs/promises';

/** The clock ticks in a second of /proc. */
const TICKS = 100;

/** The CPU seconds of this process and of all that it started and that have ended; undefined where there is no /proc. */
export async function cpuSeconds(): Promise<number | undefined> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => undefined);
  // After the name of the program: user and system time of the process, and both of its children.
  const ticks = stat?.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number);
  return ticks && ticks.reduce((sum, each) => sum + each) / TICKS;
}
