import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import type { EmployerLink } from './employer-link.ts';
import { formatLocations, type PostingLocation } from './places.ts';
import { LANGUAGE_PARAMETER, localized, type Frame } from './frame.ts';
import { searchField } from './search-form.ts';
import { searchWords } from './search-words.ts';
import { teaser, type Teaser } from './teaser.ts';
import { pageAddresses, publicLayout } from './layout.ts';
import { words } from './words.ts';
import { bdi, userTextAttributes } from './user-text.ts';

const english = {
  heading: 'Open jobs',
  intro:
    'Employers post their open jobs on this site. Search all of them, or choose an employer below. You need no account to apply.',
  search: 'Title, place, employer or job number',
  moreFound: (shown: number) => `These are the newest ${shown}. Add a word to find fewer.`,
  employers: 'Employers hiring now',
  none: 'The list is empty. It is updated every hour.',
  developers: 'For employers and developers',
  guide: 'Guide and reference of the API (in English)',
  feed: 'XML feed of all open postings',
};

const french: typeof english = {
  heading: 'Postes à pourvoir',
  intro:
    'Des employeurs publient leurs postes à pourvoir sur ce site. Cherchez parmi tous, ou choisissez un employeur ci-dessous. Aucun compte n’est nécessaire pour postuler.',
  search: 'Titre, lieu, employeur ou numéro d’une offre',
  moreFound: (shown) => `Voici les ${shown} plus récentes. Ajoutez un mot pour en trouver moins.`,
  employers: 'Employeurs qui recrutent',
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
  /** Employers with open postings that are not confidential. */
  employers: readonly EmployerCard[];
  /** The postings that were searched for, and how many match. */
  search?: { q: string; postings: readonly Teaser[]; found: number } | undefined;
}

function employerCard({ name, url, logo, postings, places = [] }: EmployerCard, frame: Frame): Html {
  const facts = [
    ...(postings === undefined ? [] : [words[frame.language].openJobs(postings)]),
    ...formatLocations(places, frame.language),
  ];
  return html`<li>
    ${logo !== undefined && html`<img class="logo" src="${logo}" alt="" /> `}
    <div>
      <a href="${localized(url, frame)}" ${userTextAttributes(name)}>${name}</a>
      ${facts.length > 0 && html`<p class="quiet">${facts.map((fact, index) => html`${index > 0 && ' · '}${bdi(fact)}`)}</p> `}
    </div>
  </li> `;
}

/** The postings that a search found, newest first. */
function searchResult({ postings, found }: NonNullable<FrontPage['search']>, frame: Frame): Html {
  const { language } = frame;
  const { moreFound } = frontWords[language];
  const { found: foundWords, noneFound } = searchWords[language];
  return html`<p class="found">${found === 0 ? noneFound : foundWords(found)}</p>
    ${
      found > 0 &&
      html`<ul class="postings">
        ${postings.map((each) => teaser(each, frame))}
      </ul> `
    }${found > postings.length && html`<p class="quiet">${moreFound(postings.length)}</p> `}`;
}

/** The page at the root of the site. */
export function frontPage({ url, docsUrl, employers, search }: FrontPage, frame: Frame): string {
  const { language, isChosen } = frame;
  const texts = frontWords[language];
  const byName = employers.toSorted((a, b) => a.name.localeCompare(b.name, language));
  return publicLayout({
    frame,
    title: search ? `${search.q} – ${texts.heading}` : texts.heading,
    ...(!search && { description: texts.intro, head: pageAddresses(url, frame) }),
    main: html`<h1>${texts.heading}</h1>
      <p>${texts.intro}</p>
      <form class="search" action="${url}" role="search">
        ${isChosen && html`<input type="hidden" name="${LANGUAGE_PARAMETER}" value="${language}" /> `}
        ${searchField(texts.search, search?.q)}
        <button class="button">${searchWords[language].search}</button>
      </form>
      ${search && searchResult(search, frame)}
      <h2>${texts.employers}</h2>
      ${
        byName.length === 0
          ? html`<p>${texts.none}</p> `
          : html`<ul class="employers">
              ${byName.map((each) => employerCard(each, frame))}
            </ul> `
      }
      <h2>${texts.developers}</h2>
      <ul>
        <li><a href="${docsUrl}" hreflang="en">${texts.guide}</a></li>
        <li><a href="feed.xml">${texts.feed}</a></li>
      </ul>`,
  });
}
