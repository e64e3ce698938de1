import type { ClientRequest } from './request.ts';

/** Explanations of the error codes of a failed connection. */
const meanings: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Is the service running, and is url right?',
  ENOTFOUND: 'there is no host of this name. Is url right?',
};

/** The root cause of an error: fetch hides it in `cause`. */
function reasonOf(error: unknown): string {
  const { message = String(error), code = '', cause } = Object(error) as Partial<Error> & { code?: string };
  return meanings[code] ?? (cause === undefined ? message : reasonOf(cause));
}

/** The client got no usable response. `cause` is the error of fetch, or the reason why the body could not be read. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly method: string;
  readonly url: string;

  constructor({ method, url }: Pick<ClientRequest, 'method' | 'url'>, cause: unknown) {
    super(`No response to ${method} ${url}: ${reasonOf(cause)}`, { cause });
    this.method = method;
    this.url = url;
  }
}
