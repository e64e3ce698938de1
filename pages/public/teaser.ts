import type { PublicJob } from '../../schemas/public-job.ts';
import { html, type Html } from '../html.ts';
import { dayOf, facts, salaryOf } from './facts.ts';
import { localized, type Frame } from './frame.ts';
import { placesInWords, type ShownPlace } from './places.ts';
import { bdi, typedAttributes } from './typed-text.ts';
import { words } from './words.ts';

/** What a list of postings says of one. */
export interface Teaser {
  url: string;
  title: string;
  locations: readonly ShownPlace[];
  workplace: PublicJob['workplace'];
  /** The id of the position type. */
  positionType: number;
  salary: PublicJob['salary'];
  closeDate: string;
}

/** A posting in a list: what a candidate asks first. */
export function teaser(
  { url, title, locations, workplace, positionType, salary, closeDate }: Teaser,
  frame: Frame,
): Html {
  const { language } = frame;
  const { workplaces, positionTypes } = words[language];
  const tags = [
    salary && html`<strong>${salaryOf(salary, language)}</strong>`,
    positionTypes[positionType],
    workplace && workplaces[workplace],
  ].filter((tag) => tag !== null && tag !== undefined);
  return html`<li>
    <h2><a href="${localized(url, frame)}" ${typedAttributes(title)}>${title}</a></h2>
    <p class="quiet">
      ${placesInWords(locations, language).map((place, index) => html`${index > 0 && ' · '}${bdi(place)}`)}
    </p>
    <p class="tags">${tags.map((tag) => html`<span>${tag}</span> `)}</p>
    <p class="quiet closes">${facts.closeDate.name[language]} ${dayOf(closeDate, language)}</p>
  </li> `;
}
