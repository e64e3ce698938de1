import type { Operation } from '../../schemas/operations.ts';
import type { Warning } from '../platform/values/submission.ts';
import { isKnown, requireMatch, type Conditions } from './conditional.ts';
import { entityTagOf } from './entity-tag.ts';
import type { Incoming, Outgoing } from './incoming.ts';
import { jobWarning } from './job-warning.ts';

/** The result of an operation. The status defaults to the one in the table of operations. */
export interface Answer {
  status?: number;
  /** The id of the job that it is about. */
  id?: number;
  /** How many jobs were created: for the log. */
  created?: number;
  headers?: Record<string, string>;
  /** Defaults to the warnings that were found while reading the request. */
  warnings?: readonly Warning[];
  body?: unknown;
  /** The body as JSON, if it was already serialized. */
  text?: string;
  /** When the content of the body was last changed, in seconds since 1970; null if unknown. */
  modifiedAt?: number | null;
}

/** The body of a response as it is sent. */
export const textOf = ({ body, text }: Answer): string | undefined =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));

/** How long a response to GET may be cached: jobs only with revalidation, what is public by its row. */
const cacheControl: Record<Operation['access'], (operation: Operation) => string> = {
  employer: () => 'private, no-cache',
  public: ({ maxAgeSeconds = 3_600 }) => `public, max-age=${maxAgeSeconds}`,
};

const lastModified = (seconds: number) => ({ 'last-modified': new Date(seconds * 1_000).toUTCString() });

/**
 * The response with its validators (RFC 9110, section 8.8). It becomes 304 if the conditions of a GET say that the client
 * already has the current version. Throws Refusal `precondition_failed`.
 */
export function outgoing(
  answer: Answer,
  { operation, event, conditions }: { operation: Operation; event: Incoming; conditions: Conditions },
): Outgoing {
  const { status, headers, modifiedAt, warnings } = answer;
  const text = textOf(answer);
  const allWarnings = warnings ?? event.submission?.warnings ?? event.warnings;
  const common = { ...jobWarning(allWarnings), ...headers };
  if (text === undefined) return { statusCode: status ?? operation.status, headers: common };
  const etag = entityTagOf(text);
  const isRead = operation.method === 'GET';
  const described = {
    etag,
    ...(typeof modifiedAt === 'number' && lastModified(modifiedAt)),
    ...(isRead && { 'cache-control': cacheControl[operation.access](operation) }),
    ...common,
  };
  if (isRead) {
    requireMatch(conditions, etag);
    if (isKnown(conditions, etag)) return { statusCode: 304, headers: described };
  }
  return {
    statusCode: status ?? operation.status,
    headers: { 'content-type': 'application/json', ...described },
    body: text,
  };
}
