import type { AnswerWithLanguage } from '../../../pages/public/answer-text.ts';
import { clearLanguage } from '../../jobs/job/posting-language.ts';
import type { Application } from './application.ts';

/** The answers of an application with the languages of their questions, for `lang` attributes. */
export const answersWithLanguages = ({ answers }: Pick<Application, 'answers'>): AnswerWithLanguage[] =>
  answers.map((answer) => ({ ...answer, questionLanguage: clearLanguage(answer.question.text) }));
