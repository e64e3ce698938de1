import type { Warning } from '../domain/submission.ts';

/** The most warnings that one header names, and the longest text in one, in characters. */
const MOST = 20;
const LONGEST = 100;

/** A text as a Structured Field string holds it: printable ASCII (RFC 9651, section 3.3.3). */
const quoted = (text: string) =>
  `"${encodeURI(text.slice(0, LONGEST).toWellFormed()).replace(/%20/g, ' ').replace(/["\\]/g, '\\$&')}"`;

/** A warning as an item of the list: its code, with everything but the sentence as parameters. */
function item(warning: Warning): string {
  const { code, message: _, ...parameters } = warning;
  return [code, ...Object.entries(parameters).map(([name, text]) => `${name}=${quoted(text)}`)].join('; ');
}

/** The response header that tells of what did not fail the request: a list of Structured Fields. */
export const jobWarning = (warnings: readonly Warning[] = []): Record<string, string> =>
  warnings.length === 0 ? {} : { 'job-warning': warnings.slice(0, MOST).map(item).join(', ') };
