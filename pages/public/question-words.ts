import { ANSWER_DATE_MIN, ANSWER_MAX, type Answer } from '../../schemas/answer.ts';
import type { Language } from '../../schemas/languages.ts';
import { AMOUNT_MAX } from '../../schemas/limits.ts';
import type { QuestionType } from '../../schemas/question.ts';
import { decimalFormat, longDateFormat } from './formats.ts';

/** Limits of answers, formatted for a locale. */
const limits = (locale: string) => ({
  short: ANSWER_MAX.shortText.toLocaleString(locale),
  long: ANSWER_MAX.longText.toLocaleString(locale),
  number: Math.floor(AMOUNT_MAX).toLocaleString(locale),
});

const [en, fr] = [limits('en-CA'), limits('fr-CA')];

const english = {
  yes: 'Yes',
  no: 'No',
  /** First entry of a select list. */
  choose: 'Choose an answer',
  /** Rule of an answer by question type: the hint, and the error message. */
  rules: {
    shortText: `One line, at most ${en.short} characters.`,
    longText: `At most ${en.long} characters.`,
    yesNo: 'Choose yes or no.',
    choice: 'Choose one answer.',
    choices: 'Choose all that apply.',
    number: `A number from 0 to ${en.number}, such as 3 or 2.5.`,
    date: `A date from ${ANSWER_DATE_MIN} on, such as 2031-05-30.`,
  } satisfies Record<QuestionType, string>,
  required: 'Answer this question.',
  /** Error messages with their question. */
  unanswered: (question: string) => `Answer: ${question}`,
  problemOf: (question: string, sentence: string) => `${question} – ${sentence}`,
  changed: 'The questions of this job have changed. Please check your answers.',
  /** Heading of answers to removed questions. */
  notAsked: 'These answers are not asked for any more:',
};

export type QuestionWords = typeof english;

const french: QuestionWords = {
  yes: 'Oui',
  no: 'Non',
  choose: 'Choisissez une réponse',
  rules: {
    shortText: `Une seule ligne, au plus ${fr.short} caractères.`,
    longText: `Au plus ${fr.long} caractères.`,
    yesNo: 'Choisissez oui ou non.',
    choice: 'Choisissez une réponse.',
    choices: 'Choisissez toutes les réponses qui conviennent.',
    number: `Un nombre de 0 à ${fr.number}, par exemple 3 ou 2,5.`,
    date: `Une date à partir du ${ANSWER_DATE_MIN}, par exemple 2031-05-30.`,
  },
  required: 'Répondez à cette question.',
  unanswered: (question) => `Répondez\u00A0: ${question}`,
  problemOf: (question, sentence) => `${question} – ${sentence}`,
  changed: 'Les questions de cette offre ont changé. Veuillez vérifier vos réponses.',
  notAsked: 'Ces réponses ne sont plus demandées\u00A0:',
};

/** Words of questions and answers, by language. */
export const questionWords: Record<Language, QuestionWords> = { en: english, fr: french };

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
