import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in which Linux counts process time, on every platform that Node supports. */
const TICKS = 100;

/** The fields of /proc/<pid>/stat after the name, which may contain spaces. */
const fieldsOf = (pid: string) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const isEngineOfMine = (pid: string) => {
  try {
    return (
      fieldsOf(pid)[1] === String(process.pid) &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('dynoxide')
    );
  } catch {
    // The process has ended since it was listed.
    return false;
  }
};

/** A clock of the CPU time that the engine of this process has used, user and system, in microseconds. Linux only. */
export function engineTime(): () => number {
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isEngineOfMine(name));
  if (pid === undefined) throw new Error('The engine is not among the children of this process.');
  return () => {
    const fields = fieldsOf(pid);
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000_000;
  };
}
