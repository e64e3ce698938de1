import type { Language } from '../../schemas/languages.ts';
import type { PublicJob } from '../../schemas/public-job.ts';
import { html, type Html } from '../html.ts';
import { dateElement, facts, formatSalary } from './facts.ts';
import { localized, type Frame } from './frame.ts';
import { formatLocations, type PostingLocation } from './places.ts';
import { bdi, userTextAttributes } from './user-text.ts';
import { searchWords } from './search-words.ts';
import { words } from './words.ts';

/** A posting as an entry of a list. */
export interface Teaser {
  url: string;
  title: string;
  /** Undefined if unclear. */
  titleLanguage: Language | undefined;
  locations: readonly PostingLocation[];
  workplace: PublicJob['workplace'];
  /** The id of the position type. */
  positionType: number;
  salary: PublicJob['salary'];
  /** Given in a list of several employers; null for a confidential job. */
  employer?: string | null;
  /** The day of its publication. */
  posted: string;
  /** Null for the default, which the employer did not choose. */
  closeDate: string | null;
}

function teaser(
  {
    url,
    title,
    titleLanguage,
    employer,
    locations,
    workplace,
    positionType,
    salary,
    posted,
    closeDate,
  }: Teaser,
  frame: Frame,
): Html {
  const { language } = frame;
  const { workplaces, positionTypes, confidentialEmployer } = words[language];
  const tags = [
    salary && html`<strong>${formatSalary(salary, language)}</strong>`,
    positionTypes[positionType],
    workplace && workplaces[workplace],
  ].filter((tag) => tag !== null && tag !== undefined);
  return html`<li>
    <h2><a href="${localized(url, frame)}" ${userTextAttributes(title, titleLanguage)}>${title}</a></h2>
    <p class="quiet">
      ${employer !== undefined && html`${bdi(employer ?? confidentialEmployer)} · `}${formatLocations(locations, language).map((place, index) => html`${index > 0 && ' · '}${bdi(place)}`)}
    </p>
    <p class="tags">${tags.map((tag) => html`<span>${tag}</span> `)}</p>
    <p class="quiet closes">
      <span>${facts.firstPublished.name[language]} ${dateElement(posted, language)}</span>${
        closeDate !== null &&
        html` <span>${facts.closeDate.name[language]} ${dateElement(closeDate, language)}</span>`
      }
    </p>
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
