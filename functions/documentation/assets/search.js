const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Keeps only the links to what has all words of the search field; Enter goes to the first. */
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
  const found = () => links.filter((link) => !link.parentElement.hidden);

  function search() {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    for (const link of links) {
      link.parentElement.hidden = !words.every((word) => texts.get(link).includes(word));
    }
    for (const group of document.querySelectorAll('nav section')) {
      group.hidden = group.querySelector('li:not([hidden])') === null;
    }
    none.hidden = found().length > 0;
  }

  field.addEventListener('input', search);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [first] = found();
    if (!first) return;
    location.hash = first.hash;
    document.querySelector(first.hash).scrollIntoView();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
}
