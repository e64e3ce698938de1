import { BASE_PATH } from '../../schemas/operations.ts';
import { once } from 'node:events';
import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** A response as a client sees it; `body` is parsed if it is JSON. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test may look at anything a response could contain
  body: any;
}

interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

interface Expected {
  /** Whether it throws when the service fails (5xx), so that nobody takes a failure for a result. */
  mustServe?: boolean;
}

const agent = new Agent({ keepAlive: true });

/** The response to a request, with its text. Throws the errors of the connection. */
async function responseTo(sent: ClientRequest) {
  // A connection that ends after the headers makes the reading of the body fail.
  sent.on('error', () => undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0 } = response;
  return { response, status, text: await readText(response) };
}

const headersOf = ({ headersDistinct }: IncomingMessage) =>
  new Headers(
    Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );

/** A client of the service. Paths are relative to /api/v1.1, or absolute URLs from the service. */
export function createHttpClient(
  origin: string,
  ownHeaders: Record<string, string>,
  { mustServe = false }: Expected = {},
) {
  async function request(
    method: string,
    path: string,
    { body, headers = {} }: RequestOptions = {},
  ): Promise<Reply> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const bytes = body === undefined ? undefined : Buffer.from(isRaw ? body : JSON.stringify(body));
    const address = path.startsWith('http') ? path : `${origin}${BASE_PATH}${path}`;
    // A quarter of the CPU time of fetch.
    const sent = httpRequest(address, {
      method,
      agent,
      headers: {
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
        ...ownHeaders,
        ...headers,
      },
    }).end(bytes);
    const { response, status, text } = await responseTo(sent);
    if (mustServe && status >= 500) throw new Error(`${method} ${path}: ${status} ${text}`);
    const received = headersOf(response);
    const isJson = /json/.test(received.get('content-type') ?? '');
    return {
      status,
      headers: received,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }
  return {
    request,
    get: (path: string, headers?: Record<string, string>) => request('GET', path, headers && { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request('POST', path, { body, headers }),
    put: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request('PUT', path, { body, headers }),
    delete: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      request('DELETE', path, { body, headers }),
  };
}

export type Client = ReturnType<typeof createHttpClient>;

/** Whether a request got no response, because its connection broke or nobody listens. */
export const isConnectionLost = (error: unknown): boolean =>
  /^E(?:CONN|PIPE)/.test(String((error as NodeJS.ErrnoException).code));

/** Where in the body the rules are broken that a 400 tells of, each place once. */
export const errorPointers = ({ body }: Reply) => [
  ...new Set<string>(body.errors.map(({ pointer }: { pointer: string }) => pointer)),
];

/** The text of a response without what is different in each. */
export const textWithoutRequestId = ({ text }: Pick<Reply, 'text'>) =>
  text.replace(/"requestId":"[^"]*"/, '"requestId":""');

/** How many jobs an employer's list has. */
export const countJobs = async ({ get }: Pick<Client, 'get'>, query = ''): Promise<number> =>
  (await get(`/jobs${query}`)).body.paging.total;

/** The response to a raw request. */
export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface RawRequest {
  method?: string;
  /** Sent unchanged. */
  path: string;
  headers?: OutgoingHttpHeaders | readonly string[];
  body?: string | Uint8Array;
}

/** Sends what fetch would normalise or reject: odd paths, methods and headers, a GET with a body. */
export async function rawRequest(
  origin: string,
  { method = 'GET', path, headers = {}, body = '' }: RawRequest,
): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  const sent = httpRequest({ hostname, port, method, path, headers }).end(body);
  const { response, status, text } = await responseTo(sent);
  return { status, headers: response.headers, text };
}
