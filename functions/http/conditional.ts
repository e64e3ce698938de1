import type { Operation } from '../../schemas/operations.ts';
import type { Violation } from '../../schemas/problem.ts';
import { Refusal } from '../domain/refusal.ts';
import { header } from './headers.ts';
import type { Incoming } from './incoming.ts';

/** What a condition names: any representation, or those with one of the entity tags, each as it was sent. */
type Tags = '*' | readonly string[];

/** The conditions of a request (RFC 9110, section 13.1). If-Modified-Since is none: its seconds are too coarse. */
export interface Conditions {
  ifMatch: Tags | undefined;
  ifNoneMatch: Tags | undefined;
}

/** One element of a list of entity tags, which may be empty (RFC 9110, sections 5.6.1 and 8.8.3). */
const element = /[ \t]*(?:((?:W\/)?"[!#-~\u0080-\u00ff]*")[ \t]*)?(?:,|$)/gy;

/** What a condition says; adds to the violations where it is malformed. */
function tagsOf(
  event: Incoming,
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
 * The conditions that a request carries; none on a POST, which is about something that is not there yet.
 * Adds to the violations where a header is malformed.
 */
export const conditionsOf = (
  event: Incoming,
  { method }: Pick<Operation, 'method'>,
  violations: Violation[],
): Conditions =>
  method === 'POST'
    ? unconditional
    : {
        ifMatch: tagsOf(event, 'If-Match', violations),
        ifNoneMatch: tagsOf(event, 'If-None-Match', violations),
      };

const opaque = (tag: string) => tag.replace(/^W\//, '');

/** The strong comparison: what is marked weak is equal to nothing. */
const names = (tags: Tags, current: string) => tags === '*' || tags.includes(current);

/** The weak comparison. */
const namesWeakly = (tags: Tags, current: string) => tags === '*' || tags.map(opaque).includes(current);

/** Whether the client has the current representation already: a GET is 304 then (RFC 9110, section 13.1.2). */
export const isKnown = ({ ifNoneMatch }: Conditions, current: string): boolean =>
  ifNoneMatch !== undefined && namesWeakly(ifNoneMatch, current);

/**
 * Judges a request by the entity tag of the current representation, undefined where there is none.
 * Throws Refusal `precondition_failed`, which carries that tag.
 */
export function requireMatch({ ifMatch }: Pick<Conditions, 'ifMatch'>, current: string | undefined): void {
  if (ifMatch === undefined || (current !== undefined && names(ifMatch, current))) return;
  const detail =
    current === undefined
      ? 'If-Match requires an existing version, but there is none.'
      : `If-Match does not match the current version, whose ETag is ${current}.`;
  throw new Refusal('precondition_failed', detail, current === undefined ? {} : { etag: current });
}

/** The same for a request that writes, which If-None-Match forbids where it names the current representation. */
export function requireConditions(conditions: Conditions, current: string | undefined): void {
  requireMatch(conditions, current);
  if (current === undefined || !isKnown(conditions, current)) return;
  const detail = `If-None-Match excludes the current version, whose ETag is ${current}.`;
  throw new Refusal('precondition_failed', detail, { etag: current });
}
