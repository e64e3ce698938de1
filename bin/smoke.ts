// oxlint-disable-next-line import/no-unassigned-import -- exits on an unsupported Node.js version
import './supported-node.js';
import { runSmokeTest } from './smoke/run.ts';
import { ignoreUnreadOutput } from './unread-output.ts';

// `npm run smoke -- --url URL` tests a running service as its clients use it. `--help` explains the options.
ignoreUnreadOutput();
process.exitCode = await runSmokeTest(process.argv.slice(2), process);
