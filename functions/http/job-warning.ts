import type { Warning } from '../validation/submission.ts';

/** The maximum number of warnings in one header, and the maximum length of a text in it in characters. */
const MAX_WARNINGS = 20;
const MAX_LENGTH = 100;

/** Encodes a text as a Structured Field string, which is printable ASCII (RFC 9651, section 3.3.3). */
const encodeString = (text: string) =>
  `"${encodeURI(text.slice(0, MAX_LENGTH).toWellFormed()).replace(/%20/g, ' ').replace(/["\\]/g, '\\$&')}"`;

/** Encodes a warning as a list item: its code, with everything except the message as parameters. */
function encodeItem(warning: Warning): string {
  const { code, message: _, ...parameters } = warning;
  return [code, ...Object.entries(parameters).map(([name, text]) => `${name}=${encodeString(text)}`)].join(
    '; ',
  );
}

/** The response header with the warnings of a request: a list of Structured Fields. */
export const jobWarning = (warnings: readonly Warning[] = []): Record<string, string> =>
  warnings.length === 0 ? {} : { 'job-warning': warnings.slice(0, MAX_WARNINGS).map(encodeItem).join(', ') };
