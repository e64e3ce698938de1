import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface SentEmail {
  Content?: { Raw?: object };
}

/**
 * A server that accepts every mail as SES does. `called` is told the actions that each call takes: a mail that the
 * service has composed itself takes two.
 */
export async function startSes(called: (action: string) => void) {
  const server = createServer((request, response) => {
    void (async () => {
      const { Content } = (await json(request)) as SentEmail;
      called('SendEmail');
      if (Content?.Raw) called('SendRawEmail');
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
