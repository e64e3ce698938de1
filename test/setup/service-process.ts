import { createGateway } from '../../bin/local/gateway.ts';
import { deployment } from './deployment.ts';
import { loggedPrivateData } from './log-privacy.ts';
import { watchFiles } from './watch-files.ts';

/** The program of `startServiceProcess`: serves until the test run disconnects. */
watchFiles();
const port = await createGateway(deployment).listen(0);
const origin = `http://127.0.0.1:${port}`;
process.env['BASE_URL'] = origin;

process.on('disconnect', () => {
  for (const text of loggedPrivateData) process.stderr.write(`The log of the shared service shows ${text}\n`);
  process.exit(loggedPrivateData.length > 0 ? 1 : 0);
});
process.send?.(origin);
