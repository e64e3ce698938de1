import { json } from 'node:stream/consumers';
import { startStandIn } from './stand-in.ts';

interface SentEmail {
  Content?: { Raw?: object };
}

/**
 * A server that accepts every mail as SES does. `called` is told the actions that each call takes: a mail that the
 * service has composed itself takes two.
 */
export function startSes(called: (action: string) => void) {
  return startStandIn(async (request, response) => {
    const { Content } = (await json(request)) as SentEmail;
    called('SendEmail');
    if (Content?.Raw) called('SendRawEmail');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
  });
}
