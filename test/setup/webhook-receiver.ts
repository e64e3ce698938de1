import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request that the receiver got. */
interface Received {
  headers: Record<string, string>;
  body: string;
}

type Respond = (response: ServerResponse, request: IncomingMessage & { socket: Socket }) => void;

/** Starts a local webhook receiver. It responds with the function that was set last. */
export async function startReceiver(respond: Respond = (response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  let current = respond;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ headers: request.headers as Received['headers'], body });
      current(response, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** The ids of the received events, in order. */
    events: () => received.map(({ body }) => (JSON.parse(body) as { id: number }).id),
    become: (next: Respond) => {
      current = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Responds with a status. */
export const respondWithStatus =
  (status: number): Respond =>
  (response) =>
    response.writeHead(status).end();
