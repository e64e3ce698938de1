import { ANSWER_MAX } from '../../schemas/answer.ts';
import type { Language } from '../../schemas/languages.ts';
import { AMOUNT_MAX } from '../../schemas/limits.ts';
import type { QuestionType } from '../../schemas/question.ts';
import type { ViolationCode } from '../../schemas/violations.ts';

/** The limits of answers, as a locale writes numbers. */
const limits = (locale: string) => ({
  short: ANSWER_MAX.shortText.toLocaleString(locale),
  long: ANSWER_MAX.longText.toLocaleString(locale),
  number: Math.floor(AMOUNT_MAX).toLocaleString(locale),
});

const [en, fr] = [limits('en-CA'), limits('fr-CA')];

/** What is wrong with an answer, by the code of the violation; `other` for every code that has no sentence. */
type AnswerProblems = { other: string } & Partial<Record<ViolationCode, string>>;

const english = {
  yes: 'Yes',
  no: 'No',
  /** The first entry of a list to choose from. */
  choose: 'Choose an answer',
  hints: {
    shortText: `One line, at most ${en.short} characters.`,
    longText: `At most ${en.long} characters.`,
    yesNo: undefined,
    choice: 'Choose one answer.',
    choices: 'Choose all that apply.',
    number: 'A number, such as 3 or 2.5.',
    date: 'A date, such as 2031-05-30.',
  } as Record<QuestionType, string | undefined>,
  required: 'Answer this question.',
  problems: {
    shortText: {
      too_long: `The answer may have at most ${en.short} characters.`,
      other: 'Answer in one line.',
    },
    longText: {
      too_long: `The answer may have at most ${en.long} characters.`,
      other: 'The answer has characters that cannot be shown.',
    },
    yesNo: { other: 'Choose yes or no.' },
    choice: { other: 'Choose one of the answers.' },
    choices: { other: 'Choose some of the answers.' },
    number: { other: `Enter a number up to ${en.number} with at most four decimals.` },
    date: { other: 'Enter a date, such as 2031-05-30.' },
  } as Record<QuestionType, AnswerProblems>,
  /** A problem under the question that it is about. */
  problemOf: (question: string, sentence: string) => `${question} – ${sentence}`,
  changed: 'The questions of this job have changed. Please check your answers.',
  /** Before answers to questions that the job has no more. */
  notAsked: 'These answers are not asked for any more:',
};

export type QuestionWords = typeof english;

const french: QuestionWords = {
  yes: 'Oui',
  no: 'Non',
  choose: 'Choisissez une réponse',
  hints: {
    shortText: `Une seule ligne, au plus ${fr.short} caractères.`,
    longText: `Au plus ${fr.long} caractères.`,
    yesNo: undefined,
    choice: 'Choisissez une réponse.',
    choices: 'Choisissez toutes les réponses qui conviennent.',
    number: 'Un nombre, par exemple 3 ou 2,5.',
    date: 'Une date, par exemple 2031-05-30.',
  },
  required: 'Répondez à cette question.',
  problems: {
    shortText: {
      too_long: `La réponse peut compter au plus ${fr.short} caractères.`,
      other: 'Répondez sur une seule ligne.',
    },
    longText: {
      too_long: `La réponse peut compter au plus ${fr.long} caractères.`,
      other: 'La réponse contient des caractères qui ne peuvent pas être affichés.',
    },
    yesNo: { other: 'Choisissez oui ou non.' },
    choice: { other: 'Choisissez une des réponses.' },
    choices: { other: 'Choisissez parmi les réponses.' },
    number: { other: `Entrez un nombre d’au plus ${fr.number}, avec au plus quatre décimales.` },
    date: { other: 'Entrez une date, par exemple 2031-05-30.' },
  },
  problemOf: (question, sentence) => `${question} – ${sentence}`,
  changed: 'Les questions de cette offre ont changé. Veuillez vérifier vos réponses.',
  notAsked: 'Ces réponses ne sont plus demandées\u00A0:',
};

/** The words of questions and answers, by language. */
export const questionWords: Record<Language, QuestionWords> = { en: english, fr: french };
