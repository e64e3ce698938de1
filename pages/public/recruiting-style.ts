/** The layout of the recruiters' page: one row per person, and an always visible button that saves the stages. */
export const recruitingStyle = `
.applications { list-style: none; margin: 1rem 0 0; padding: 0; border-top: 1px solid var(--line); }
.applications li {
  display: grid; align-items: start; gap: .5rem 1.5rem; padding: .75rem 0; border-bottom: 1px solid var(--line);
}
.applications li > * { margin: 0; }
.applications h2 { margin: 0; font-size: 1.15rem; line-height: 1.35; }
.applications .quiet { font-size: .875rem; }
.links { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0; }
.links a { padding: .35rem 0; }
.links [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.news { padding: .6rem .75rem; border-radius: .5rem; background: var(--shade); font-weight: 600; }
.held .number { margin: .5rem 0; }
.erase a { color: var(--error); }
.save { position: sticky; bottom: 0; padding: .75rem 0; background: var(--paper); }
@media print { .save { display: none; } }
@media (min-width: 52.01rem) {
  .applications li { grid-template-columns: minmax(0, 1fr) minmax(0, 1.6fr) 12rem auto; }
  .applications :is(.news, .held, details) { grid-column: 1 / -1; }
  .applications .erase { grid-area: 1 / 4; }
  .applications .links * { padding: 0; }
}
`
  .trim()
  .replaceAll(/\s+/g, ' ');
