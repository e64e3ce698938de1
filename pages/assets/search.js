import { base } from './origin.js';

/** The search index of all pages. */
const entries = async () => (await fetch(`${base}/docs/search.json`)).json();

async function loadSearch() {
  const [{ default: MiniSearch }, { searchIndex }, all] = await Promise.all([
    import('./minisearch.js'),
    import('./search-index.js'),
    entries(),
  ]);
  return searchIndex(MiniSearch, all);
}

/** A search result: the navigation link with the name of its group. */
function resultLink(link, group) {
  const copy = link.cloneNode(true);
  const part = document.createElement('small');
  part.textContent = group;
  copy.removeAttribute('aria-current');
  copy.append(' ', part);
  const item = document.createElement('li');
  item.append(copy);
  return item;
}

/** Shows links to the sections that contain all words, best first. Enter opens the first. */
export function addSearch() {
  const form = document.querySelector('form.search');
  if (!form) return;
  const [field, none, list] = [
    form.querySelector('input'),
    document.querySelector('nav .none'),
    document.querySelector('nav .found'),
  ];
  const sections = document.querySelectorAll('nav section');
  const linkOf = new Map([...document.querySelectorAll('nav li a')].map((link) => [link.hash, link]));
  let loaded;
  const load = () => (loaded ??= loadSearch());

  async function search() {
    const words = field.value;
    const results = words.trim() === '' ? undefined : (await load())(words);
    // The user has continued to type, so this result is outdated.
    if (words !== field.value) return;
    list.replaceChildren(...(results ?? []).map(({ id, group }) => resultLink(linkOf.get(`#${id}`), group)));
    list.querySelector('a')?.classList.add('best');
    for (const section of sections) section.hidden = results !== undefined;
    none.hidden = results === undefined || results.length > 0;
  }

  async function openBest() {
    await search();
    const best = list.querySelector('a');
    if (best) location.assign(best.href);
  }

  field.addEventListener('focus', () => void load(), { once: true });
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
