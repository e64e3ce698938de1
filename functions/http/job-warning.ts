import type { Submission, Warning } from '../domain/submission.ts';

/** The most warnings that one header names, and the longest text in one, in characters. */
const MOST = 20;
const LONGEST = 100;

/** A text as a Structured Field string holds it: printable ASCII (RFC 9651, section 3.3.3). */
const quoted = (text: string) =>
  `"${encodeURI(text.slice(0, LONGEST).toWellFormed()).replace(/%20/g, ' ').replace(/["\\]/g, '\\$&')}"`;

const item = ({ code, pointer, removed }: Warning) =>
  [code, `pointer=${quoted(pointer)}`, ...(removed === undefined ? [] : [`removed=${quoted(removed)}`])].join(
    '; ',
  );

/** The response header that tells of what did not fail the request: a list of Structured Fields. */
export function jobWarning(submission?: Submission): Record<string, string> {
  const warnings = submission ? [...submission.warnings, ...submission.jobWarnings] : [];
  return warnings.length === 0 ? {} : { 'job-warning': warnings.slice(0, MOST).map(item).join(', ') };
}
