import type { FromSchema } from 'json-schema-to-ts';
import { listOf, objectOf } from './object.ts';
import { Question, QUESTIONS_MAX } from './question.ts';

/** The most characters of an answer, by the type of its question. */
export const ANSWER_MAX = { shortText: 255, longText: 5_000 } as const;

/** The largest answers of an application together, in bytes of UTF-8. */
export const ANSWERS_MAX_BYTES = 200_000;

/** What a question is answered by: texts, options, yes or no, a number. The type of the question says which. */
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

/** An answer as it is kept, with the question as it was asked. */
const Answer = objectOf('Answer', {
  question: objectOf('AnsweredQuestion', { id, text, type }),
  value: AnswerValue,
});

/** The answers of an application. */
export const answers = listOf(Answer);

export type Answer = FromSchema<typeof Answer>;
export type SentAnswer = FromSchema<typeof AnswerCreate>;
