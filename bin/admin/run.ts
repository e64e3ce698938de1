import { readCommandLine } from './command-line.ts';
import { servicesOf } from './commands.ts';
import type { Connection } from './connection.ts';
import { explain } from './failures.ts';

/** A message may repeat what was typed, which may include an API key. */
const withoutSecrets = (sentence: string) => sentence.replaceAll(/jps_[\w-]+/g, 'jps_…');

/** What the program gives back to its caller. */
interface Outcome {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/**
 * Runs a command line: `--help` or a command. Exit code 0; 1 when the command failed or found problems; 2 for a wrong
 * command line or setting.
 */
export async function run(
  args: string[],
  connect: (local: boolean) => Promise<Connection>,
  now: Date,
  readSecret: () => Promise<string>,
): Promise<Outcome> {
  try {
    const invocation = readCommandLine(args, now);
    if (typeof invocation === 'string') return { stdout: invocation, stderr: '', exitCode: 0 };
    const { command, values, local } = invocation;
    const printed = await command.run(servicesOf(await connect(local), now, readSecret), values);
    return { stdout: `${JSON.stringify(printed)}\n`, stderr: '', exitCode: command.isBad?.(printed) ? 1 : 0 };
  } catch (error) {
    const { sentence, exitCode } = explain(error);
    return { stdout: '', stderr: `${withoutSecrets(sentence)}\n`, exitCode };
  }
}
