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

const agent = new Agent({ keepAlive: true });

/** The response to a request, with its text. Throws the errors of the connection. */
async function responseTo(sent: ClientRequest) {
  // When the connection ends after the headers, reading the body fails, so this error needs no handling.
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

/**
 * A client of the service. Paths are relative to /api/v1.1, or absolute URLs from the service. With `mustServe`, it
 * throws for a 5xx response, so that no test mistakes a failure for a result.
 */
export function createHttpClient(
  origin: string,
  ownHeaders: Record<string, string>,
  { mustServe = false } = {},
) {
  async function request(
    method: string,
    path: string,
    { body, headers = {} }: RequestOptions = {},
  ): Promise<Reply> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const bytes = body === undefined ? undefined : Buffer.from(isRaw ? body : JSON.stringify(body));
    const address = path.startsWith('http') ? path : `${origin}${BASE_PATH}${path}`;
    // node:http takes a quarter of the CPU time of fetch.
    const clientRequest = httpRequest(address, {
      method,
      agent,
      headers: {
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
        ...ownHeaders,
        ...headers,
      },
    }).end(bytes);
    const { response, status, text } = await responseTo(clientRequest);
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

/** Whether a request got no response, because its connection broke or was refused. */
export const isConnectionLost = (error: unknown): boolean =>
  /^E(?:CONN|PIPE)/.test(String((error as NodeJS.ErrnoException).code));

/** The pointers of the violations in a 400, without duplicates. */
export const errorPointers = ({ body }: Reply) => [
  ...new Set<string>(body.errors.map(({ pointer }: { pointer: string }) => pointer)),
];

/** The text of a response without the request id, which differs in each response. */
export const textWithoutRequestId = ({ text }: Pick<Reply, 'text'>) =>
  text.replace(/"requestId":"[^"]*"/, '"requestId":""');

/** The number of jobs in an employer's list. */
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
  /** The path, which is sent unchanged. */
  path: string;
  headers?: OutgoingHttpHeaders | readonly string[];
  body?: string | Uint8Array;
}

/** Sends requests that fetch would normalise or reject: odd paths, methods and headers, a GET with a body. */
export async function rawRequest(
  origin: string,
  { method = 'GET', path, headers = {}, body = '' }: RawRequest,
): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  const clientRequest = httpRequest({ hostname, port, method, path, headers }).end(body);
  const { response, status, text } = await responseTo(clientRequest);
  return { status, headers: response.headers, text };
}
