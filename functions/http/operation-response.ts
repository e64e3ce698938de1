import type { Operation } from '../../schemas/operations.ts';
import {
  isCurrentForClient,
  requireMatch,
  unconditional,
  type Conditions,
  entityTagOf,
} from './conditional.ts';
import type { OperationResult, Outgoing } from './incoming.ts';
import type { Warning } from '../validation/submission.ts';

/** The body of a response as sent. */
export const textOf = ({ body, text }: OperationResult): string | undefined =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));

/** The maximum number of warnings in one header, and the maximum length of each text in the header, in characters. */
const MAX_WARNINGS = 20;
const MAX_LENGTH = 100;

/** Encodes a text as a Structured Field string, which is printable ASCII (RFC 9651, section 3.3.3). */
const encodeString = (text: string) =>
  `"${encodeURI(text.slice(0, MAX_LENGTH).toWellFormed()).replace(/%20/g, ' ').replace(/["\\]/g, '\\$&')}"`;

/** Encodes a warning as a list item: its code, with the other members except the message as parameters. */
function encodeItem(warning: Warning): string {
  const { code, message: _, ...parameters } = warning;
  return [code, ...Object.entries(parameters).map(([name, text]) => `${name}=${encodeString(text)}`)].join(
    '; ',
  );
}

/** The response header with the warnings of a request: a list of Structured Fields. */
export const jobWarning = (warnings: readonly Warning[] = []): Record<string, string> =>
  warnings.length === 0 ? {} : { 'job-warning': warnings.slice(0, MAX_WARNINGS).map(encodeItem).join(', ') };

/** Cache-Control of a GET: jobs are cached only with revalidation, public data for the time in the operation's row. */
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
