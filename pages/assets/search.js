/** Without accents and in lower case. */
const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The sections that the navigation leads to, as documents of the index. */
const documentsOf = (links) =>
  links.map((link) => {
    const section = document.querySelector(`${link.hash}[data-search]`);
    return { id: link.hash, title: `${link.textContent} ${section?.id}`, text: section?.textContent ?? '' };
  });

/** How many letters of a word may be wrong, missing or too many; two that are swapped count as two. */
const typosIn = ({ length }) => (length < 4 ? 0 : length < 6 ? 1 : 2);

async function indexOf(links) {
  const { default: MiniSearch } = await import('./minisearch.js');
  const index = new MiniSearch({
    fields: ['title', 'text'],
    processTerm: folded,
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      fuzzy: typosIn,
      boost: { title: 8 },
      weights: { prefix: 0.6, fuzzy: 0.1 },
    },
  });
  index.addAll(documentsOf(links));
  return index;
}

/** Shows only the links to sections with all words in the search field; Enter opens the best one. */
export function addSearch() {
  const form = document.querySelector('form.search');
  if (!form) return;
  const [field, none] = [form.querySelector('input'), document.querySelector('nav .none')];
  const links = [...document.querySelectorAll('nav li a')];
  let index;
  let best;

  async function search() {
    const words = field.value;
    index ??= indexOf(links);
    const found = words.trim() === '' ? undefined : (await index).search(words);
    // Somebody has typed on.
    if (words !== field.value) return;
    const hashes = new Set(found?.map(({ id }) => id));
    best = links.find(({ hash }) => hash === found?.[0]?.id);
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
    if (best) location.hash = best.hash;
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
