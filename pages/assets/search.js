import { base } from './origin.js';

/** Without accents, in lower case, and without the s of a plural. */
const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\w{3})s$/, '');

/** What all pages say, by the anchors that the navigation leads to. */
const entries = async () => (await fetch(`${base}/docs/search.json`)).json();

/** How many letters of a word may be wrong, missing or too many. */
const typosIn = ({ length }) => (length < 4 ? 0 : length < 6 ? 1 : 2);

const swapsOf = (word) =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );

/** Searches all pages for all words of a text, the best entry first. */
async function loadSearch() {
  const [{ default: MiniSearch }, documents] = await Promise.all([import('./minisearch.js'), entries()]);
  const index = new MiniSearch({
    fields: ['title', 'group', 'text'],
    storeFields: ['boost'],
    processTerm: folded,
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      fuzzy: typosIn,
      boost: { title: 8, group: 4 },
      boostDocument: (_id, _word, { boost }) => boost,
      weights: { prefix: 0.6, fuzzy: 0.1 },
    },
  });
  // Not at once, so that what is typed meanwhile appears.
  await index.addAllAsync(documents);
  const isKnown = (word) => index.search(word, { fuzzy: false }).length > 0;
  /** A word that is nowhere but would be with two letters swapped. */
  const corrected = (word) => (isKnown(word) ? word : (swapsOf(word).find(isKnown) ?? word));
  return (words) => index.search(words.trim().split(/\s+/).map(corrected).join(' '));
}

/** Shows only the links to sections with all words in the search field; Enter opens the best one. */
export function addSearch() {
  const form = document.querySelector('form.search');
  if (!form) return;
  const [field, none] = [form.querySelector('input'), document.querySelector('nav .none')];
  const links = [...document.querySelectorAll('nav li a')];
  let loaded;
  let best;

  async function search() {
    const words = field.value;
    loaded ??= loadSearch();
    const found = words.trim() === '' ? undefined : (await loaded)(words);
    // Somebody has typed on.
    if (words !== field.value) return;
    const hashes = new Set(found?.map(({ id }) => `#${id}`));
    best = links.find(({ hash }) => hash === `#${found?.[0]?.id}`);
    for (const link of links) {
      link.parentElement.hidden = found !== undefined && !hashes.has(link.hash);
      link.classList.toggle('best', link === best);
    }
    for (const group of document.querySelectorAll('nav section')) {
      group.hidden = group.querySelector('li:not([hidden])') === null;
    }
    none.hidden = found === undefined || found.length > 0;
  }

  async function openBest() {
    await search();
    if (best) location.assign(best.href);
  }

  field.addEventListener('input', () => void search());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void openBest();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
}
