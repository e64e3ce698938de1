import { userInfo } from 'node:os';
import { parseCommandLine } from './command-line.ts';
import { servicesOf } from './command.ts';
import type { Connection, CommandTarget } from './connection.ts';
import { explain, UsageError } from './failures.ts';
import { formatOutput } from './layout.ts';
import { endProgress } from './progress.ts';

/** Masks API keys, because an error message may quote the input. */
const maskSecrets = (sentence: string) => sentence.replaceAll(/jps_[\w-]+/g, 'jps_…');

/** The name of the operating system's user. A container may have none. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** The `ask` of a run without a terminal. */
const refuseToAsk: (question: string) => Promise<string> = async () => {
  throw new UsageError('Specify --name, as there is no terminal to ask for it.');
};

/**
 * Runs a command line: `--help` or a command. Exit code 0; 1 when the command failed or found problems; 2 for a wrong
 * command line or setting. `columns` is the width of the terminal; without a terminal, the output is JSON.
 */
export async function run(
  args: string[],
  connect: (target: CommandTarget) => Promise<Connection>,
  now: Date,
  readSecret: () => Promise<string>,
  columns?: number,
  ask = refuseToAsk,
) {
  try {
    const invocation = parseCommandLine(args, now);
    if (typeof invocation === 'string') return { stdout: invocation, stderr: '', exitCode: 0 };
    const { command, values, target, json, by = userName() } = invocation;
    const connection = await connect(target);
    const services = servicesOf({ connection, now, operator: by, readSecret, ask });
    const printed = await command.run(services, values).finally(endProgress);
    const exitCode = command.hasProblems?.(printed) ? 1 : 0;
    if (json || columns === undefined)
      return { stdout: `${JSON.stringify(printed)}\n`, stderr: '', exitCode };
    const note = command.note?.(printed);
    return {
      stdout: formatOutput(command.brief?.(printed) ?? printed, columns) + (note ? `\n${note}\n` : ''),
      stderr: '',
      exitCode,
    };
  } catch (error) {
    const { sentence, exitCode } = explain(error);
    return { stdout: '', stderr: `${maskSecrets(sentence)}\n`, exitCode };
  }
}
