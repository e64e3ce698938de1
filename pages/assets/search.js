import { base } from './origin.js';

/** What all pages say, by the anchors that the navigation leads to. */
const entries = async () => (await fetch(`${base}/docs/search.json`)).json();

async function loadSearch() {
  const [{ default: MiniSearch }, { searchIndex }, all] = await Promise.all([
    import('./minisearch.js'),
    import('./search-index.js'),
    entries(),
  ]);
  return searchIndex(MiniSearch, all);
}

/** A link of the navigation as it is shown among what is found: with the part that it is in. */
function foundLink(link, group) {
  const copy = link.cloneNode(true);
  const part = document.createElement('small');
  part.textContent = group;
  copy.removeAttribute('aria-current');
  copy.append(' ', part);
  const item = document.createElement('li');
  item.append(copy);
  return item;
}

/** Shows links to the sections with all words in the search field, the best one first; Enter opens that one. */
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
    const found = words.trim() === '' ? undefined : (await load())(words);
    // Somebody has typed on.
    if (words !== field.value) return;
    list.replaceChildren(...(found ?? []).map(({ id, group }) => foundLink(linkOf.get(`#${id}`), group)));
    list.querySelector('a')?.classList.add('best');
    for (const section of sections) section.hidden = found !== undefined;
    none.hidden = found === undefined || found.length > 0;
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
