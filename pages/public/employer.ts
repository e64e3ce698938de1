import { Html, html, plainText } from '../html.ts';
import { card, excerpt } from './card.ts';
import { localized, type Frame } from './frame.ts';
import { pageAddresses, publicLayout } from './layout.ts';
import { searchForm, searchProblems, type ShownSearch } from './search-form.ts';
import { searchWords } from './search-words.ts';
import { teaser, type Teaser } from './teaser.ts';
import { around, typedAttributes } from './typed-text.ts';
import type { Language } from '../../schemas/languages.ts';
import { words } from './words.ts';

/** So long a text about an employer is shown at once, in characters. */
const SHORT_ABOUT = 400;

/** A part of the employer's open postings. */
interface Listed {
  jobs: readonly Teaser[];
  /** Whether it begins with the newest. */
  isFirst: boolean;
  /** The cursor after which the next part begins, if there is one. */
  next: string | undefined;
}

/** A page of an employer's open postings. */
export interface EmployerPage {
  /** The employer's name. */
  employer: string;
  /** The URL of the first page of all postings. */
  url: string;
  /** The absolute URL of its own website. */
  website: string | undefined;
  /** The absolute URL of its logo. */
  logo: string | undefined;
  /** What it says about itself, as clean HTML. */
  about: string | null;
  aboutLanguage: Language;
  search: ShownSearch;
  /** Undefined if the search breaks a rule. */
  listed?: Listed | undefined;
}

/** The URL of a page with what is looked for, and perhaps the cursor after which it begins. */
function urlOf({ url, search: { sent } }: Pick<EmployerPage, 'url' | 'search'>, after?: string): string {
  const query = new URLSearchParams({ ...sent, ...(after !== undefined && { after }) });
  return query.size > 0 ? `${url}?${query.toString()}` : url;
}

const isSearch = ({ search: { sent } }: Pick<EmployerPage, 'search'>) => Object.keys(sent).length > 0;

/** Whether there is nothing in the whole list. */
const isNone = ({ jobs, isFirst, next }: Listed) => jobs.length === 0 && isFirst && next === undefined;

/** What there is to say about a part of the list. */
function sentenceOf(page: EmployerPage, listed: Listed, language: Language): string | undefined {
  const { found, noneFound, noneFoundYet, noneLeft } = searchWords[language];
  if (!isSearch(page)) return isNone(listed) ? words[language].noPostings : undefined;
  const { jobs, isFirst, next } = listed;
  const isEmpty = jobs.length === 0;
  if (next !== undefined) return isEmpty ? noneFoundYet : undefined;
  if (isFirst) return isEmpty ? noneFound : found(jobs.length);
  return isEmpty ? noneLeft : undefined;
}

/** The ways to other parts of the list. */
function pageLinks(page: EmployerPage, { jobs, isFirst, next }: Listed, frame: Frame): Html {
  const { language } = frame;
  const { moreMayFollow, searchOlder, newest } = searchWords[language];
  const older = isSearch(page) ? searchOlder : words[language].olderPostings;
  return html`${
    next !== undefined &&
    html`${isSearch(page) && jobs.length > 0 && html`<p class="quiet">${moreMayFollow}</p> `}
      <p>
        <a class="button secondary" rel="next" href="${localized(urlOf(page, next), frame)}">${older}</a>
      </p> `
  }${!isFirst && html`<p><a href="${localized(urlOf(page), frame)}">${newest}</a></p> `}`;
}

function listOf(page: EmployerPage, listed: Listed, frame: Frame): Html {
  const { language } = frame;
  const sentence = sentenceOf(page, listed, language);
  const { jobs } = listed;
  return html`${
    (sentence !== undefined || isSearch(page)) &&
    html`<p class="found">
      ${sentence}
      ${isSearch(page) && html`<a href="${localized(page.url, frame)}">${searchWords[language].showAll}</a>`}
    </p> `
  }${
    jobs.length > 0 &&
    html`<ul class="postings">
      ${jobs.map((job) => teaser(job, frame))}
    </ul> `
  }${pageLinks(page, listed, frame)}`;
}

/** Search engines find the list of all postings; what was found in it, and its other pages, only lead on from there. */
function headOf(page: EmployerPage, title: string, language: Language): Html {
  const { url, listed } = page;
  const logo = page.logo === undefined ? undefined : { url: page.logo, employer: page.employer };
  const isWhole = listed?.isFirst === true && !isSearch(page);
  const titles = listed?.jobs.map((job) => job.title).join(' · ') ?? '';
  const description =
    titles === '' ? ((listed && sentenceOf(page, listed, language)) ?? title) : excerpt(titles);
  return html`${!isWhole && html`<meta name="robots" content="noindex, follow" /> `}${
    listed?.isFirst === true &&
    html`${isWhole ? pageAddresses(url) : html`<link rel="canonical" href="${url}" />`}
    ${card({ title, description, url: urlOf(page), logo }, language)} `
  }`;
}

/** Who the employer is. */
const headerOf = ({ employer, website, logo }: EmployerPage, { language }: Frame): Html =>
  html`<header class="employer">
    ${logo !== undefined && html`<img class="logo" src="${logo}" alt="" /> `}
    <div>
      <h1>${around(words[language].jobsAt, employer)}</h1>
      ${
        website !== undefined &&
        html`<p>
          <a href="${website}" rel="noopener"><bdi>${URL.parse(website)?.host ?? website}</bdi></a>
        </p> `
      }
    </div>
  </header> `;

/** What the employer says about itself. A long text opens when somebody wants to read it: the postings stay in sight. */
function aboutOf({ employer, about, aboutLanguage }: EmployerPage, { language }: Frame): Html | undefined {
  if (about === null) return undefined;
  const content = new Html(about);
  const attributes = typedAttributes(plainText(content), aboutLanguage);
  const text = html`<div class="about" ${attributes}>${content}</div> `;
  return about.length <= SHORT_ABOUT
    ? text
    : html`<details>
        <summary>${around(words[language].about, employer)}</summary>
        ${text}
      </details> `;
}

/** A page of an employer's open postings. */
export function employerPage(page: EmployerPage, frame: Frame): string {
  const { language } = frame;
  const { employer, url, search, listed } = page;
  const { jobsAt } = words[language];
  const title = jobsAt(employer);
  return publicLayout({
    frame,
    title: search.broken.length > 0 ? `${searchWords[language].notSearched} – ${title}` : title,
    head: headOf(page, title, language),
    main: html`${headerOf(page, frame)}${aboutOf(page, frame)}${searchProblems(search, language)}${(!listed || !isNone(listed) || isSearch(page)) && searchForm(search, frame)}${
      listed
        ? listOf(page, listed, frame)
        : html`<p class="found"><a href="${localized(url, frame)}">${searchWords[language].showAll}</a></p> `
    }`,
  });
}
