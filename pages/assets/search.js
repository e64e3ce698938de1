const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Keeps only the links to what has all words of the search field; Enter goes to the one that is marked. */
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
    // Whoever types the name of a thing means that, and not what mentions it further up.
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
