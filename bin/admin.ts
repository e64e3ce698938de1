import { readCommandLine } from './admin/command-line.ts';
import { servicesOf } from './admin/commands.ts';
import { connect } from './admin/connection.ts';
import { explain } from './admin/failures.ts';
import { usage } from './admin/usage.ts';

/** `npm run admin -- COMMAND`: employers, their API keys, the table. `--help` lists the commands. */
async function answer(args: string[], now: Date): Promise<{ text: string; exitCode: number }> {
  const invocation = readCommandLine(args, now);
  if (!invocation) return { text: usage, exitCode: 0 };
  const { command, values, local } = invocation;
  const services = servicesOf(await connect(local), now);
  const printed = await command.run(services, values);
  return { text: `${JSON.stringify(printed)}\n`, exitCode: command.isBad?.(printed) ? 1 : 0 };
}

try {
  const { text, exitCode } = await answer(process.argv.slice(2), new Date());
  process.stdout.write(text);
  process.exitCode = exitCode;
} catch (error) {
  const { sentence, exitCode } = explain(error);
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
