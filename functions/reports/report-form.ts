import { type ReportForm, reportForm } from '../../pages/public/report-form.ts';
import { HONEYPOT_FIELD } from '../../pages/public/form-parts.ts';
import {
  REPORT_BODY_MAX_BYTES,
  REPORT_EMAIL_MAX,
  REPORT_TEXT_MAX,
  reportReasons,
} from '../../schemas/report.ts';
import { toJsonFields, parseForm } from '../http/form-body.ts';
import { formats, isBlank } from '../validation/formats.ts';
import type { Incoming, PageOfProblem } from '../http/incoming.ts';
import type { ReportContent } from './report-mail.ts';
import { formProblems } from '../../pages/public/apply-words.ts';
import { formScript } from '../../pages/public/keep-text-script.ts';
import type { Page } from '../http/public-page-result.ts';
import type { PageRequest } from '../http/public-page.ts';
import { postingPath } from '../jobs/keys.ts';
import { closedPostingPage, postingFrame } from '../postings/posting/find-posting.ts';
import type { OpenPosting } from '../postings/posting/posting.ts';

type Prefill = NonNullable<ReportForm['typed']>;
type Problems = NonNullable<ReportForm['problems']>;

const form = {
  properties: Object.fromEntries(
    ['reason', 'text', 'email', HONEYPOT_FIELD].map((name) => [name, { type: 'string' } as const]),
  ),
};

/** A parsed report form. */
interface ParsedReport {
  /** The content of the report; undefined when a rule is broken. */
  content: ReportContent | undefined;
  /** Whether the honeypot, which people do not see, is filled in. */
  isTrapped: boolean;
  /** The values that the form shows again. */
  typed: Prefill;
  problems: Problems;
}

/** Characters are code points (guide: job-content 1). */
const isTooLong = (text: string, max: number) => Array.from(text).length > max;

/** Lists the broken rules. A field that was sent twice, or as a file, is malformed. */
function problemsOf({ reason, text, email }: Record<string, unknown>): Problems {
  const problems: Problems = {};
  const [details, address] = [text ?? '', email ?? ''];
  if (!reportReasons.some((each) => each === reason)) problems.reason = 'required';
  if (typeof details !== 'string' || !formats.text.validate(details)) problems.text = 'malformed';
  else if (isTooLong(details, REPORT_TEXT_MAX)) problems.text = 'too_long';
  else if (reason === 'other' && isBlank(details)) problems.text = 'required';
  if (typeof address !== 'string') problems.email = 'malformed';
  else if (isTooLong(address, REPORT_EMAIL_MAX)) problems.email = 'too_long';
  else if (address !== '' && !formats.email.validate(address)) problems.email = 'malformed';
  return problems;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Parses and validates the form of a report. Refuses as `parseForm` does. */
export function parseReport(event: Incoming): ParsedReport {
  const fields = toJsonFields(parseForm(event, REPORT_BODY_MAX_BYTES), form);
  const problems = problemsOf(fields);
  const [text, email] = [textOf(fields['text']), textOf(fields['email'])];
  const reason = reportReasons.find((each) => each === fields['reason']);
  const isValid = reason !== undefined && Object.keys(problems).length === 0;
  return {
    content: isValid ? { reason, text: isBlank(text) ? null : text, email: email || null } : undefined,
    isTrapped: (fields[HONEYPOT_FIELD] ?? '') !== '',
    typed: { reason: textOf(fields['reason']), text, email },
    problems,
  };
}

/** The values that a refused form shows again; undefined when the form cannot be parsed. */
function prefillFrom(event: Incoming): Prefill | undefined {
  try {
    return parseReport(event).typed;
  } catch {
    // The error page already names the problem.
    return undefined;
  }
}

/** Creates the pages of the report form. The posting is undefined until it is found. */
export function reportPage(request: PageRequest, posting?: OpenPosting) {
  const { event, id, siteAddress } = request;
  const frameAndHeading = posting && postingFrame(posting, request.frameFor);
  const { frame } = frameAndHeading ?? request;
  const postingUrl = siteAddress(postingPath(encodeURIComponent(id)));
  const page = (shown: Omit<ReportForm, 'title' | 'titleLanguage' | 'postingUrl'> = {}): Page => ({
    page: reportForm({ ...frameAndHeading?.heading, postingUrl, ...shown }, frame),
    frame,
    hasForm: true,
    script: formScript,
  });
  const closed = closedPostingPage(request);
  /** Shows the form again after a problem that is not the reader's, when the form can be parsed. */
  const onProblem: PageOfProblem = (code, error) => {
    const problem = formProblems.find((each) => each === code);
    const typed = problem && prefillFrom(event);
    return typed ? page({ typed, problem }) : closed(code, error);
  };
  return { frame, page, postingUrl, onProblem };
}
