// oxlint-disable-next-line import/no-unassigned-import -- an old Node ends here
import './supported-node.js';
import { runSmokeTest } from './smoke/run.ts';
import { ignoreUnreadOutput } from './unread-output.ts';

// `npm run smoke -- --url URL`: tries a running service as its clients use it. `--help` explains it.
ignoreUnreadOutput();
process.exitCode = await runSmokeTest(process.argv.slice(2), process);
