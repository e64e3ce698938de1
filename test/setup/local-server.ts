import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server that stands in for a service of AWS. */
export async function startServer(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Promise<{ endpoint: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => void serve(request, response));
  // No timeout, because the server could close an idle connection just when a busy suite uses it again.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
