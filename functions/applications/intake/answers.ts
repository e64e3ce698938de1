import {
  ANSWER_DATE_MIN,
  ANSWER_MAX,
  type Answer,
  ANSWERS_MAX_BYTES,
  type SentAnswer,
} from '../../../schemas/answer.ts';
import type { Question, QuestionType } from '../../../schemas/question.ts';
import { AMOUNT_MAX } from '../../../schemas/limits.ts';
import type { ViolationCode } from '../../../schemas/violations.ts';
import { hasFourDecimals } from '../../validation/amount.ts';
import { formats, isBlank, withLineFeeds } from '../../validation/formats.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { AskedQuestion } from '../../jobs/job/job-language.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ValidParts } from '../../validation/submission.ts';

/** A rule that an answer breaks: the end of the sentence "answers[0].value must ...". */
interface Fault {
  code: ViolationCode;
  rule: string;
}

/** The rules of an answer to one type of question. */
interface AnswerType {
  /** Parses the text of a form field. Returns an invalid text unchanged. The default returns every text unchanged. */
  parseText?: (text: string) => Answer['value'];
  /** The rule that a value breaks, for values that the schema accepts. */
  findFault: (value: Answer['value'], question: Question) => Fault | undefined;
}

const wrongType = (what: string): Fault => ({ code: 'wrong_type', rule: `be ${what}` });

const notAllowed: Fault = { code: 'not_allowed', rule: 'be one of the options of the question' };

const notExact: Fault = {
  code: 'malformed',
  rule: 'be a number of at most 11 digits and not below 0, with four more digits after a decimal point',
};

/** The rules of a text answer with a maximum length. */
const textRule =
  (max: number, { rule, validate }: { rule: string; validate: (text: string) => boolean }) =>
  (value: Answer['value']): Fault | undefined => {
    if (typeof value !== 'string') return wrongType('a string');
    if (Array.from(value).length > max) {
      return { code: 'too_long', rule: `be at most ${max} characters long` };
    }
    return validate(value) ? undefined : { code: 'malformed', rule: `be ${rule}` };
  };

/** A number in the limits of its question, with no more digits than a double represents exactly. */
const decimalText = /^-?\d{1,11}(?:\.\d{1,4})?$/;

const booleans = new Map([
  ['yes', true],
  ['no', false],
]);

/** The rules of answers, by the type of their question (guide: applying 7). */
export const answerTypes: Readonly<Record<QuestionType, AnswerType>> = {
  shortText: { findFault: textRule(ANSWER_MAX.shortText, formats.line) },
  longText: { findFault: textRule(ANSWER_MAX.longText, formats.text) },
  yesNo: {
    parseText: (text) => booleans.get(text) ?? text,
    findFault: (value) => (typeof value === 'boolean' ? undefined : wrongType('true or false')),
  },
  choice: {
    findFault: (value, { options }) => {
      if (typeof value !== 'string') return wrongType('a string');
      return options.includes(value) ? undefined : notAllowed;
    },
  },
  choices: {
    findFault: (value, { options }) => {
      if (!Array.isArray(value)) return wrongType('an array');
      if (value.some((option) => !options.includes(option))) return notAllowed;
      return new Set(value).size < value.length
        ? { code: 'repeated', rule: 'have each option once' }
        : undefined;
    },
  },
  number: {
    parseText: (text) => (decimalText.test(text) ? Number(text) : text),
    findFault: (value) => {
      if (typeof value !== 'number') return wrongType('a number');
      return value >= 0 && value <= AMOUNT_MAX && hasFourDecimals(value) ? undefined : notExact;
    },
  },
  date: {
    findFault: textRule(ANSWER_MAX.shortText, {
      rule: `${formats.date.rule}, and not before ${ANSWER_DATE_MIN}`,
      validate: (date) => formats.date.validate(date) && date >= ANSWER_DATE_MIN,
    }),
  },
};

/** Submitted answers without their invalid parts. */
type SubmittedAnswers = readonly (ValidParts<SentAnswer> | undefined)[];

type SubmittedValue = ValidParts<SentAnswer>['value'];

const byteLength = (value: SubmittedValue): number =>
  [value].flat().reduce<number>((sum, each) => sum + Buffer.byteLength(String(each ?? '')), 0);

/** The total size of the values of answers, in bytes of UTF-8. */
export const answersByteLength = (answers: readonly ({ value?: SubmittedValue } | undefined)[]): number =>
  answers.reduce((sum, answer) => sum + byteLength(answer?.value), 0);

/** Throws Refusal `content_too_large`. */
function requireSize(submitted: SubmittedAnswers): void {
  const bytes = answersByteLength(submitted);
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

/** An answer with each option in the wording of the question, whatever the language in which it was sent. */
function toOptions(value: Answer['value'], { options, wordings }: AskedQuestion): Answer['value'] {
  const toOption = (text: string) =>
    options.includes(text)
      ? text
      : (wordings.map((wording) => options[wording.indexOf(text)]).find((option) => option !== undefined) ??
        text);
  if (Array.isArray(value)) return value.map(toOption);
  return typeof value === 'string' ? toOption(value) : value;
}

/** The violations of an answer to a question of the job; none if the schema already rejects `value`. */
function checkAnswer({ value }: ValidParts<SentAnswer>, question: AskedQuestion, index: number): Violation[] {
  if (value === undefined || isEmpty(value)) return [];
  const fault = answerTypes[question.type].findFault(toOptions(value as Answer['value'], question), question);
  return fault ? [answerViolation(index, 'value', fault.code, fault.rule)] : [];
}

/** The valid answers, and the violations of the invalid answers. */
interface CheckedAnswers {
  /** The valid answers, in the order of the questions. */
  answers: Answer[];
  violations: Violation[];
  /** The required questions without an answer. */
  missing: AskedQuestion[];
}

/** The violation for a missing answer. */
export const answerRequired = ({ id }: AskedQuestion): Violation => ({
  pointer: '/answers',
  code: 'required',
  message: `answers must have an answer to the question ${id}.`,
});

/** An answer with the question and the labels of the options as the candidate read them. */
function asRead(value: Answer['value'], question: AskedQuestion): Answer['value'] {
  const labelOf = (option: string) => question.labels[question.options.indexOf(option)] ?? option;
  const answer = toOptions(value, question);
  if (Array.isArray(answer)) return answer.map(labelOf);
  return typeof answer === 'string' ? labelOf(answer) : answer;
}

/** Validates answers by the questions of their job (guide: applying 7). Throws Refusal `content_too_large`. */
export function checkAnswers(
  questions: readonly AskedQuestion[],
  sentAnswers: SubmittedAnswers,
): CheckedAnswers {
  requireSize(sentAnswers);
  const submitted = sentAnswers.map((answer) =>
    typeof answer?.value === 'string' ? { ...answer, value: withLineFeeds(answer.value) } : answer,
  );
  const questionsById = new Map(questions.map((question) => [question.id, question]));
  const answersById = new Map<string, ValidParts<SentAnswer>>();
  const violations = submitted.flatMap((answer, index) => {
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
  const isAnswered = ({ id }: AskedQuestion) => answersById.has(id) && !isEmpty(answersById.get(id)?.value);
  const answers = questions.filter(isAnswered).map((question) => {
    const { id, text, type } = question;
    return {
      question: { id, text, type },
      value: asRead(answersById.get(id)?.value as Answer['value'], question),
    };
  });
  const missing = questions.filter((question) => question.required && !isAnswered(question));
  return { answers, violations, missing };
}
