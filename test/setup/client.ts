import { BASE_PATH } from '../../schemas/operations.ts';

/** A response as a client sees it; `body` is parsed if it is JSON. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test may look at anything a response could contain
  body: any;
}

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

interface Expected {
  /** Whether it throws when the service fails (5xx), so that nobody takes a failure for a result. */
  mustServe?: boolean;
}

/** A client of the service. Paths are relative to /api/v1.1, or absolute URLs from the service. */
export function clientOf(
  origin: string,
  ownHeaders: Record<string, string>,
  { mustServe = false }: Expected = {},
) {
  async function request(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Reply> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(path.startsWith('http') ? path : `${origin}${BASE_PATH}${path}`, {
      method,
      // A redirect is an answer, and its address may be another origin's.
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...ownHeaders,
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (mustServe && response.status >= 500) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
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

export type Client = ReturnType<typeof clientOf>;
