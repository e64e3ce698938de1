import { ApplicationCreate, applicationSource } from '../../../schemas/application.ts';
import { APPLICATION_BODY_MAX_BYTES } from '../../../schemas/limits.ts';
import { operations } from '../../../schemas/operations.ts';
import { toJsonFields, parseForm, type FormField } from '../../http/form-body.ts';
import type { Incoming } from '../../http/incoming.ts';
import { readJson } from '../../http/json-body.ts';
import { formTypeOf } from '../../http/request-body.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import type { Question } from '../../../schemas/question.ts';
import { answerTypes } from './answers.ts';
import { ISSUED_FIELD, type ApplyForm } from '../../../pages/public/apply-form.ts';
import { HONEYPOT_FIELD } from '../../../pages/public/form-parts.ts';
import { QUESTIONS_FIELD } from '../../../pages/public/questions.ts';
import { isBlank } from '../../validation/formats.ts';
import { unverifiedFileName } from './uploads.ts';
import { formFields } from '../../../pages/public/apply-words.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { Job } from '../../jobs/job/job.ts';
import { questionsIn } from '../../jobs/job/job-language.ts';
import { validate } from '../../http/validate.ts';
import { checkApplication, type ApplicationContent, type CheckUpload } from './new-application.ts';
import { hash } from 'node:crypto';

/** The prefix of the names of answer fields, before the id of the question. */
const ANSWER_PREFIX = 'answer.';

/** The values of answer fields, by the ids of their questions. A file is an object, which breaks the schema. */
type FormAnswers = ReadonlyMap<string, readonly unknown[]>;

const isAnswerField = ({ name }: FormField) => name.startsWith(ANSWER_PREFIX);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Splits a form into its fields and its answers. Converts line breaks to LF, and trims texts. */
export function splitForm(form: readonly FormField[]): { fields: FormField[]; typed: FormAnswers } {
  // PHP and jQuery end the name of a field with several values in [].
  const answers = form
    .filter(isAnswerField)
    .map((field) => ({ ...field, name: field.name.replace(/\[\]$/, '') }));
  const properties = Object.fromEntries(answers.map(({ name }) => [name, { type: 'string' } as const]));
  const values = Object.entries(toJsonFields(answers, { properties }));
  const typed = new Map(
    values.map(([name, value]) => [name.slice(ANSWER_PREFIX.length), [value].flat()] as const),
  );
  return { fields: form.filter((field) => !isAnswerField(field)), typed };
}

/** Converts the values of a field to an answer. */
function toAnswerValue(values: readonly unknown[], question: Question | undefined): unknown {
  const file = values.find((value) => !isText(value));
  if (file !== undefined) return file;
  const texts = values.filter(isText);
  const filled = texts.filter((text) => text !== '');
  if (question?.type === 'choices') return filled.length > 0 ? filled : null;
  const [text = '', ...others] = texts;
  // A repeated field becomes a list, which has the wrong type.
  if (others.length > 0) return texts;
  if (text === '' || !question) return text;
  return answerTypes[question.type].parseText?.(text) ?? text;
}

/** Converts the answers of a form to the `answers` of a JSON body; undefined without answers. */
export function toJsonAnswers(
  typed: FormAnswers,
  questions: readonly Question[],
): { answers?: { question: string; value: unknown }[] } {
  const questionsById = new Map(questions.map((question) => [question.id, question]));
  const answers = [...typed].map(([id, texts]) => ({
    question: id,
    value: toAnswerValue(texts, questionsById.get(id)),
  }));
  return answers.length > 0 ? { answers } : {};
}

/** Replaces a JSON or form body by its value. Refuses as `readJson` and `parseForm` do. */
export function readApplicationBody(event: Incoming, { job }: Pick<OpenPosting, 'job'>): void {
  if (formTypeOf(event) === undefined) {
    readJson(event, operations.createApplication.bodyLimits);
    return;
  }
  const { fields, typed } = splitForm(parseForm(event, APPLICATION_BODY_MAX_BYTES));
  event.body = { ...toJsonFields(fields, ApplicationCreate), ...toJsonAnswers(typed, job.questions ?? []) };
  event.isBase64Encoded = false;
}

/** The values that the form shows again. */
type Prefill = Pick<
  ApplyForm,
  'typed' | 'answers' | 'answeredDigest' | 'hasConsent' | 'hadFile' | 'upload' | 'issued'
>;

const textOf = (value: unknown): string => (isText(value) ? value : '');

const isFilledIn = (value: unknown) => value !== undefined && value !== '';

/** The id and file name of the upload that the form names in place of a file. */
function uploadOf(resume: unknown): Prefill['upload'] {
  if (typeof resume !== 'object' || resume === null || !('file' in resume)) return undefined;
  const id = textOf(resume.file);
  return { id, fileName: unverifiedFileName(id) };
}

/** Parses the fields of a form, its honeypot and the values to show again. Refuses as `parseForm` does. */
function parseFields(event: Incoming) {
  const form = splitForm(parseForm(event, APPLICATION_BODY_MAX_BYTES));
  // The fields that only the form has. They are local so that bundles of functions without a form do not contain them.
  const ownFields = {
    [HONEYPOT_FIELD]: { type: 'string' },
    [ISSUED_FIELD]: { type: 'string' },
    [QUESTIONS_FIELD]: { type: 'string' },
  } as const;
  const schema = { properties: { ...ApplicationCreate.properties, ...ownFields } };
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
  return { fields, answers: form.typed, isTrapped: isFilledIn(trap), prefill };
}

/** The values that a refused form shows again; undefined when the form cannot be parsed. */
export function prefillValues(event: Incoming): Prefill | undefined {
  try {
    return parseFields(event).prefill;
  } catch {
    // The error page already names the problem.
    return undefined;
  }
}

/** The query parameters that can name a source, in order of precedence. */
const sourceParameters = ['source', 'utm_source'];

/** Characters that one line of text cannot contain, and direction controls. */
const unsafeInLine = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** The source in the query of the form, as one line and shortened; null without a source. */
export function parseSource(rawQueryString: string): string | null {
  const query = new URLSearchParams(rawQueryString);
  const lines = sourceParameters.map((name) => {
    const line = (query.get(name) ?? '').replaceAll(unsafeInLine, ' ').trim();
    return Array.from(line).slice(0, applicationSource.maxLength).join('').trim();
  });
  return lines.find((line) => !isBlank(line)) ?? null;
}

/** A parsed form. */
interface ParsedForm {
  /** The application; undefined when a rule is broken. */
  content: ApplicationContent | undefined;
  isTrapped: boolean;
  prefill: Prefill;
  problems: Pick<ApplyForm, 'problems' | 'answerProblems' | 'haveChanged'>;
}

/** The code of the first violation of each field. An empty field counts as missing. */
function fieldProblems(
  violations: readonly Violation[],
  fields: Record<string, unknown>,
): NonNullable<ApplyForm['problems']> {
  const entries = violations.toReversed().map(({ pointer = '', code }): [string, Violation['code']] => {
    const field = pointer.split('/')[1] ?? '';
    return [field, fields[field] === '' ? 'required' : code];
  });
  const byField = new Map(entries);
  return Object.fromEntries(
    formFields.flatMap((field) => (byField.has(field) ? [[field, byField.get(field)]] : [])),
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

/** Parses and validates the form of an application in a language. Refuses as `parseForm` and `checkApplication` do. */
export async function parseApplicationForm(
  event: Incoming,
  job: Job,
  language: Language,
  checkUpload: CheckUpload,
): Promise<ParsedForm> {
  const questions = questionsIn(job, language);
  const { fields, answers: typed, isTrapped, prefill } = parseFields(event);
  const answers = toJsonAnswers(typed, questions);
  // Browsers do not send an unticked checkbox.
  const body = { consent: false, ...fields, ...answers, source: parseSource(event.rawQueryString) };
  // The form obeys the rules of the JSON operation.
  const { submission } = validate('createApplication')({ ...event, body });
  const { content, violations, missing } = await checkApplication(
    submission as Parameters<typeof checkApplication>[0],
    questions,
    checkUpload,
  );
  const answerProblems = toAnswerProblems(violations, answers);
  for (const { id } of missing) answerProblems.set(id, 'required');
  const questionIds = new Set(questions.map(({ id }) => id));
  const hasOthers = [...typed.keys()].some((id) => !questionIds.has(id));
  const haveChanged = hasOthers || prefill.answeredDigest !== questionsDigest(job);
  return {
    content: violations.length > 0 || haveChanged ? undefined : content,
    isTrapped,
    prefill,
    problems: { problems: fieldProblems(violations, fields), answerProblems, haveChanged },
  };
}

/**
 * Hashes the questions of a job in all languages, so that a form can tell whether they are still the same; empty without
 * questions. Whether they are required does not count.
 */
export function questionsDigest({
  questions,
  translations,
}: Pick<Job, 'questions' | 'translations'>): string {
  if (!questions || questions.length === 0) return '';
  const translated = Object.values(translations ?? {}).flatMap((each) => each?.questions ?? []);
  const texts = [...questions.map(({ id, text, type, options }) => [id, text, type, options]), ...translated];
  return hash('sha256', JSON.stringify(texts)).slice(0, DIGEST_LENGTH);
}

const DIGEST_LENGTH = 16;
