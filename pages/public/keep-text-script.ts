/**
 * The link to the other language keeps typed text, but no file. Expects the form in `form`. The text stays in the
 * session of the tab and is read once.
 */
export const keepTextScript = `
const storageKey = 'typed ' + location.pathname;
const savedFields = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
sessionStorage.removeItem(storageKey);
for (const each of savedFields.length > 0 ? form.elements : []) {
  const values = savedFields.filter(([name]) => name === each.name).map(([, value]) => value);
  if (['checkbox', 'radio'].includes(each.type)) each.checked = values.includes(each.value);
  else if (!['hidden', 'file'].includes(each.type) && values.length > 0) [each.value] = values;
}
document.querySelector('nav a[hreflang]')?.addEventListener('click', () => {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  sessionStorage.setItem(storageKey, JSON.stringify(texts));
});
`.trim();

/** The script of a form that only keeps typed text. */
export const formScript = `const form = document.querySelector('form');\n${keepTextScript}`;
