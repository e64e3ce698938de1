import { createHash } from 'node:crypto';
import type { Violation } from '../../../schemas/problem.ts';
import {
  OPTIONS_MIN,
  type Question,
  type QuestionType,
  type QuestionWrite,
} from '../../../schemas/question.ts';
import type { ValidParts } from '../../validation/submission.ts';

/** A question as it was sent, without its invalid parts. */
type Sent = Partial<ValidParts<QuestionWrite>>;

/** The types of questions that have options. */
const withOptions: ReadonlySet<QuestionType | undefined> = new Set(['choice', 'choices'] as const);

/** Which entries of a list were there before. */
function repeatedIn(values: readonly unknown[]): boolean[] {
  const before = new Set<unknown>();
  return values.map((value) => {
    const isRepeated = value !== undefined && before.has(value);
    before.add(value);
    return isRepeated;
  });
}

const ID_LENGTH = 12;

/** A name for a question without one: the same for what is asked alike, so that a list that is sent again is the same list. */
const idOf = ({ text, type, options }: Pick<Question, 'text' | 'type' | 'options'>): string =>
  createHash('sha256')
    .update(JSON.stringify([text, type, options]))
    .digest('hex')
    .slice(0, ID_LENGTH);

const questionOf = ({ id, text = '', type = 'shortText', required, options }: Sent): Question => {
  const known = (options ?? []).map((option) => option ?? '');
  return {
    id: id ?? idOf({ text, type, options: known }),
    text,
    type,
    required: required ?? false,
    options: known,
  };
};

/** The rule that the options of a question break as a whole. */
function optionsFault({ type, options }: Sent, index: number): Violation[] {
  if (type === undefined) return [];
  const [pointer, name] = [`/questions/${index}/options`, `questions[${index}].options`];
  const count = options?.length ?? 0;
  if (!withOptions.has(type) && count > 0) {
    const message = `${name} must be left out: a question of the type ${type} has none.`;
    return [{ pointer, code: 'not_allowed', message }];
  }
  return withOptions.has(type) && count < OPTIONS_MIN
    ? [{ pointer, code: 'too_few', message: `${name} must have at least ${OPTIONS_MIN} entries.` }]
    : [];
}

const repeated = (pointer: string, name: string): Violation => ({
  pointer,
  code: 'repeated',
  message: `${name} must not be there a second time.`,
});

function repeatedOptions(sent: Sent, index: number): Violation[] {
  const place = (option: number) =>
    repeated(`/questions/${index}/options/${option}`, `questions[${index}].options[${option}]`);
  return repeatedIn(sent.options ?? []).flatMap((isRepeated, option) => (isRepeated ? [place(option)] : []));
}

/** The questions that a client sent, each with an id, and the rules that they break (interface 2.13); null for none. */
export function parseQuestions(sent: readonly (Sent | undefined)[] | null): {
  questions: Question[] | null;
  broken: Violation[];
} {
  const known: Sent[] = (sent ?? []).map((question) => question ?? {});
  const questions = known.map(questionOf);
  const isWhole = ({ id, text, type }: Sent) => Boolean(id) || (text !== undefined && type !== undefined);
  const isRepeated = repeatedIn(
    questions.map(({ id }, index) => (isWhole(known[index] ?? {}) ? id : undefined)),
  );
  const broken = known.flatMap((question, index) => [
    ...(isRepeated[index] ? [repeated(`/questions/${index}/id`, `questions[${index}].id`)] : []),
    ...optionsFault(question, index),
    ...repeatedOptions(question, index),
  ]);
  return { questions: questions.length > 0 ? questions : null, broken };
}
