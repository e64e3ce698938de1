import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { startServer } from './local-server.ts';

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
  const { endpoint, close } = await startServer(async (request, response) => {
    received.push({ headers: request.headers as Received['headers'], body: await text(request) });
    current(response, request);
  });
  return {
    url: `${endpoint}/hook`,
    received,
    /** The ids of the received events, in order. */
    events: () => received.map(({ body }) => (JSON.parse(body) as { id: number }).id),
    become: (next: Respond) => {
      current = next;
    },
    close,
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Responds with a status. */
export const respondWithStatus =
  (status: number): Respond =>
  (response) =>
    response.writeHead(status).end();
