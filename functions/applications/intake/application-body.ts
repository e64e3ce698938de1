import { APPLICATION_BODY_MAX_BYTES, ApplicationCreate } from '../../../schemas/application.ts';
import { BODY_MAX_DEPTH, FORM_MAX_FIELDS } from '../../../schemas/limits.ts';
import { toJsonFields, parseForm } from '../../http/form-body.ts';
import type { Incoming } from '../../http/incoming.ts';
import { readJson } from '../../http/json-body.ts';
import { formTypeOf } from '../../http/request-body.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import type { Question } from '../../../schemas/question.ts';
import type { FormField } from '../../http/multipart.ts';
import { answerTypes } from './answers.ts';

/** The prefix of form fields with answers; the id of the question follows. */
const ANSWER_PREFIX = 'answer.';

/**
 * The values of the fields with answers, by the ids of the questions: texts, and a file as an object that breaks the
 * schema.
 */
export type FormAnswers = ReadonlyMap<string, readonly unknown[]>;

const isAnswerField = ({ name }: FormField) => name.startsWith(ANSWER_PREFIX);

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Splits a form into its fields and its answers. Line breaks become those of JSON, and texts are trimmed. */
export function splitForm(form: readonly FormField[]): { fields: FormField[]; typed: FormAnswers } {
  const answers = form.filter(isAnswerField);
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
  // A repeated field has the wrong type, like a list.
  if (others.length > 0) return texts;
  if (text === '' || !question) return text;
  return answerTypes[question.type].parseText?.(text) ?? text;
}

/** Converts the answers of a form to those of a JSON body; undefined without any. */
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

const limits = {
  maxBytes: APPLICATION_BODY_MAX_BYTES,
  maxDepth: BODY_MAX_DEPTH,
  maxValues: FORM_MAX_FIELDS,
};

/** Replaces the JSON body of a request by its value. Refuses as `readJson` does. */
export const readApplicationJson = (event: Incoming): void => readJson(event, limits);

/**
 * Replaces the body of a request, JSON or form data with the same fields, by its value. Refuses as `readJson` and
 * `formOf` do.
 */
export function readApplicationBody(event: Incoming, { job }: Pick<OpenPosting, 'job'>): void {
  if (formTypeOf(event) === undefined) {
    readApplicationJson(event);
    return;
  }
  const { fields, typed } = splitForm(parseForm(event, APPLICATION_BODY_MAX_BYTES));
  event.body = { ...toJsonFields(fields, ApplicationCreate), ...toJsonAnswers(typed, job.questions ?? []) };
  event.isBase64Encoded = false;
}
