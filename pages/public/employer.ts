import { Html, html, plainText } from '../html.ts';
import { factLine } from './facts.ts';
import { socialCard, excerpt } from './social-card.ts';
import { localized, type Frame } from './frame.ts';
import { canonicalLink, logoImage, pageAddresses, publicLayout } from './layout.ts';
import { searchForm, searchProblems, type SearchFormState } from './search-form.ts';
import { searchWords } from './search-words.ts';
import { newestJobs, teaserList, type Teaser } from './teaser.ts';
import { withUserText, userTextAttributes } from './user-text.ts';
import type { Language } from '../../schemas/languages.ts';
import { words } from './words.ts';

/** Maximum length of a description that is not folded, in characters. */
const SHORT_ABOUT = 150;

interface PostingListPart {
  jobs: readonly Teaser[];
  /** The number of all open postings, with and without a search; undefined if not all were read. */
  total: number | undefined;
  /** True if the page begins with the newest posting. */
  isFirst: boolean;
  /** Cursor of the next part, if there is one. */
  next: string | undefined;
  /** The newest postings, if the search finds none. */
  newest?: readonly Teaser[] | undefined;
}

export interface EmployerPage {
  /** The employer's name. */
  employer: string;
  /** URL of the first page of the list, without search terms. */
  url: string;
  /** Absolute URL of its website. */
  website: string | undefined;
  /** Absolute URL of its logo. */
  logo: string | undefined;
  /** The employer's description as sanitized HTML. */
  about: string | null;
  aboutLanguage: Language;
  search: SearchFormState;
  /** Undefined if the search is invalid. */
  listed?: PostingListPart | undefined;
}

/** URL of a part of the list with its search. */
function partUrl({ url, search: { sent } }: Pick<EmployerPage, 'url' | 'search'>, after?: string): string {
  const query = new URLSearchParams({ ...sent, ...(after !== undefined && { after }) });
  return query.size > 0 ? `${url}?${query.toString()}` : url;
}

const isSearch = ({ search: { sent } }: Pick<EmployerPage, 'search'>) => Object.keys(sent).length > 0;

const hasNoPostings = ({ jobs, isFirst, next }: PostingListPart) =>
  jobs.length === 0 && isFirst && next === undefined;

function resultSummary(page: EmployerPage, listed: PostingListPart, language: Language): string | undefined {
  const { found, noneFound, noneFiltered, noneFoundYet, noneLeft } = searchWords[language];
  const { q } = page.search.sent;
  const { jobs, isFirst, next } = listed;
  if (!isSearch(page)) {
    return hasNoPostings(listed) ? words[language].noPostings : undefined;
  }
  const isEmpty = jobs.length === 0;
  if (next !== undefined) return isEmpty ? noneFoundYet : undefined;
  const none = q === undefined ? noneFiltered : noneFound(q);
  if (isFirst) return isEmpty ? none : found(jobs.length);
  return isEmpty ? noneLeft : undefined;
}

function pageLinks(page: EmployerPage, { jobs, total, isFirst, next }: PostingListPart, frame: Frame): Html {
  const { language } = frame;
  const { moreMayFollow, searchOlder, newestJobs: newest } = searchWords[language];
  const { moreJobs, nextJobs } = words[language];
  const { length } = jobs;
  const more = total === undefined ? moreJobs : nextJobs(Math.min(length, total - length), length, total);
  return html`${
    next !== undefined &&
    html`${isSearch(page) && jobs.length > 0 && html`<p class="quiet">${moreMayFollow}</p> `}
      <p>
        <a class="button secondary" rel="next" href="${localized(partUrl(page, next), frame)}"
          >${isSearch(page) ? searchOlder : more}</a
        >
      </p> `
  }${!isFirst && html`<p><a href="${localized(partUrl(page), frame)}">${newest}</a></p> `}`;
}

function postingList(page: EmployerPage, listed: PostingListPart, frame: Frame): Html {
  const { language } = frame;
  const sentence = resultSummary(page, listed, language);
  const { q = '' } = page.search.sent;
  const { noneFound, showAll } = searchWords[language];
  return html`${
    (sentence !== undefined || isSearch(page)) &&
    html`<p class="quiet">
      ${sentence === noneFound(q) ? withUserText(noneFound, q) : sentence}
      ${isSearch(page) && html`<a href="${localized(page.url, frame)}">${showAll}</a>`}
    </p> `
  }${teaserList(listed.jobs, frame)}${newestJobs(listed.newest ?? [], frame)}${pageLinks(page, listed, frame)}`;
}

/** Search engines index only the first page without a search. On the other pages they only follow links. */
function searchEngineHead(page: EmployerPage, title: string, frame: Frame): Html {
  const { language } = frame;
  const { url, listed } = page;
  const logo = page.logo === undefined ? undefined : { url: page.logo, employer: page.employer };
  const isIndexed = listed?.isFirst === true && !isSearch(page);
  const titles = listed?.jobs.map((job) => job.title).join(' · ') ?? '';
  const description =
    titles === '' ? ((listed && resultSummary(page, listed, language)) ?? title) : excerpt(titles);
  return html`${!isIndexed && html`<meta name="robots" content="noindex, follow" /> `}${
    listed?.isFirst === true &&
    html`${isIndexed ? pageAddresses(url, frame) : canonicalLink(url)}
      <meta name="description" content="${description}" />
      ${socialCard({ title, description, url: isIndexed ? localized(url, frame) : partUrl(page), logo }, frame)} `
  }`;
}

/** The name of the employer, its website, and the number of its open postings if it is known. */
const employerHeader = ({ employer, website, logo, listed }: EmployerPage, { language }: Frame): Html =>
  html`<header class="employer">
    ${logoImage({ logo })}
    <div>
      <h1>${withUserText(words[language].jobsAt, employer)}</h1>
      ${factLine([
        ...(listed?.total ? [words[language].openJobs(listed.total)] : []),
        ...(website === undefined
          ? []
          : [
              html`<a href="${website}" rel="noopener"><bdi>${URL.parse(website)?.host ?? website}</bdi></a>`,
            ]),
      ])}
    </div>
  </header> `;

/** The employer's description. A long text is folded, so that the postings stay in view. */
function aboutSection(
  { employer, about, aboutLanguage }: EmployerPage,
  { language }: Frame,
): Html | undefined {
  if (about === null) return undefined;
  const content = new Html(about);
  const attributes = userTextAttributes(plainText(content), aboutLanguage);
  const text = html`<div class="about" ${attributes}>${content}</div> `;
  return about.length <= SHORT_ABOUT
    ? text
    : html`<details>
        <summary>${withUserText(words[language].about, employer)}</summary>
        ${text}
      </details> `;
}

/** Page of an employer's open postings. */
export function employerPage(page: EmployerPage, frame: Frame): string {
  const { language } = frame;
  const { employer, url, search, listed } = page;
  const { jobsAt } = words[language];
  const title = search.sent.q === undefined ? jobsAt(employer) : `${search.sent.q} – ${jobsAt(employer)}`;
  return publicLayout({
    frame,
    title: search.broken.length > 0 ? `${searchWords[language].notSearched} – ${title}` : title,
    head: searchEngineHead(page, title, frame),
    main: html`${employerHeader(page, frame)}${aboutSection(page, frame)}${searchProblems(search, language)}${(!listed || !hasNoPostings(listed) || isSearch(page)) && searchForm(search, frame)}${
      listed
        ? postingList(page, listed, frame)
        : html`<p class="quiet"><a href="${localized(url, frame)}">${searchWords[language].showAll}</a></p> `
    }`,
  });
}
