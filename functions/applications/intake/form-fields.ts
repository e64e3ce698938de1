import { ISSUED_FIELD, type ApplyForm } from '../../../pages/public/apply-form.ts';
import { HONEYPOT_FIELD } from '../../../pages/public/honeypot-field.ts';
import { QUESTIONS_FIELD } from '../../../pages/public/questions.ts';
import {
  APPLICATION_BODY_MAX_BYTES,
  ApplicationCreate,
  applicationSource,
} from '../../../schemas/application.ts';
import { parseForm, toJsonFields } from '../../http/form-body.ts';
import type { Incoming } from '../../http/incoming.ts';
import { isBlank } from '../../platform/text.ts';
import { isText, splitForm, toJsonAnswers } from './application-body.ts';
import { unverifiedFileName } from './upload-id.ts';
import { formFields, type FormField } from '../../../pages/public/apply-words.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Question } from '../../../schemas/question.ts';
import { validate } from '../../http/validate.ts';
import { checkApplication, type ApplicationContent, type CheckUpload } from './application-content.ts';
import { questionsDigest } from './apply-form.ts';

/** The values that the form shows again. */
export type Prefill = Pick<
  ApplyForm,
  'typed' | 'answers' | 'answeredDigest' | 'hasConsent' | 'hadFile' | 'upload' | 'issued'
>;

/** The fields that only the form has. */
const ownFields = {
  [HONEYPOT_FIELD]: { type: 'string' },
  [ISSUED_FIELD]: { type: 'string' },
  [QUESTIONS_FIELD]: { type: 'string' },
} as const;

const schema = { properties: { ...ApplicationCreate.properties, ...ownFields } };

const textOf = (value: unknown): string => (isText(value) ? value : '');

const isFilledIn = (value: unknown) => value !== undefined && value !== '';

/** The upload that replaces a file. */
function uploadOf(resume: unknown): Prefill['upload'] {
  if (typeof resume !== 'object' || resume === null || !('file' in resume)) return undefined;
  const id = textOf(resume.file);
  return { id, fileName: unverifiedFileName(id) };
}

/**
 * Parses the fields of a form, whether its honeypot is filled in, and the values to show again. Refuses as `formOf`
 * does.
 */
function parseFields(event: Incoming) {
  const form = splitForm(parseForm(event, APPLICATION_BODY_MAX_BYTES));
  const {
    [HONEYPOT_FIELD]: trap,
    [ISSUED_FIELD]: issued,
    [QUESTIONS_FIELD]: digest,
    ...fields
  } = toJsonFields(form.fields, schema);
  const { name, email, telephone, coverLetter, consent, resume } = fields;
  const upload = uploadOf(resume);
  const prefill: Prefill = {
    typed: {
      name: textOf(name),
      email: textOf(email),
      telephone: textOf(telephone),
      coverLetter: textOf(coverLetter),
    },
    answers: new Map([...form.typed].map(([id, values]) => [id, values.filter(isText)])),
    answeredDigest: textOf(digest),
    hasConsent: consent === true,
    hadFile: isFilledIn(resume) && upload === undefined,
    upload,
    issued: textOf(issued),
  };
  return { fields, answers: form.typed, isTrapped: isFilledIn(trap), shown: prefill };
}

/** The values that a form shows again that could not be received; undefined when it cannot be parsed. */
export function prefillValues(event: Incoming): Prefill | undefined {
  try {
    return parseFields(event).shown;
  } catch {
    // The page already names the problem.
    return undefined;
  }
}

/** The query parameters that name a source, in the order of precedence. */
const sourceParameters = ['source', 'utm_source'];

/** Characters that one line of text cannot contain, and direction controls. */
const unsafeInLine = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** The source in the query of the form: its beginning as one line; null when there is none. */
export function parseSource(rawQueryString: string): string | null {
  const query = new URLSearchParams(rawQueryString);
  const lines = sourceParameters.map((name) => {
    const line = (query.get(name) ?? '').replaceAll(unsafeInLine, ' ').trim();
    return Array.from(line).slice(0, applicationSource.maxLength).join('').trim();
  });
  return lines.find((line) => !isBlank(line)) ?? null;
}

/** A parsed form. */
export interface ParsedForm {
  /** Undefined when a rule is broken. */
  content: ApplicationContent | undefined;
  isTrapped: boolean;
  shown: Prefill;
  problems: Pick<ApplyForm, 'problems' | 'answerProblems' | 'haveChanged'>;
}

const validateFields = validate('createApplication');

/** The code of the first violation of each field. An empty field counts as missing. */
function fieldProblems(
  violations: readonly Violation[],
  fields: Record<string, unknown>,
): NonNullable<ApplyForm['problems']> {
  const first = violations.toReversed().map(({ pointer = '', code }): [string, Violation['code']] => {
    const field = pointer.split('/')[1] ?? '';
    return [field, fields[field] === '' ? 'required' : code];
  });
  const byField = new Map(first);
  return Object.fromEntries(
    formFields.flatMap((field: FormField) => (byField.has(field) ? [[field, byField.get(field)]] : [])),
  );
}

/** The code of the first violation of each answer to a question of the job. */
function toAnswerProblems(
  violations: readonly Violation[],
  { answers = [] }: ReturnType<typeof toJsonAnswers>,
) {
  const codes = violations.toReversed().flatMap(({ pointer = '', code }): [string, Violation['code']][] => {
    const [, field, index = ''] = pointer.split('/');
    const id = field === 'answers' && index !== '' && answers[Number(index)]?.question;
    return id ? [[id, code]] : [];
  });
  return new Map(codes);
}

/** Parses and validates the form of an application. Refuses as `formOf` and `checkApplication` do. */
export async function parseApplicationForm(
  event: Incoming,
  questions: readonly Question[],
  judgeUpload: CheckUpload,
): Promise<ParsedForm> {
  const { fields, answers: typed, isTrapped, shown } = parseFields(event);
  const answers = toJsonAnswers(typed, questions);
  // Browsers do not send an unticked box.
  const { submission } = validateFields({
    ...event,
    body: { consent: false, ...fields, ...answers, source: parseSource(event.rawQueryString) },
  });
  const { content, violations, missing } = await checkApplication(
    submission as Parameters<typeof checkApplication>[0],
    { questions, judgeUpload },
  );
  const answerProblems = toAnswerProblems(violations, answers);
  for (const { id } of missing) answerProblems.set(id, 'required');
  const questionIds = new Set(questions.map(({ id }) => id));
  const hasOthers = [...typed.keys()].some((id) => !questionIds.has(id));
  const haveChanged = hasOthers || shown.answeredDigest !== questionsDigest(questions);
  return {
    content: violations.length > 0 || haveChanged ? undefined : content,
    isTrapped,
    shown,
    problems: { problems: fieldProblems(violations, fields), answerProblems, haveChanged },
  };
}
