import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer } from './local-server.ts';

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
 * `handle` responds to each call, or cuts the connection by throwing.
 */
export const dynamoProxy = (behind: string, handle: (call: WireCall) => unknown) =>
  startServer(async (request, response) => {
    try {
      await handle(callOf(behind, request, response, await text(request)));
    } catch {
      response.destroy();
    }
  });
