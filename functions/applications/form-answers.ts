import type { SentAnswer } from '../../schemas/answer.ts';
import type { Question } from '../../schemas/question.ts';
import type { FormField } from '../http/form-field.ts';
import { answerTypes } from './domain/answer-types.ts';

/** How the names of the fields with answers begin; the id of the question follows. */
export const ANSWER_PREFIX = 'answer.';

/** The texts of the fields with answers, by the ids of the questions; a file counts as its name. */
export type TypedAnswers = ReadonlyMap<string, readonly string[]>;

const isAnswer = ({ name }: FormField) => name.startsWith(ANSWER_PREFIX);

/** The fields of a form without the answers, and the answers. Line breaks are those of JSON, and blanks around a text do not count. */
export function splitForm(form: readonly FormField[]): { fields: FormField[]; typed: TypedAnswers } {
  const typed = new Map<string, string[]>();
  for (const field of form.filter(isAnswer)) {
    const id = field.name.slice(ANSWER_PREFIX.length);
    const text = ('text' in field ? field.text : field.fileName).replaceAll('\r\n', '\n').trim();
    const earlier = typed.get(id);
    if (earlier) earlier.push(text);
    else typed.set(id, [text]);
  }
  return { fields: form.filter((field) => !isAnswer(field)), typed };
}

/** What the texts of a field stand for. */
function valueOf(texts: readonly string[], question: Question | undefined): SentAnswer['value'] {
  const filled = texts.filter((text) => text !== '');
  if (question?.type === 'choices') return filled.length > 0 ? filled : null;
  const [text = '', ...others] = texts;
  // A field that is there twice is of the wrong type, as a list is.
  if (others.length > 0) return [...texts];
  if (text === '' || !question) return text;
  return answerTypes[question.type].fromText?.(text) ?? text;
}

/** The answers of a form as a JSON body has them; none at all where it has none. */
export function sentAnswersOf(
  typed: TypedAnswers,
  questions: readonly Question[],
): { answers?: SentAnswer[] } {
  const asked = new Map(questions.map((question) => [question.id, question]));
  const answers = [...typed].map(([id, texts]) => ({ question: id, value: valueOf(texts, asked.get(id)) }));
  return answers.length > 0 ? { answers } : {};
}
