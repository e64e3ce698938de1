import type { Paging } from '../../schemas/list.ts';
import type { Operation } from '../../schemas/operations.ts';
import { type OperationResult, type Outgoing, header, type EventHeaders } from './incoming.ts';
import type { Warning } from '../validation/submission.ts';
import type { Violation } from '../../schemas/problem.ts';
import { Refusal } from '../platform/errors.ts';
import { hash } from 'node:crypto';

/** The length of an entity tag in characters. It contains 132 bits of a hash, so that collisions do not occur. */
const LENGTH = 22;

/**
 * The strong entity tag of a representation (RFC 9110, section 8.8.3), which is a hash of its content. It needs no
 * secret and no version, so it survives deployments, and lists can have one too.
 */
export const entityTagOf = (text: string | Uint8Array): string =>
  `"${hash('sha256', text, 'base64url').slice(0, LENGTH)}"`;

/** A condition matches any representation, or one of these entity tags as sent. */
type Tags = '*' | readonly string[];

/** The conditions of a request (RFC 9110, section 13.1). A date is in milliseconds, NaN if there is none to evaluate. */
export interface Conditions {
  ifMatch: Tags | undefined;
  ifNoneMatch: Tags | undefined;
  ifModifiedSince: number;
  ifUnmodifiedSince: number;
}

/** The validators of a representation: its tag, and when it last changed, in seconds since 1970, if that is known. */
interface Version {
  etag: string;
  modifiedAt?: number | null | undefined;
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
  const parsedLength = elements.reduce((length, [whole]) => length + whole.length, 0);
  if (tags.length > 0 && parsedLength === value.length) return tags;
  const message = `${name} must be * or a list of entity tags in double quotes, copied from ETag headers.`;
  violations.push({ header: name, code: 'malformed', message });
  return undefined;
}

/** A date in one of the three forms of RFC 9110, section 5.6.7. Only the last one does not end with GMT. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

/** Parses a date. NaN when it is not an HTTP date, or when the condition on tags that precedes it was sent. */
function parseDate(event: EventHeaders, name: string, preceding: string): number {
  const value = header(event, name)?.trim() ?? '';
  if (!httpDate.test(value) || header(event, preceding) !== undefined) return Number.NaN;
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
}

/** The conditions of a request that has none. */
const unconditional: Conditions = {
  ifMatch: undefined,
  ifNoneMatch: undefined,
  ifModifiedSince: Number.NaN,
  ifUnmodifiedSince: Number.NaN,
};

/**
 * Parses the conditions of a request. A POST and a redirect have none, since there is no current version to compare
 * with (RFC 9110, section 13.2.1). Adds a violation for each malformed list of tags; a malformed date is ignored.
 */
export const parseConditions = (
  event: EventHeaders,
  { method, redirects }: Pick<Operation, 'method' | 'redirects'>,
  violations: Violation[],
): Conditions =>
  method === 'POST' || redirects
    ? unconditional
    : {
        ifMatch: parseTags(event, 'If-Match', violations),
        ifNoneMatch: parseTags(event, 'If-None-Match', violations),
        ifModifiedSince: parseDate(event, 'if-modified-since', 'if-none-match'),
        ifUnmodifiedSince: parseDate(event, 'if-unmodified-since', 'if-match'),
      };

const opaque = (tag: string) => tag.replace(/^W\//, '');

/** The strong comparison: a weak tag never matches. */
const matchesStrongly = (tags: Tags, current: string) =>
  tags === '*' || (!current.startsWith('W/') && tags.includes(current));

/** The weak comparison: a weak tag also matches. */
const matchesWeakly = (tags: Tags | undefined, current: string) =>
  tags === '*' || tags?.map(opaque).includes(opaque(current)) === true;

const millisOf = ({ modifiedAt }: Version) =>
  typeof modifiedAt === 'number' ? modifiedAt * 1_000 : Number.NaN;

/** The rule that If-Match or If-Unmodified-Since breaks for the current representation, if there is one. */
function failureOf(
  { ifMatch, ifUnmodifiedSince }: Conditions,
  current: Version | undefined,
): string | undefined {
  if (!current) return ifMatch && 'If-Match requires an existing version, but there is none.';
  if (ifMatch && !matchesStrongly(ifMatch, current.etag)) {
    return `If-Match does not match the current version, whose ETag is ${current.etag}.`;
  }
  if (!(millisOf(current) > ifUnmodifiedSince)) return undefined;
  return `The current version, whose ETag is ${current.etag}, is newer than If-Unmodified-Since.`;
}

/** Checks If-Match and If-Unmodified-Since. Throws Refusal `precondition_failed` with the tag of the current version. */
function requireMatch(conditions: Conditions, current: Version | undefined): void {
  const detail = failureOf(conditions, current);
  if (detail !== undefined) {
    throw new Refusal('precondition_failed', detail, current ? { etag: current.etag } : {});
  }
}

/**
 * Checks the conditions of a write: as for a read, and If-None-Match must not match the current version, which is
 * computed only if the request has a condition.
 */
export function requireConditions(conditions: Conditions, versionOf: () => Version | undefined): void {
  const { ifMatch, ifNoneMatch, ifUnmodifiedSince } = conditions;
  if (!ifMatch && !ifNoneMatch && Number.isNaN(ifUnmodifiedSince)) return;
  const current = versionOf();
  requireMatch(conditions, current);
  if (!current || !matchesWeakly(conditions.ifNoneMatch, current.etag)) return;
  const detail = `If-None-Match excludes the current version, whose ETag is ${current.etag}.`;
  throw new Refusal('precondition_failed', detail, { etag: current.etag });
}

/**
 * The response to a GET of a page or file whose conditions need no content: 304 or 412, otherwise undefined. The dates
 * must be equal for a 304: after a clock was set back, a newer file has an earlier date.
 */
export function contentlessResponse(
  event: EventHeaders,
  version: Version,
  headers: Record<string, string>,
): Outgoing | undefined {
  const conditions = parseConditions(event, { method: 'GET' }, []);
  if (failureOf(conditions, version) !== undefined) {
    return { statusCode: 412, headers: { etag: version.etag, 'cache-control': 'no-store' } };
  }
  const isCurrent =
    matchesWeakly(conditions.ifNoneMatch, version.etag) || millisOf(version) === conditions.ifModifiedSince;
  return isCurrent ? { statusCode: 304, headers } : undefined;
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
  result: OperationResult,
  conditions: Conditions,
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
    const current = { etag, modifiedAt };
    requireMatch(conditions, current);
    if (matchesWeakly(conditions.ifNoneMatch, etag) || millisOf(current) <= conditions.ifModifiedSince) {
      return { statusCode: 304, headers: withValidators };
    }
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
 * The pagination of a list (guide: paging 1): `next` has the current query parameters and the next page. Past the end,
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
