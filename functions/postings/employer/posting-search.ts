import {
  POSTING_SEARCH_MAX,
  postingFilters,
  postingSearchFields,
  type PostingSearchField,
} from '../../../schemas/posting-search.ts';
import type { PostingFilter } from './posting-filter.ts';

/** The parsed query of the page of an employer's postings. */
export interface PostingSearch {
  /** The values of the form that are not empty. */
  values: Partial<Record<PostingSearchField, string>>;
  /** The parameters that break a rule. The filter ignores them. */
  invalid: PostingSearchField[];
  filter: PostingFilter;
  /** The cursor of the page; the first page without one. */
  after: string | undefined;
  /** Whether the query asks for the first page of all postings, without a filter. */
  isWhole: boolean;
}

const placeId = /^[1-9]\d{0,5}$/;

function isBroken(name: PostingSearchField, value: string): boolean {
  if (name === 'q') return Array.from(value).length > POSTING_SEARCH_MAX;
  return name === 'place' ? !placeId.test(value) : !postingFilters[name].includes(value);
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/**
 * Parses what is searched for on the front page (guide: career-site 14): `q`, or `job` in the addresses of former
 * versions. A longer text is cut.
 */
export function parseSiteSearch(rawQueryString: string): string {
  const query = new URLSearchParams(rawQueryString);
  const text = query.get('q') ?? query.get('job') ?? '';
  return Array.from(text.trim()).slice(0, POSTING_SEARCH_MAX).join('');
}

/** The number of employers on a page of the front page. */
const EMPLOYERS_SHOWN = 48;

/** The employers on the page that a query names: the first one for a wrong number, the last one past the end. */
export function pageOfEmployers<Listed>(employers: readonly Listed[], rawQueryString: string) {
  const text = new URLSearchParams(rawQueryString).get('page') ?? '';
  const pages = Math.max(1, Math.ceil(employers.length / EMPLOYERS_SHOWN));
  const page = Math.min(/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1, pages);
  return { listed: employers.slice((page - 1) * EMPLOYERS_SHOWN, page * EMPLOYERS_SHOWN), page, pages };
}

/** Parses the query of the page (guide: career-site 2 to 4). An empty parameter counts as none. */
export function parsePostingSearch(rawQueryString: string): PostingSearch {
  const query = new URLSearchParams(rawQueryString);
  const valuesOf = (name: string) =>
    query
      .getAll(name)
      .map((value) => value.trim())
      .filter((value) => value !== '');
  const parameters: PostingSearch['values'] = {};
  const valid: PostingSearch['values'] = {};
  const broken: PostingSearchField[] = [];
  for (const name of postingSearchFields) {
    const [value, ...others] = valuesOf(name);
    if (value === undefined) continue;
    parameters[name] = value;
    if (others.length > 0 || isBroken(name, value)) broken.push(name);
    else valid[name] = value;
  }
  const { q, category, type, workplace, place } = valid;
  const filter = {
    q,
    category: numberOf(category),
    positionType: numberOf(type),
    workplace: workplace as PostingFilter['workplace'],
    place: numberOf(place),
  };
  const [after] = valuesOf('after');
  return {
    values: parameters,
    invalid: broken,
    filter,
    after,
    isWhole: after === undefined && Object.keys(parameters).length === 0,
  };
}
