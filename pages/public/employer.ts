import { html, type Html } from '../html.ts';
import { card, excerpt } from './card.ts';
import { dateIn, facts } from './facts.ts';
import { publicLayout } from './layout.ts';
import { around } from './typed-text.ts';
import { words, type Language } from './words.ts';

/** What the page says of a posting. */
interface Teaser {
  url: string;
  title: string;
  locations: readonly { description: string }[];
  /** The id of the position type. */
  positionType: number;
  closeDate: string;
}

interface Shown {
  /** The employer's name. */
  employer: string;
  /** The URL of the first page. */
  url: string;
  jobs: readonly Teaser[];
  /** Whether it is the first page. */
  isFirst: boolean;
  /** The cursor after which the next page begins, if there is one. */
  next: string | undefined;
}

/** What a candidate asks first: where, how, until when. */
function factsOf({ locations, positionType, closeDate }: Teaser, language: Language): Html {
  return html`${locations.map(({ description }) => html`<bdi>${description}</bdi> · `)}${
    words[language].positionTypes[positionType]
  }
  · ${facts.closeDate.name[language]} ${dateIn(closeDate, language)}`;
}

/** The beginning of the list, for those who see no more of the page. */
const descriptionOf = (jobs: readonly Teaser[], language: Language): string =>
  jobs.length === 0 ? words[language].noPostings : excerpt(jobs.map((job) => job.title).join(' · '));

/** A page of an employer's open postings. */
export function employerPage({ employer, url, jobs, isFirst, next }: Shown, language: Language): string {
  const { jobsAt, noPostings, olderPostings } = words[language];
  const title = jobsAt(employer);
  return publicLayout({
    language,
    title,
    head: isFirst
      ? html`<link rel="canonical" href="${url}" />
          ${card({ title, description: descriptionOf(jobs, language), url }, language)} `
      : html`<meta name="robots" content="noindex, follow" /> `,
    main: html`<h1>${around(jobsAt, employer)}</h1>
      ${
        jobs.length === 0
          ? html`<p>${noPostings}</p>`
          : html`<ul class="postings">
              ${jobs.map(
                (job) =>
                  html`<li>
                    <a href="${job.url}" dir="auto">${job.title}</a>
                    <p class="quiet">${factsOf(job, language)}</p>
                  </li>`,
              )}
            </ul>`
      }
      ${next !== undefined && html`<p><a rel="next" href="?after=${next}">${olderPostings}</a></p>`}`,
  });
}
