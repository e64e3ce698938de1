import type { FromSchema } from 'json-schema-to-ts';
import { objectOf } from './object.ts';

/** The maximum number of questions of a job, and of options of a question. */
export const QUESTIONS_MAX = 20;
const OPTIONS_MAX = 50;

/** The minimum number of options of a question with options: a single option leaves no choice. */
export const OPTIONS_MIN = 2;

/** The type of a question's answer (guide: applying 7). */
const QuestionType = {
  $id: 'QuestionType',
  type: 'string',
  enum: ['shortText', 'longText', 'yesNo', 'choice', 'choices', 'number', 'date'],
} as const;

const members = {
  id: { type: 'string', maxLength: 50, format: 'question-id' },
  text: { type: 'string', maxLength: 500, format: 'line' },
  type: QuestionType,
  required: { type: 'boolean' },
  options: {
    type: 'array',
    maxItems: OPTIONS_MAX,
    // Form data has no spaces around a value.
    items: { type: 'string', minLength: 1, maxLength: 200, format: 'trimmed-line' },
  },
} as const;

/** A question that a job asks its candidates. */
export const Question = objectOf('Question', members);

/** A question as a client sends it. */
export const QuestionWrite = objectOf(
  'QuestionWrite',
  {
    ...members,
    id: { ...members.id, type: ['string', 'null'] },
    required: { ...members.required, type: ['boolean', 'null'] },
    options: { ...members.options, type: ['array', 'null'] },
  },
  ['text', 'type'],
);

/** The translation of a question. It has as many options as the question, in the order of the question. */
export const TranslatedQuestion = objectOf(
  'TranslatedQuestion',
  { id: members.id, text: members.text, options: { ...members.options, type: ['array', 'null'] } },
  ['id', 'text'],
);

export type QuestionType = FromSchema<typeof QuestionType>;
export type Question = FromSchema<typeof Question>;
export type QuestionWrite = FromSchema<typeof QuestionWrite>;
