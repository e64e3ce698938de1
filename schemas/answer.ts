import type { FromSchema } from 'json-schema-to-ts';
import { listOf, objectOf } from './object.ts';
import { Question, QUESTIONS_MAX } from './question.ts';

/** The maximum length of a text answer, in characters, by question type. */
export const ANSWER_MAX = { shortText: 255, longText: 5_000 } as const;

/** The earliest date of an answer: an earlier one is a slip, such as a year of two digits or a program's zero. */
export const ANSWER_DATE_MIN = '1950-01-01';

/** The maximum size of all answers of an application, in bytes of UTF-8. */
export const ANSWERS_MAX_BYTES = 200_000;

/** The value of an answer: a text, options, yes or no, or a number, according to the type of the question. */
const AnswerValue = {
  $id: 'AnswerValue',
  type: ['string', 'boolean', 'number', 'array'],
  maxLength: ANSWER_MAX.longText,
  items: { type: 'string' },
} as const;

/** An answer as a candidate sends it. */
const AnswerCreate = objectOf('AnswerCreate', {
  question: { type: 'string' },
  value: { ...AnswerValue, type: [...AnswerValue.type, 'null'] },
});

/** The answers of a candidate. */
export const sentAnswers = { ...listOf(AnswerCreate), maxItems: QUESTIONS_MAX } as const;

const { id, text, type } = Question.properties;

/** A stored answer, with the question as the candidate saw it. */
const Answer = objectOf('Answer', {
  question: objectOf('AnsweredQuestion', { id, text, type }),
  value: AnswerValue,
});

/** The answers of an application. */
export const answers = listOf(Answer);

export type Answer = FromSchema<typeof Answer>;
export type SentAnswer = FromSchema<typeof AnswerCreate>;
