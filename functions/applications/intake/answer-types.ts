import { ANSWER_MAX, type Answer } from '../../../schemas/answer.ts';
import type { Question, QuestionType } from '../../../schemas/question.ts';
import { AMOUNT_MAX } from '../../../schemas/limits.ts';
import type { ViolationCode } from '../../../schemas/violations.ts';
import { hasFourDecimals } from '../../validation/amount.ts';
import { formats } from '../../validation/formats.ts';

/** A rule that an answer breaks: the end of the sentence "answers[0].value must ...". */
interface Fault {
  code: ViolationCode;
  rule: string;
}

/** The rules of an answer to one type of question. */
interface AnswerType {
  /** Parses a text of a form; by default, the text itself. Returns the text when it is invalid. */
  parseText?: (text: string) => Answer['value'];
  /** The rule that a value breaks, if the schema accepts it. */
  findFault: (value: Answer['value'], question: Question) => Fault | undefined;
}

const wrongType = (what: string): Fault => ({ code: 'wrong_type', rule: `be ${what}` });

const notAllowed: Fault = { code: 'not_allowed', rule: 'be one of the options of the question' };

const notExact: Fault = {
  code: 'malformed',
  rule: 'be a number of at most 11 digits, and four more after a decimal point',
};

/** The rule of a text with a maximum length. */
const textRule =
  (max: number, { rule, validate }: { rule: string; validate: (text: string) => boolean }) =>
  (value: Answer['value']): Fault | undefined => {
    if (typeof value !== 'string') return wrongType('a string');
    if (Array.from(value).length > max) {
      return { code: 'too_long', rule: `be at most ${max} characters long` };
    }
    return validate(value) ? undefined : { code: 'malformed', rule: `be ${rule}` };
  };

/** A number with at most as many digits as a double holds exactly, within its limits. */
const decimalText = /^-?\d{1,11}(?:\.\d{1,4})?$/;

const booleans = new Map([
  ['yes', true],
  ['no', false],
]);

/** The rules of answers, by the type of their question (interface 2.13). */
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
      return Math.abs(value) <= AMOUNT_MAX && hasFourDecimals(value) ? undefined : notExact;
    },
  },
  date: { findFault: textRule(ANSWER_MAX.shortText, formats.date) },
};
