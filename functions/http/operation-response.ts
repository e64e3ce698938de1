import type { Operation } from '../../schemas/operations.ts';
import { isCurrentForClient, requireMatch, unconditional, type Conditions } from './conditional.ts';
import { entityTagOf } from './entity-tag.ts';
import type { Outgoing } from './incoming.ts';
import { jobWarning } from './job-warning.ts';
import { textOf, type OperationResult } from './operation-result.ts';

/** How long a response to GET may be cached: jobs only with revalidation, public data as its row says. */
const cacheControl = ({ access, maxAgeSeconds = 3_600 }: Operation): string =>
  access === 'public' ? `public, max-age=${maxAgeSeconds}` : 'private, no-cache';

/** Scripts of any origin may read public data (interface 11.16). */
const anyOrigin = { 'access-control-allow-origin': '*' };

const lastModified = (seconds: number) => ({ 'last-modified': new Date(seconds * 1_000).toUTCString() });

/**
 * Creates the response with its validators (RFC 9110, section 8.8), or 304 when the conditions of a GET say that the
 * client has the current version. Throws Refusal `precondition_failed`.
 */
export function operationResponse(
  operation: Operation,
  { conditions = unconditional, ...result }: OperationResult & { conditions?: Conditions },
): Outgoing {
  const { status, headers, modifiedAt, warnings } = result;
  const text = textOf(result);
  const common = { ...jobWarning(warnings), ...headers };
  if (text === undefined) return { statusCode: status ?? operation.status, headers: common };
  const etag = entityTagOf(text);
  const isRead = operation.method === 'GET';
  const withValidators = {
    etag,
    ...(typeof modifiedAt === 'number' && lastModified(modifiedAt)),
    ...(isRead && { 'cache-control': cacheControl(operation) }),
    ...(isRead && operation.access === 'public' && anyOrigin),
    ...common,
  };
  if (isRead) {
    requireMatch(conditions, etag);
    if (isCurrentForClient(conditions, etag)) return { statusCode: 304, headers: withValidators };
  }
  return {
    statusCode: status ?? operation.status,
    headers: { 'content-type': 'application/json', ...withValidators },
    body: text,
  };
}
