import { ConnectionError } from './connection-error.ts';
import type { ClientRequest } from './request.ts';

const FIRST_REDIRECT = 300;
const movedStatuses: ReadonlySet<number> = new Set([301, 308]);

/**
 * The same request to the new address of a posting, if the response redirects to one.
 * @throws ConnectionError for every other redirect: another host must not get the API key.
 */
export function movedRequest(
  request: ClientRequest,
  { status, headers }: Response,
): ClientRequest | undefined {
  const location = headers.get('location');
  if (status < FIRST_REDIRECT || location === null) return undefined;
  const { origin, href } = new URL(location, request.url);
  if (movedStatuses.has(status) && origin === new URL(request.url).origin) return { ...request, url: href };
  throw new ConnectionError(request, new Error(`it is redirected to ${origin}. Is url right?`));
}
