import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A response of DynamoDB on the wire. */
export interface WireResponse {
  status: number;
  text: string;
}

/** A call on its way to DynamoDB. */
export interface WireCall {
  /** The operation, such as `GetItem`. */
  operation: string;
  body: string;
  /** Passes the call (or another body) on to DynamoDB and returns its response. */
  pass: (body?: string) => Promise<WireResponse>;
  response: ServerResponse;
}

/** Sends a response in the format of DynamoDB. */
export const respondOnWire = (response: ServerResponse, { status, text: body }: WireResponse) =>
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);

/** Responds to a call with one of DynamoDB's exceptions. */
export const respondWithException = (
  response: ServerResponse,
  exception: string,
  members: object = {},
  status = 400,
) =>
  respondOnWire(response, {
    status,
    text: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${exception}`, ...members }),
  });

function callOf(behind: string, request: IncomingMessage, response: ServerResponse, body: string): WireCall {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  return {
    operation: String(headers['x-amz-target']).replace(/^.*\./, ''),
    body,
    response,
    pass: async (sent = body) => {
      const reply = await fetch(behind, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: sent,
      });
      return { status: reply.status, text: await reply.text() };
    },
  };
}

/**
 * A DynamoDB endpoint in front of another one, which sees every call on the wire, whatever client the service uses.
 * `handle` responds to each call, or cuts the connection by throwing. Port 0 takes any free port.
 */
export async function dynamoProxy(behind: string, handle: (call: WireCall) => unknown, wanted = 0) {
  const server = createServer((request, response) => {
    void (async () => {
      try {
        await handle(callOf(behind, request, response, await text(request)));
      } catch {
        response.destroy();
      }
    })();
  });
  // No timeout, because the server could close an idle connection just when a busy client writes to it.
  server.keepAliveTimeout = 0;
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
