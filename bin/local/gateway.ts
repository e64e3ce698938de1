import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import type { Handler, Outgoing } from '../../functions/http/incoming.ts';
import { requestTarget, toEvent, FunctionTimeout, invoke, isTooLarge } from './lambda.ts';
import { loadFunction } from '../modules.ts';
import { findRoute as findOwnRoute, localHandlers, type FindRoute } from './routes.ts';
import type { localLog } from './log/local-log.ts';
import { ENDING_MILLIS, waitAtMost } from './within.ts';
import { problemResponse } from '../../functions/http/problem-response.ts';
import type { ProblemCode } from '../../schemas/problems.ts';

/** The largest body that API Gateway accepts, in bytes. */
const LARGEST_BODY = 10 * 1024 * 1024;

/** The logged response to a client that disconnected before its request was complete. */
const disconnected: Outgoing = { statusCode: 499 };

const timedOut: Outgoing = { statusCode: 408, headers: { connection: 'close' } };

/**
 * Reads the body of a request. Returns an error response instead if the body is not complete in time, as soon as it
 * exceeds LARGEST_BODY, or, for the log only, if the client disconnects. The rest of a refused body is read and
 * dropped, because closing the connection while the client sends would lose the response.
 */
const readBody = (request: IncomingMessage, millis: number): Promise<Buffer | Outgoing> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => resolve(timedOut), millis);
    const refuse = () => {
      clearTimeout(timer);
      chunks.length = 0;
      resolve(tooLarge);
    };
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) refuse();
    request
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > LARGEST_BODY) refuse();
        else chunks.push(chunk);
      })
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('close', () => {
        clearTimeout(timer);
        resolve(disconnected);
      });
  });

/** The gateway's own error responses, when no handler responds. */
const gatewayProblems = {
  internal_error: { detail: 'The service failed because of an internal error.' },
  service_unavailable: {
    detail: 'The service did not respond in time. The change may have been made.',
    members: { outcome: 'unknown' },
    headers: { 'retry-after': '1' },
  },
} satisfies Partial<Record<ProblemCode, object>>;

const problemAnswer = (code: keyof typeof gatewayProblems, requestId: string): Outgoing =>
  problemResponse(code, { ...gatewayProblems[code], requestId });

/** API Gateway's own response to a body that is too large for it, or for Lambda. */
const tooLarge: Outgoing = {
  statusCode: 413,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Request Entity Too Large' }),
};

const hasNoContent = (status: number) => status === 204 || status === 304;

/** Sends a handler's result. Before sending anything, throws when it is not a valid HTTP response. */
function sendAnswer(response: ServerResponse, result: Outgoing): void {
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  if (!Number.isInteger(statusCode)) throw new TypeError('The result has no statusCode.');
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  response.statusCode = statusCode ?? 0;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (!hasNoContent(response.statusCode)) response.setHeader('content-length', bytes.length);
  response.writeHead(response.statusCode);
  response.end(bytes);
}

/** The time in which a request must arrive completely, as in API Gateway, in milliseconds. */
const REQUEST_MILLIS = 30_000;

export interface GatewaySettings {
  /** Returns the handler of a function by the name of its module in `functions/`; by default from that module. */
  handlers?: (functionName: string) => Promise<Handler>;
  /** Finds the route of a request; by default a route of an operation, a page or the local service. */
  findRoute?: FindRoute;
  functionMillis?: number;
  /**
   * The time limit for receiving a request, in milliseconds. The server checks it periodically, so a request may take
   * half as long again.
   */
  requestMillis?: number;
  /** Called with each request; the returned function is called once the response has been sent. */
  onRequest?: ReturnType<typeof localLog>['onRequest'];
}

/** Waits until all requests have ended, including those that arrive while it waits. */
async function allEnded(inFlight: ReadonlySet<Promise<void>>): Promise<void> {
  while (inFlight.size > 0) await Promise.all(inFlight);
}

/** A local API Gateway HTTP API (payload format 2.0) for the Lambda handlers and the local routes. */
export function createGateway({
  handlers = loadFunction,
  findRoute = findOwnRoute,
  functionMillis = 10_000,
  requestMillis = REQUEST_MILLIS,
  onRequest = () => () => undefined,
}: GatewaySettings = {}) {
  const inFlight = new Set<Promise<void>>();
  let closing = false;
  let domainName = '';

  async function answer(request: IncomingMessage, requestId: string): Promise<Outgoing> {
    const { rawPath } = requestTarget(request.url ?? '/');
    const bytes = await readBody(request, requestMillis);
    if (!Buffer.isBuffer(bytes)) return bytes;
    const route = findRoute(request.method ?? '', rawPath);
    const event = toEvent(request, bytes, route, { requestId, at: new Date(), domainName });
    const local = localHandlers[route.functionName];
    // A request to a local route may exceed the size limit of Lambda events.
    if (local === undefined && isTooLarge(event)) return tooLarge;
    return invoke(local ?? (await handlers(route.functionName)), event, {
      functionName: route.functionName,
      millis: functionMillis,
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const requestId = randomUUID();
    const { method = '', url = '/' } = request;
    const responded = onRequest({ requestId, method, path: url.split('?', 1)[0] ?? '' });
    let failure: unknown;
    const send = (outgoing: Outgoing) => {
      if (closing) response.setHeader('connection', 'close');
      sendAnswer(response, outgoing);
    };
    try {
      send(await answer(request, requestId));
    } catch (error) {
      failure = error;
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      const code = error instanceof FunctionTimeout ? 'service_unavailable' : 'internal_error';
      send(problemAnswer(code, requestId));
    }
    // A client that has disconnected needs no response.
    await finished(response).catch(() => undefined);
    responded({ status: response.statusCode, error: failure });
  }

  const server = createServer(
    {
      headersTimeout: requestMillis,
      requestTimeout: requestMillis,
      connectionsCheckingInterval: requestMillis / 2,
    },
    (request, response) => {
      const answered = serve(request, response).finally(() => inFlight.delete(answered));
      inFlight.add(answered);
    },
  );

  // Disables the timeout, because it could close a connection at the moment at which the client uses it again.
  server.keepAliveTimeout = 0;

  return {
    /** Listens and returns the port; port 0 takes any free one. Throws the errors of node:net (EADDRINUSE, EACCES). */
    listen: async (port: number, host = '127.0.0.1'): Promise<number> => {
      server.listen(port, host);
      await once(server, 'listening');
      const { address, port: chosen } = server.address() as AddressInfo;
      domainName = `${address.includes(':') ? `[${address}]` : address}:${chosen}`;
      return chosen;
    },
    /** Accepts no more connections, waits up to ENDING_MILLIS for the requests in flight, and closes the rest. */
    close: async (): Promise<void> => {
      if (!server.listening) return;
      closing = true;
      const closed = once(server, 'close');
      server.close();
      await waitAtMost(ENDING_MILLIS, allEnded(inFlight));
      server.closeAllConnections();
      await closed;
    },
  };
}

export type Gateway = ReturnType<typeof createGateway>;
