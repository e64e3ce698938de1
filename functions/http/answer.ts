import type { Operation } from '../../schemas/operations.ts';
import type { Warning } from '../domain/submission.ts';
import { isKnown, requireMatch, type Conditions } from './conditional.ts';
import { entityTagOf } from './entity-tag.ts';
import type { Incoming, Outgoing } from './incoming.ts';
import { jobWarning } from './job-warning.ts';

/** What an operation answers; the status is that of its row unless it says another. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** What the client should know; without it, what the reading of the request found. */
  warnings?: readonly Warning[];
  body?: unknown;
  /** The body as JSON already, where it was made before. */
  text?: string;
  /** When what the body shows was last changed, in seconds since 1970; null where that is not known. */
  modifiedAt?: number | null;
}

/** How long a GET may be answered from a cache: jobs never unasked, reference data for an hour. */
const cacheControl = {
  employer: 'private, no-cache',
  public: 'public, max-age=3600',
} as const satisfies Record<Operation['access'], string>;

const lastModified = (seconds: number) => ({ 'last-modified': new Date(seconds * 1_000).toUTCString() });

/**
 * The answer on its way out, with the validators of what it shows (RFC 9110, section 8.8). A GET whose conditions say
 * that the client has it already becomes 304. Throws Refusal `precondition_failed`.
 */
export function outgoing(
  {
    status,
    headers,
    body,
    text = body === undefined ? undefined : JSON.stringify(body),
    modifiedAt,
    warnings,
  }: Answer,
  { operation, event, conditions }: { operation: Operation; event: Incoming; conditions: Conditions },
): Outgoing {
  const told = warnings ?? event.submission?.warnings ?? event.warnings;
  const common = { ...jobWarning(told), ...headers };
  if (text === undefined) return { statusCode: status ?? operation.status, headers: common };
  const etag = entityTagOf(text);
  const isRead = operation.method === 'GET';
  const described = {
    etag,
    ...(typeof modifiedAt === 'number' && lastModified(modifiedAt)),
    ...(isRead && { 'cache-control': cacheControl[operation.access] }),
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
