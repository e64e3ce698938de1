import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const isRead = /\.(?:GetItem|BatchGetItem|Query)$/;

/** A DynamoDB endpoint before the one at `engine` that lets reads through and refuses every write for good. */
export async function refusingEndpoint(engine: string) {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const target = String(request.headers['x-amz-target']);
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': target,
        authorization: String(request.headers.authorization),
        'x-amz-date': String(request.headers['x-amz-date']),
      };
      if (isRead.test(target)) {
        const answer = await fetch(engine, { method: 'POST', headers, body });
        response.writeHead(answer.status, { 'content-type': headers['content-type'] });
        response.end(await answer.text());
      } else {
        response.writeHead(400, { 'content-type': headers['content-type'] });
        response.end(
          '{"__type":"com.amazon.coral.validate#ValidationException","message":"The write is refused."}',
        );
      }
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
