/** The layout of the recruiters' page: one row per person, and an always visible button that saves the stages. */
export const recruitingStyle = `
.applications li {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: .2rem .75rem; padding-inline: 0;
}
.applications li > * { grid-column: 1 / -1; margin: 0; }
.applications .held { margin-bottom: .5rem; }
.applications li > :first-child { padding-inline-end: 4rem; }
.applications .field { grid-column: 1; }
.applications details:not([open]) { grid-column: 2; }
.links { margin: 0; }
.links a { padding: .35rem 0; }
.applications :is(summary, a) { padding: .1rem 0; font-size: .9375rem; }
.links [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.news { padding: .6rem .75rem; border-radius: .5rem; background: var(--shade); font-weight: 600; }
.erase { position: absolute; inset: .5rem 0 auto auto; }
.erase a { padding-block: .2rem; color: var(--error); }
.save { padding: .75rem 0; border-top: 1px solid var(--line); background: var(--paper); }
@media (min-height: 30rem) { .save { position: sticky; bottom: 0; } }
@media print { .save { display: none; } }
@media (min-width: 40rem) {
  .applications li { grid-template-columns: repeat(2, minmax(0, 1fr)) 10rem auto; gap: 0 1.25rem; align-items: start; }
  .applications details:not([open]) { grid-column: 1; }
  .applications .links { grid-area: 1 / 2 / 3; }
  .applications li > :first-child { grid-column: 1; padding: 0; }
  .applications .field { grid-area: 1 / 3; }
  .applications .erase { grid-area: 1 / 4; position: static; }
}
`
  .trim()
  .replaceAll(/\s+/g, ' ');

/** Asks before a reader leaves the page with stages that are not saved. */
export const recruitingScript = `
let isSaving;
addEventListener('submit', ({ target }) => { isSaving = target.id === 'stages'; });
addEventListener('beforeunload', (event) => {
  if (!isSaving && document.querySelector('option:checked:not([selected])')) event.preventDefault();
});
`.trim();
