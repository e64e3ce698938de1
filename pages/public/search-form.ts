import { categories } from '../../schemas/reference-data.ts';
import {
  POSTING_SEARCH_MAX,
  postingFilterNames,
  postingFilters,
  type PostingFilterName,
  type PostingSearchField,
} from '../../schemas/posting-search.ts';
import { languages, type Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import { categoryName, facts } from './facts.ts';
import { LANGUAGE_PARAMETER } from './formats.ts';
import { localized, type Frame } from './frame.ts';
import { formatLocations, type PostingLocation } from './places.ts';
import { searchWords } from './search-words.ts';
import { words } from './words.ts';

export interface SearchFormState {
  /** Non-empty values of the form. */
  sent: Partial<Record<PostingSearchField, string>>;
  /** Parameters that are invalid. */
  broken: readonly (PostingSearchField | 'after')[];
  inUse?: PostingsInUse | undefined;
}

/** The values of the postings, which the form offers as filters. */
export interface PostingsInUse {
  /** The places of all postings, or of the listed ones. */
  places: readonly PostingLocation[];
  /** The values of the filters except places; undefined if not all postings were read. */
  values: Readonly<Record<Exclude<PostingFilterName, 'place'>, ReadonlySet<string>>> | undefined;
}

/** The field for the words of a search; `attributes` refer to its error message. */
const searchField = (label: string, value = '', attributes: Html | false = false): Html =>
  html`<div class="field">
    <label for="q">${label}</label>
    <input
      type="search"
      id="q"
      name="q"
      maxlength="${POSTING_SEARCH_MAX}"
      enterkeyhint="search"
      value="${value}"
      dir="auto"
      ${attributes}
    />
  </div> `;

/** The search of all postings on the front page, and the value that was searched for. */
export function siteSearch(url: string, frame: Frame, value?: string): Html {
  const { language, isChosen } = frame;
  return html`<form class="search" action="${localized(url, frame)}" role="search">
    ${isChosen && html`<input type="hidden" name="${LANGUAGE_PARAMETER}" value="${language}" /> `}
    ${searchField(searchWords[language].site, value)}
    <button class="button">${searchWords[language].search}</button>
  </form> `;
}

interface FilterField {
  name: string;
  options: readonly { value: string; name: string }[];
}

/** Sorted by name, with the category "Other" last. */
function categoryOptions(language: Language): FilterField['options'] {
  const { compare } = new Intl.Collator(language);
  const options = categories.map((each) => ({
    value: String(each.id),
    name: categoryName(each, language),
  }));
  return [
    ...options.slice(0, -1).toSorted((one, other) => compare(one.name, other.name)),
    ...options.slice(-1),
  ];
}

const filterFields = (language: Language): Record<Exclude<PostingFilterName, 'place'>, FilterField> => ({
  category: { name: facts.categories.name[language][0], options: categoryOptions(language) },
  type: {
    name: facts.positionType.name[language],
    options: postingFilters.type.map((value) => ({
      value,
      name: words[language].positionTypes[Number(value)] ?? value,
    })),
  },
  workplace: {
    name: facts.workplace.name[language],
    options: Object.entries(words[language].workplaces).map(([value, name]) => ({ value, name })),
  },
});

const filters = Object.fromEntries(languages.map((language) => [language, filterFields(language)])) as Record<
  Language,
  ReturnType<typeof filterFields>
>;

/** The places without duplicates, sorted by name. */
function placeField({ inUse }: SearchFormState, language: Language): FilterField {
  const { compare } = new Intl.Collator(language);
  const names = new Map(
    inUse?.places.map((place) => [String(place.id), formatLocations([place], language).join('')]),
  );
  const options = [...names].map(([value, name]) => ({ value, name }));
  return {
    name: facts.locations.name[language][0],
    options: options.toSorted((one, other) => compare(one.name, other.name)),
  };
}

/** A filter with the values that postings have, and the chosen one. */
function fieldOf(name: PostingFilterName, state: SearchFormState, language: Language): FilterField {
  if (name === 'place') return placeField(state, language);
  const { name: label, options } = filters[language][name];
  const { sent, inUse } = state;
  const isOffered = (value: string) =>
    !inUse?.values || inUse.values[name].has(value) || sent[name] === value;
  return { name: label, options: options.filter(({ value }) => isOffered(value)) };
}

/** Search form for an employer's postings. A filter that has no choice is left out. */
export function searchForm(state: SearchFormState, frame: Frame): Html {
  const { sent, broken } = state;
  const { language } = frame;
  const { purpose, q, any, filters: filtersLabel, search } = searchWords[language];
  const chosen = postingFilterNames.filter((name) => sent[name] !== undefined);
  // The filters are folded unless one is invalid; the summary counts chosen ones. Wide screens always show them.
  const isOpen = postingFilterNames.some((name) => broken.includes(name));
  const faultOf = (name: PostingSearchField) =>
    broken.includes(name) && html` aria-invalid="true" aria-describedby="problem-${name}"`;
  const select = (name: PostingFilterName) => {
    const { name: label, options } = fieldOf(name, state, language);
    if (options.length < 2 && sent[name] === undefined) return undefined;
    return html`<div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}" ${faultOf(name)}>
        <option value="">${any[name]}</option>
        ${options.map(
          (option) =>
            html`<option value="${option.value}" ${option.value === sent[name] && html` selected`}>
              ${option.name}
            </option> `,
        )}
      </select>
    </div> `;
  };
  const selects = postingFilterNames.flatMap((name) => select(name) ?? []);
  return html`<form class="search" role="search" aria-label="${purpose}">
    ${frame.isChosen && html`<input type="hidden" name="${LANGUAGE_PARAMETER}" value="${language}" /> `}
    ${searchField(q, sent.q, faultOf('q'))}
    ${
      selects.length > 0 &&
      html`<details${isOpen && html` open`}>
        <summary>${filtersLabel(chosen.length)}</summary>
        <div class="filters">${selects}</div>
      </details> `
    }
    <button class="button">${search}</button>
  </form> `;
}

/** Error summary of a search; false without errors. */
export function searchProblems({ broken }: SearchFormState, language: Language): Html | false {
  const { notSearched, problems } = searchWords[language];
  return (
    broken.length > 0 &&
    html`<div class="summary" role="alert">
      <h2>${notSearched}</h2>
      <ul>
        ${broken.map((name) => html`<li id="problem-${name}">${problems[name]}</li> `)}
      </ul>
    </div> `
  );
}
