import { createGateway } from '../../bin/local/gateway.ts';
import { deployment } from './deployment.ts';
import { shown } from './watched-console.ts';

/** The program of `start-service-process.ts`: serves until the test run disconnects. */
const port = await createGateway(deployment).listen(0);
const origin = `http://127.0.0.1:${port}`;
process.env['BASE_URL'] = origin;

process.on('disconnect', () => {
  for (const text of shown) process.stderr.write(`The log of the shared service shows ${text}\n`);
  process.exit(shown.length > 0 ? 1 : 0);
});
process.send?.(origin);
