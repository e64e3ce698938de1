import { readCommandLine } from './admin/command-line.ts';
import { servicesOf } from './admin/commands.ts';
import { connect } from './admin/connection.ts';
import { explain } from './admin/failures.ts';
import { usage } from './admin/usage.ts';

/** `npm run admin -- COMMAND`: employers and their API keys. `--help` lists the commands. */
async function answer(args: string[], now: Date): Promise<string> {
  const invocation = readCommandLine(args, now);
  if (!invocation) return usage;
  const { command, values, local } = invocation;
  const services = servicesOf(await connect(local), now);
  return `${JSON.stringify(await command.run(services, values))}\n`;
}

try {
  process.stdout.write(await answer(process.argv.slice(2), new Date()));
} catch (error) {
  const { sentence, exitCode } = explain(error);
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
