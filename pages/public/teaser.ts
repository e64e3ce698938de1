import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import { dateElement, factLine, facts as postingFacts, lineFacts, type LineFacts } from './facts.ts';
import { formatAge, shortDateFormat } from './formats.ts';
import { localized, type Frame } from './frame.ts';
import { bdi, userTextAttributes } from './user-text.ts';
import { searchWords } from './search-words.ts';
import { words } from './words.ts';

/** An older posting shows its date. */
const MAX_AGE_DAYS = 30;

/** A posting as an entry of a list. */
export interface Teaser extends LineFacts {
  url: string;
  title: string;
  /** Undefined if unclear. */
  titleLanguage: Language | undefined;
  /** Given in a list of several employers; null for a confidential job. */
  employer?: string | null;
  /** The day of its publication, and how many days ago that was. */
  posted: string;
  age: number;
  /** Null for the default, which the employer did not choose. */
  closeDate: string | null;
}

function teaser(job: Teaser, frame: Frame): Html {
  const { url, title, titleLanguage, employer, posted, age, closeDate } = job;
  const { language } = frame;
  const { confidentialEmployer, posted: postedOn } = words[language];
  const day = (date: string) => dateElement(date, language, shortDateFormat);
  const facts = [
    ...(employer === undefined ? [] : [bdi(employer ?? confidentialEmployer)]),
    ...lineFacts(job, language),
    age > MAX_AGE_DAYS ? html`${postedOn} ${day(posted)}` : formatAge(age, language),
    ...(closeDate === null ? [] : [html`${postingFacts.closeDate.name[language]} ${day(closeDate)}`]),
  ];
  return html`<li>
    <h2><a href="${localized(url, frame)}" ${userTextAttributes(title, titleLanguage)}>${title}</a></h2>
    ${factLine(facts)}
  </li> `;
}

export const teaserList = (postings: readonly Teaser[], frame: Frame): Html | false =>
  postings.length > 0 &&
  html`<ul class="postings">
    ${postings.map((each) => teaser(each, frame))}
  </ul> `;

export const newestJobs = (newest: readonly Teaser[], frame: Frame): Html | false =>
  newest.length > 0 &&
  html`<h2>${searchWords[frame.language].newestJobs}</h2>
    ${teaserList(newest, frame)}`;
