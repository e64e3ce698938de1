import type { ClientRequest } from './request.ts';

/** What the codes of a failed connection mean. */
const meanings: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Is the service running, and is url right?',
  ENOTFOUND: 'there is no host of this name. Is url right?',
};

/** What went wrong in the end: fetch hides it in its cause. */
function reasonOf(error: unknown): string {
  const { message = String(error), code = '', cause } = Object(error) as Partial<Error> & { code?: string };
  return meanings[code] ?? (cause === undefined ? message : reasonOf(cause));
}

/** There was no usable response. `cause` is the error of fetch, or the reason why the response could not be read. */
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
