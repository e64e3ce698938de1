import type { ReportForm } from '../../pages/public/report-form.ts';
import { HONEYPOT_FIELD } from '../../pages/public/honeypot-field.ts';
import {
  REPORT_BODY_MAX_BYTES,
  REPORT_EMAIL_MAX,
  REPORT_TEXT_MAX,
  reportReasons,
} from '../../schemas/report.ts';
import { fieldsOfForm, formOf } from '../http/form-body.ts';
import { formats } from '../validation/formats.ts';
import type { Incoming } from '../http/incoming.ts';
import { isBlank } from '../platform/text/characters.ts';
import type { ReportContent } from './domain/report.ts';

type Typed = NonNullable<ReportForm['typed']>;
type Problems = NonNullable<ReportForm['problems']>;

const form = {
  properties: Object.fromEntries(
    ['reason', 'text', 'email', HONEYPOT_FIELD].map((name) => [name, { type: 'string' } as const]),
  ),
};

/** A report as it was sent, with what the form shows again. */
export interface SentReport {
  /** Undefined if a rule is broken. */
  content: ReportContent | undefined;
  /** Whether the field is filled in that no person sees. */
  isTrapped: boolean;
  typed: Typed;
  problems: Problems;
}

/** Characters are code points (interface 2.1). */
const isTooLong = (text: string, most: number) => Array.from(text).length > most;

/** Every rule that a report breaks. A field that is there twice, or as a file, is no text. */
function problemsOf({ reason, text, email }: Record<string, unknown>): Problems {
  const problems: Problems = {};
  const [said, address] = [text ?? '', email ?? ''];
  if (!reportReasons.some((each) => each === reason)) problems.reason = 'required';
  if (typeof said !== 'string' || !formats.text.validate(said)) problems.text = 'malformed';
  else if (isTooLong(said, REPORT_TEXT_MAX)) problems.text = 'too_long';
  else if (reason === 'other' && isBlank(said)) problems.text = 'required';
  if (typeof address !== 'string') problems.email = 'malformed';
  else if (isTooLong(address, REPORT_EMAIL_MAX)) problems.email = 'too_long';
  else if (address !== '' && !formats.email.validate(address)) problems.email = 'malformed';
  return problems;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads and checks the form of a report. Refuses as `formOf` does. */
export function sentReport(event: Incoming): SentReport {
  const fields = fieldsOfForm(formOf(event, REPORT_BODY_MAX_BYTES), form);
  const problems = problemsOf(fields);
  const [text, email] = [textOf(fields['text']), textOf(fields['email'])];
  const reason = reportReasons.find((each) => each === fields['reason']);
  const isWhole = reason !== undefined && Object.keys(problems).length === 0;
  return {
    content: isWhole ? { reason, text: isBlank(text) ? null : text, email: email || null } : undefined,
    isTrapped: (fields[HONEYPOT_FIELD] ?? '') !== '',
    typed: { reason: textOf(fields['reason']), text, email },
    problems,
  };
}

/** What the form shows again if it could not be received; undefined if it cannot be read. */
export function typedAgain(event: Incoming): Typed | undefined {
  try {
    return sentReport(event).typed;
  } catch {
    // Whoever sent it is told why it was not received, not what came of that.
    return undefined;
  }
}
