import { ANSWERS_MAX_BYTES, type Answer, type SentAnswer } from '../../../schemas/answer.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Question } from '../../../schemas/question.ts';
import { isBlank } from '../../platform/text.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ValidParts } from '../../validation/submission.ts';
import { answerTypes } from './answer-types.ts';

/** Answers as sent, without their invalid parts. */
type SubmittedAnswers = readonly (ValidParts<SentAnswer> | undefined)[];

type SubmittedValue = ValidParts<SentAnswer>['value'];

const byteLength = (value: SubmittedValue): number =>
  [value].flat().reduce<number>((sum, each) => sum + Buffer.byteLength(String(each ?? '')), 0);

/** The bytes of the values of answers, in UTF-8. */
export const answersByteLength = (answers: readonly ({ value?: SubmittedValue } | undefined)[]): number =>
  answers.reduce((sum, answer) => sum + byteLength(answer?.value), 0);

/** Throws Refusal `content_too_large`. */
function requireSize(sent: SubmittedAnswers): void {
  const bytes = answersByteLength(sent);
  if (bytes <= ANSWERS_MAX_BYTES) return;
  throw new Refusal(
    'content_too_large',
    `The answers may be at most ${ANSWERS_MAX_BYTES} bytes together, not ${bytes}.`,
  );
}

/** Whether a value is empty. */
const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && isBlank(value));

const answerViolation = (
  index: number,
  member: string,
  code: Violation['code'],
  rule: string,
): Violation => ({
  pointer: `/answers/${index}/${member}`,
  code,
  message: `answers[${index}].${member} must ${rule}.`,
});

/** The violation of one answer to a question of the job; none when `value` already breaks the schema. */
function checkAnswer({ value }: ValidParts<SentAnswer>, question: Question, index: number): Violation[] {
  if (value === undefined || isEmpty(value)) return [];
  const fault = answerTypes[question.type].findFault(value as Answer['value'], question);
  return fault ? [answerViolation(index, 'value', fault.code, fault.rule)] : [];
}

/** The valid answers, and the violations of the others. */
interface CheckedAnswers {
  /** In the order of the questions. */
  answers: Answer[];
  violations: Violation[];
  /** The required questions without an answer. */
  missing: Question[];
}

/** The violation for a missing answer. */
export const answerRequired = ({ id }: Question): Violation => ({
  pointer: '/answers',
  code: 'required',
  message: `answers must have an answer to the question ${id}.`,
});

/** Validates answers by the questions of their job (interface 2.13). Throws Refusal `content_too_large`. */
export function checkAnswers(questions: readonly Question[], sent: SubmittedAnswers): CheckedAnswers {
  requireSize(sent);
  const questionsById = new Map(questions.map((question) => [question.id, question]));
  const answersById = new Map<string, ValidParts<SentAnswer>>();
  const violations = sent.flatMap((answer, index) => {
    if (answer?.question === undefined) return [];
    const question = questionsById.get(answer.question);
    if (!question) {
      return [answerViolation(index, 'question', 'question_unknown', 'be the id of a question of the job')];
    }
    if (answersById.has(question.id)) {
      return [answerViolation(index, 'question', 'repeated', 'not be there a second time')];
    }
    answersById.set(question.id, answer);
    return checkAnswer(answer, question, index);
  });
  const isAnswered = ({ id }: Question) => answersById.has(id) && !isEmpty(answersById.get(id)?.value);
  const answers = questions.filter(isAnswered).map(({ id, text, type }) => ({
    question: { id, text, type },
    value: answersById.get(id)?.value as Answer['value'],
  }));
  const missing = questions.filter((question) => question.required && !isAnswered(question));
  return { answers, violations, missing };
}
