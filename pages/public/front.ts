import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import { factLine } from './facts.ts';
import type { EmployerLink } from './employer-link.ts';
import { formatLocations, type PostingLocation } from './places.ts';
import { localized, type Frame } from './frame.ts';
import { siteSearch } from './search-form.ts';
import { searchWords } from './search-words.ts';
import { newestJobs, teaserList, type Teaser } from './teaser.ts';
import { logoImage, pageAddresses, publicLayout } from './layout.ts';
import { socialCard } from './social-card.ts';
import { words } from './words.ts';
import { bdi, userTextAttributes, withUserText } from './user-text.ts';

const english = {
  heading: 'Open jobs',
  intro: 'Search open jobs, or choose an employer. No account needed.',
  moreFound: (shown: number) => `These are the first ${shown}. Add a word to find fewer.`,
  employers: 'Employers hiring now',
  moreEmployers: 'More employers',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  none: 'The list is empty. It is updated every hour.',
  developers: 'For employers and developers',
  guide: 'Guide and reference of the API (in English)',
  feed: 'XML feed of all open jobs',
};

const french: typeof english = {
  heading: 'Postes à pourvoir',
  intro: 'Cherchez un poste ou choisissez un employeur. Aucun compte n’est nécessaire.',
  moreFound: (shown) => `Voici les ${shown} premières. Ajoutez un mot pour en trouver moins.`,
  employers: 'Employeurs qui recrutent',
  moreEmployers: 'Autres employeurs',
  page: (page, pages) => `Page ${page} sur ${pages}`,
  none: 'La liste est vide. Elle est mise à jour toutes les heures.',
  developers: 'Pour les employeurs et les développeurs',
  guide: 'Guide et référence de l’API (en anglais)',
  feed: 'Fil XML de toutes les offres',
};

const frontWords: Record<Language, typeof english> = { en: english, fr: french };

/** An employer with open postings. */
interface EmployerCard extends EmployerLink {
  logo?: string | undefined;
  postings?: number;
  places?: readonly PostingLocation[];
}

export interface FrontPage {
  /** URL of the root of the site, with a trailing slash. */
  url: string;
  /** URL of the documentation, which may be on another host. */
  docsUrl: string;
  /** Employers with open postings that are not confidential, of one page of their list. */
  employers: readonly EmployerCard[];
  page: number;
  pages: number;
  newest: readonly Teaser[];
  /** The postings that were searched for, and how many match. */
  search?: { q: string; postings: readonly Teaser[]; found: number } | undefined;
}

function employerCard({ name, url, logo, postings, places = [] }: EmployerCard, frame: Frame): Html {
  const facts = [
    ...(postings === undefined ? [] : [words[frame.language].openJobs(postings)]),
    ...formatLocations(places, frame.language).map((place) => bdi(place)),
  ];
  return html`<li>
    ${logoImage({ logo })}
    <div>
      <a href="${localized(url, frame)}" ${userTextAttributes(name)}>${name}</a>
      ${factLine(facts)}
    </div>
  </li> `;
}

/** The postings that a search found. */
function searchResult({ q, postings, found }: NonNullable<FrontPage['search']>, frame: Frame): Html {
  const { language } = frame;
  const { found: foundWords, noneFound } = searchWords[language];
  return html`<p class="quiet">${found === 0 ? withUserText(noneFound, q) : foundWords(found)}</p>
    ${teaserList(postings, frame)}${
      found > postings.length &&
      html`<p class="quiet">${frontWords[language].moreFound(postings.length)}</p> `
    }`;
}

/** The employers on a page of their list, and the link to the next page. */
function employerList({ url, employers, page, pages }: FrontPage, frame: Frame): Html {
  const texts = frontWords[frame.language];
  if (employers.length === 0) return html`<p>${texts.none}</p> `;
  return html`${pages > 1 && html`<p class="quiet">${texts.page(page, pages)}</p> `}
    <ul class="employers">
      ${employers.map((each) => employerCard(each, frame))}
    </ul>
    ${
      page < pages &&
      html`<p>
        <a class="button secondary" rel="next" href="${localized(`${url}?page=${page + 1}`, frame)}">
          ${texts.moreEmployers}
        </a>
      </p> `
    }`;
}

/** The page at the root of the site. */
export function frontPage(content: FrontPage, frame: Frame): string {
  const { url, docsUrl, page, newest, search } = content;
  const { language } = frame;
  const texts = frontWords[language];
  const isFirst = !search && page === 1;
  return publicLayout({
    frame,
    title: search ? `${search.q} – ${texts.heading}` : texts.heading,
    ...(isFirst && {
      description: texts.intro,
      head: html`${pageAddresses(url, frame)}
      ${socialCard({ title: texts.heading, description: texts.intro, url: localized(url, frame) }, frame)}`,
    }),
    main: html`<h1>${texts.heading}</h1>
      <p>${texts.intro}</p>
      ${siteSearch(url, frame, search?.q)}
      ${search && searchResult(search, frame)}${(search ? search.found === 0 : isFirst) && newestJobs(newest, frame)}
      <h2>${texts.employers}</h2>
      ${employerList(content, frame)}
      <h2>${texts.developers}</h2>
      <ul>
        <li><a href="${docsUrl}" hreflang="en">${texts.guide}</a></li>
        <li><a href="feed.xml">${texts.feed}</a></li>
      </ul>`,
  });
}
