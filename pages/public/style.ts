/** The style sheet of every public page. It stands in the page itself, so that a page is one request. */
export const style = `
:root {
  color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --quiet: #57606a; --line: #dfe3e8; --shade: #f5f7f9;
  --accent: #0b5cad; --on-accent: #fff; --error: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e6e9ec; --quiet: #a5aeb8; --line: #2d343b; --shade: #1c2126; --accent: #7db7ff;
    --on-accent: #0d1b2a; --error: #ff8a80;
  }
}
* { box-sizing: border-box; }
html {
  font: 100%/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; background: var(--paper);
  color: var(--ink); text-size-adjust: 100%; scroll-padding-bottom: 6rem;
}
body { margin: 0; }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.5rem); line-height: 1.15; margin: 0; text-wrap: balance; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.quiet { color: var(--quiet); margin: 0; }
.button {
  display: block; padding: .8rem 1.5rem; border: 0; border-radius: .5rem; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { text-decoration: underline; }
.secondary { border: 1px solid var(--accent); background: none; color: var(--accent); }
.postings { list-style: none; margin: 1.5rem 0; padding: 0; border-top: 1px solid var(--line); }
.postings li { padding: 1rem 0; border-bottom: 1px solid var(--line); }
.postings a { font-size: 1.15rem; font-weight: 600; }
.postings p { margin: .25rem 0 0; }
.problem { padding-top: 15vh; text-align: center; }
.posting > header { padding-bottom: 1.25rem; }
.posting dl { display: grid; gap: .75rem 1.5rem; margin: 0; }
.posting dt { color: var(--quiet); font-size: .875rem; }
.posting dd { margin: 0; font-weight: 600; }
.posting dd + dd { margin-top: .35rem; }
.posting aside { padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--shade); }
.posting aside > .quiet { margin-top: .75rem; font-size: .875rem; }
.posting section { margin-top: 1.5rem; max-width: 42rem; }
.posting section > :first-child { margin-top: 0; }
@media (max-width: 52rem) {
  main { padding-bottom: 7rem; }
  .posting dl { grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); }
  .apply {
    position: fixed; z-index: 1; inset: auto 0 0; margin: 0; padding: .75rem 1.25rem; background: var(--paper);
    border-top: 1px solid var(--line);
  }
}
@media (min-width: 52.01rem) {
  main { padding-top: 3rem; }
  .posting { display: grid; grid-template: auto 1fr / minmax(0, 1fr) 19rem; column-gap: 3rem; }
  .posting aside {
    grid-area: 1 / 2 / 3 / 3; align-self: start; position: sticky; top: 1.5rem; display: flex; flex-direction: column;
  }
  .posting section { margin-top: 0; }
  .apply, .apply + .quiet { order: -1; }
  .posting aside > .apply, .posting aside > .apply + .quiet { margin: 0 0 1.25rem; }
  .apply { position: sticky; z-index: 1; top: 1.5rem; }
}
.form { max-width: 36rem; margin: 0 auto; }
.form h1 { margin: .5rem 0 1.5rem; }
.form .for { margin: -1rem 0 1.5rem; }
.field { margin-bottom: 1.25rem; }
.field > label { display: block; font-weight: 600; }
.field input:not([type=checkbox]), .field textarea {
  display: block; width: 100%; margin-top: .25rem; padding: .6rem .75rem; border: 1px solid var(--quiet);
  border-radius: .4rem; background: var(--paper); color: var(--ink); font: inherit;
}
.field :is(input, textarea)[aria-invalid] { border: 2px solid var(--error); }
.consent > label { display: flex; gap: .75rem; align-items: start; font-weight: 400; }
.consent input { flex: none; width: 1.4rem; height: 1.4rem; margin: .15rem 0 0; }
.error { margin: .25rem 0; color: var(--error); font-weight: 600; }
.summary { margin-bottom: 1.5rem; padding: 1rem 1.25rem; border: 2px solid var(--error); border-radius: .5rem; }
.summary h2 { margin: 0; font-size: 1.15rem; }
.summary a { color: var(--error); }
.form .button { width: 100%; }
@media print { .apply { display: none; } }
`
  .trim()
  .replaceAll(/\s+/g, ' ');
