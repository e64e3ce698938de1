import type { Answer } from '../../schemas/answer.ts';
import type { Language } from '../../schemas/languages.ts';
import { decimalFormat, longDateFormat } from './formats.ts';
import { questionWords } from './question-words.ts';

/** An answer with the language of its question; undefined if unclear. */
export type AnswerWithLanguage = Answer & { questionLanguage: Language | undefined };

/** The language of an answer, if the answer is an option that the employer wrote. */
export const answerLanguage = ({ question, questionLanguage }: AnswerWithLanguage): Language | undefined =>
  question.type === 'choice' || question.type === 'choices' ? questionLanguage : undefined;

/** An answer as text, with one line per chosen option. A calendar date has no time zone. */
export function answerText({ question, value }: Answer, language: Language): string {
  const { yes, no } = questionWords[language];
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return decimalFormat(language, '').format(value);
  if (Array.isArray(value)) return value.join('\n');
  return question.type === 'date' ? longDateFormat(language, 'UTC').format(new Date(value)) : value;
}
