import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a later version of the service might answer: codes, statuses and fields that nobody knows yet. */
const later = (body: string) =>
  body
    .replace(/"code":"\w+"/, '"code":"a_new_code","newField":{"a":1}')
    .replace(/"status":"active"/, '"status":"paused","newField":{"a":1}');

/** Passes GETs on to a service, and what it answers back as a later version of it might. */
export async function laterService(origin: string) {
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const key = String(request.headers['api-key']);
    const answered = await fetch(`${origin}${request.url}`, { headers: { 'api-key': key } });
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' });
    response.end(later(await answered.text()));
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
