import type { IncomingMessage, ServerResponse } from 'node:http';
import { startServer } from '../setup/local-server.ts';
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

  const { endpoint, close } = await startServer(forward);
  return {
    origin: endpoint.replace('127.0.0.1', 'localhost'),
    /** Switches the proxy to an API. */
    serve(apiId: string) {
      id = apiId;
    },
    close,
  };
}
