import { detectLanguage } from '../../jobs/job/posting-laws.ts';
import type { Application } from './application.ts';

/** The answers of an application, each with the language of its question (undefined if unclear) for `lang` attributes. */
export const answersWithLanguages = ({ answers }: Pick<Application, 'answers'>) =>
  answers.map((answer) => ({ ...answer, questionLanguage: detectLanguage(answer.question.text) }));
