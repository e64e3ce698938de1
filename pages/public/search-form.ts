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
import { LANGUAGE_PARAMETER, type Frame } from './frame.ts';
import { searchWords } from './search-words.ts';
import { words } from './words.ts';

/** A search as its form shows it. */
export interface ShownSearch {
  /** What was typed and chosen, as far as it is not empty. */
  sent: Partial<Record<PostingSearchField, string>>;
  /** The parameters that break a rule. */
  broken: readonly (PostingSearchField | 'after')[];
}

interface Filter {
  name: string;
  options: readonly { value: string; name: string }[];
}

/** In the order of the alphabet, but for the last one, which is for what is none of the others. */
function categoriesIn(language: Language): Filter['options'] {
  const { compare } = new Intl.Collator(language);
  const named = categories.map((each) => ({
    value: String(each.id),
    name: categoryName(each, language),
  }));
  return [...named.slice(0, -1).toSorted((one, other) => compare(one.name, other.name)), ...named.slice(-1)];
}

const filtersIn = (language: Language): Record<PostingFilterName, Filter> => ({
  category: { name: facts.categories.name[language][0], options: categoriesIn(language) },
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

const filters = Object.fromEntries(languages.map((language) => [language, filtersIn(language)])) as Record<
  Language,
  ReturnType<typeof filtersIn>
>;

/** The form by which an employer's postings are searched. */
export function searchForm({ sent, broken }: ShownSearch, frame: Frame): Html {
  const { language } = frame;
  const { purpose, q, any, filters: filtersLabel, search } = searchWords[language];
  const chosen = postingFilterNames.filter((name) => sent[name] !== undefined);
  // What is chosen is known by its number, and stands in nobody's way; on a wide screen all filters are in sight.
  const isOpen = postingFilterNames.some((name) => broken.includes(name));
  const faultOf = (name: PostingSearchField) =>
    broken.includes(name) && html` aria-invalid="true" aria-describedby="problem-${name}"`;
  const select = (name: PostingFilterName) => {
    const { name: label, options } = filters[language][name];
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
  return html`<form class="search" role="search" aria-label="${purpose}">
    ${frame.isChosen && html`<input type="hidden" name="${LANGUAGE_PARAMETER}" value="${language}" /> `}
    <div class="field">
      <label for="q">${q}</label>
      <input
        type="search"
        id="q"
        name="q"
        maxlength="${POSTING_SEARCH_MAX}"
        enterkeyhint="search"
        value="${sent.q ?? ''}"
        dir="auto"${faultOf('q')}
      />
    </div>
    <details${isOpen && html` open`}>
      <summary>${filtersLabel(chosen.length)}</summary>
      <div class="filters">${postingFilterNames.map(select)}</div>
    </details>
    <button class="button">${search}</button>
  </form> `;
}

/** What is wrong with a search; nothing if nothing is. */
export function searchProblems({ broken }: ShownSearch, language: Language): Html | false {
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
