import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../../bin/local/free-port.ts';
import type { Emulator } from './emulator.ts';

/**
 * Starts a proxy to an API of the emulator. The emulator distinguishes APIs by names under localhost, which do not
 * resolve everywhere.
 */
export async function startGateway(emulator: Emulator) {
  let id = 'none';

  async function forward(incoming: IncomingMessage, response: ServerResponse) {
    const { method, url, headers } = incoming;
    const host = `${id}.execute-api.localhost:${emulator.port}`;
    const connection = await emulator.connect({ method, path: url, headers: { ...headers, host } });
    connection.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    connection.on('error', () => response.destroy());
    incoming.pipe(connection);
  }

  const server = createServer((incoming, response) => void forward(incoming, response));
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://localhost:${port}`,
    /** Switches the proxy to an API. */
    serve(apiId: string) {
      id = apiId;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
