const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Shows only the links to sections with all words in the search field; Enter opens the highlighted one. */
export function addSearch() {
  const form = document.querySelector('form.search');
  if (!form) return;
  const [field, none] = [form.querySelector('input'), document.querySelector('nav .none')];
  const links = [...document.querySelectorAll('nav li a')];
  const texts = new Map(
    links.map((link) => {
      const section = document.querySelector(`${link.hash}[data-search]`);
      return [link, folded(`${link.textContent} ${section?.id} ${section?.textContent}`)];
    }),
  );
  let best;

  function search() {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    const hasAllIn = (text) => words.every((word) => text.includes(word));
    const found = links.filter((link) => hasAllIn(texts.get(link)));
    // A section named in the search comes before earlier sections that only mention it.
    best =
      words.length === 0 ? undefined : (found.find((link) => hasAllIn(folded(link.textContent))) ?? found[0]);
    for (const link of links) {
      link.parentElement.hidden = !found.includes(link);
      link.classList.toggle('best', link === best);
    }
    for (const group of document.querySelectorAll('nav section')) {
      group.hidden = group.querySelector('li:not([hidden])') === null;
    }
    none.hidden = found.length > 0;
  }

  field.addEventListener('input', search);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!best) return;
    location.hash = best.hash;
    document.querySelector(best.hash).scrollIntoView();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
}
