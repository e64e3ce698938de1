import type { Paging } from '../../schemas/list.ts';
import type { Operation } from '../../schemas/operations.ts';
import { type OperationResult, type Outgoing, header, type EventHeaders } from './incoming.ts';
import type { Warning } from '../validation/submission.ts';
import type { Violation } from '../../schemas/problem.ts';
import { Refusal } from '../platform/errors.ts';
import { createHash } from 'node:crypto';

/** The length of an entity tag in characters. It contains 132 bits of a hash, so that collisions do not occur. */
const LENGTH = 22;

/**
 * The strong entity tag of a representation (RFC 9110, section 8.8.3), which is a hash of its content. It needs no
 * secret and no version, so it survives deployments, and lists can have one too.
 */
export const entityTagOf = (text: string | Uint8Array): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, LENGTH)}"`;

/** A condition matches any representation, or one of these entity tags as sent. */
type Tags = '*' | readonly string[];

/** The conditions of a request (RFC 9110, section 13.1). If-Modified-Since is ignored: seconds are too coarse. */
export interface Conditions {
  ifMatch: Tags | undefined;
  ifNoneMatch: Tags | undefined;
}

/** One element of a list of entity tags. It may be empty (RFC 9110, sections 5.6.1 and 8.8.3). */
const element = /[ \t]*(?:((?:W\/)?"[!#-~\u0080-\u00ff]*")[ \t]*)?(?:,|$)/gy;

/** Parses a condition. Adds a violation if it is malformed. */
function parseTags(
  event: EventHeaders,
  name: 'If-Match' | 'If-None-Match',
  violations: Violation[],
): Tags | undefined {
  const value = header(event, name.toLowerCase())?.trim();
  if (value === undefined || value === '*') return value;
  const elements = [...value.matchAll(element)];
  const tags = elements.flatMap(([, tag]) => tag ?? []);
  const read = elements.reduce((length, [whole]) => length + whole.length, 0);
  if (tags.length > 0 && read === value.length) return tags;
  const message = `${name} must be * or a list of entity tags in double quotes, copied from ETag headers.`;
  violations.push({ header: name, code: 'malformed', message });
  return undefined;
}

/** The conditions of a request that has none. */
export const unconditional: Conditions = { ifMatch: undefined, ifNoneMatch: undefined };

/**
 * Parses the conditions of a request. A POST and a redirect have none, since there is no current version to compare
 * with (RFC 9110, section 13.2.1), and public data has no If-Match, since no request changes it. Adds a violation for
 * each malformed header.
 */
export const parseConditions = (
  event: EventHeaders,
  { access, method, redirects }: Pick<Operation, 'access' | 'method' | 'redirects'>,
  violations: Violation[],
): Conditions =>
  method === 'POST' || redirects
    ? unconditional
    : {
        ifMatch: access !== 'public' ? parseTags(event, 'If-Match', violations) : undefined,
        ifNoneMatch: parseTags(event, 'If-None-Match', violations),
      };

const opaque = (tag: string) => tag.replace(/^W\//, '');

/** The strong comparison: a weak tag never matches. */
const matchesStrongly = (tags: Tags, current: string) => tags === '*' || tags.includes(current);

/** The weak comparison: a weak tag also matches. */
const matchesWeakly = (tags: Tags, current: string) => tags === '*' || tags.map(opaque).includes(current);

/** Whether the client has the current representation, so that a GET gets a 304 (RFC 9110, section 13.1.2). */
export const isCurrentForClient = ({ ifNoneMatch }: Conditions, current: string): boolean =>
  ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, current);

/**
 * Compares If-Match with the entity tag of the current representation, which is undefined when there is none. Throws
 * Refusal `precondition_failed` with that tag.
 */
export function requireMatch({ ifMatch }: Pick<Conditions, 'ifMatch'>, current: string | undefined): void {
  if (ifMatch === undefined || (current !== undefined && matchesStrongly(ifMatch, current))) return;
  const detail =
    current === undefined
      ? 'If-Match requires an existing version, but there is none.'
      : `If-Match does not match the current version, whose ETag is ${current}.`;
  throw new Refusal('precondition_failed', detail, current === undefined ? {} : { etag: current });
}

/** Checks the conditions of a write: If-Match as for a read, and If-None-Match must not match the current version. */
export function requireConditions(conditions: Conditions, current: string | undefined): void {
  requireMatch(conditions, current);
  if (current === undefined || !isCurrentForClient(conditions, current)) return;
  const detail = `If-None-Match excludes the current version, whose ETag is ${current}.`;
  throw new Refusal('precondition_failed', detail, { etag: current });
}

/** Whether the client has the page with this weak tag (RFC 9110, section 13.1.2). */
export function hasCurrentTag(event: EventHeaders, etag: string): boolean {
  const ifNoneMatch = header(event, 'if-none-match') ?? '';
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^(?!W\/)/, 'W/') === etag)
  );
}

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

interface PagedQuery {
  page: number;
  pageSize: number;
}

/**
 * The pagination of a list (interface 6.1): `next` has the current query parameters and the next page. Past the end,
 * `previous` is the last page with records.
 */
export function paging(
  { page, pageSize }: PagedQuery,
  total: number,
  pageAddress: (page: number) => string,
): Paging {
  const pages = Math.ceil(total / pageSize);
  const previous = Math.min(page - 1, pages);
  return {
    total,
    page,
    pages,
    pageSize,
    previous: previous >= 1 ? pageAddress(previous) : null,
    next: page < pages ? pageAddress(page + 1) : null,
  };
}
