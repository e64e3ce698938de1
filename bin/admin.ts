// oxlint-disable-next-line import/no-unassigned-import -- exits on an unsupported Node.js version
import './supported-node.js';
import { connect } from './admin/connection.ts';
import { askAtTerminal, readSecret } from './admin/read-secret.ts';
import { run } from './admin/run.ts';
import { ignoreUnreadOutput } from './unread-output.ts';

// `npm run admin -- COMMAND` manages employers, their API keys and the table. `--help` lists the commands.
ignoreUnreadOutput();
const args = process.argv.slice(2);
const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
const { stdout, stderr, exitCode } = await run(args, connect, new Date(), readSecret, columns, askAtTerminal);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
