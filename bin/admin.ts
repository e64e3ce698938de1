import { connect } from './admin/connection.ts';
import { readSecret } from './admin/read-secret.ts';
import { run } from './admin/run.ts';
import { ignoreUnreadOutput } from './unread-output.ts';

// `npm run admin -- COMMAND`: employers, their API keys, the table. `--help` lists the commands.
ignoreUnreadOutput();
const { stdout, stderr, exitCode } = await run(process.argv.slice(2), connect, new Date(), readSecret);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
