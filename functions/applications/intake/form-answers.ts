import type { Question } from '../../../schemas/question.ts';
import { toJsonFields } from '../../http/form-body.ts';
import type { FormField } from '../../http/form-field.ts';
import { answerTypes } from './answer-types.ts';

/** How the names of the fields with answers begin; the id of the question follows. */
const ANSWER_PREFIX = 'answer.';

/** The values of the fields with answers, by the ids of the questions: texts, and a file as the object that breaks the schema. */
export type FormAnswers = ReadonlyMap<string, readonly unknown[]>;

const isAnswerField = ({ name }: FormField) => name.startsWith(ANSWER_PREFIX);

export const isText = (value: unknown): value is string => typeof value === 'string';

/** The fields of a form without the answers, and the answers. Line breaks are those of JSON, and blanks around a text do not count. */
export function splitForm(form: readonly FormField[]): { fields: FormField[]; typed: FormAnswers } {
  const answers = form.filter(isAnswerField);
  const properties = Object.fromEntries(answers.map(({ name }) => [name, { type: 'string' } as const]));
  const values = Object.entries(toJsonFields(answers, { properties }));
  const typed = new Map(
    values.map(([name, value]) => [name.slice(ANSWER_PREFIX.length), [value].flat()] as const),
  );
  return { fields: form.filter((field) => !isAnswerField(field)), typed };
}

/** What the values of a field stand for. */
function toAnswerValue(values: readonly unknown[], question: Question | undefined): unknown {
  const file = values.find((value) => !isText(value));
  if (file !== undefined) return file;
  const texts = values.filter(isText);
  const filled = texts.filter((text) => text !== '');
  if (question?.type === 'choices') return filled.length > 0 ? filled : null;
  const [text = '', ...others] = texts;
  // A field that is there twice is of the wrong type, as a list is.
  if (others.length > 0) return texts;
  if (text === '' || !question) return text;
  return answerTypes[question.type].parseText?.(text) ?? text;
}

/** The answers of a form as a JSON body has them; none at all where it has none. */
export function toJsonAnswers(
  typed: FormAnswers,
  questions: readonly Question[],
): { answers?: { question: string; value: unknown }[] } {
  const asked = new Map(questions.map((question) => [question.id, question]));
  const answers = [...typed].map(([id, texts]) => ({
    question: id,
    value: toAnswerValue(texts, asked.get(id)),
  }));
  return answers.length > 0 ? { answers } : {};
}
