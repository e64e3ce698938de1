/** The style sheet with an employer's colour; undefined without one. */
export const brandStyle = (color: string | null): string | undefined =>
  color === null ? undefined : `:root{--brand:${color}}`;

/**
 * The style sheet of every public page, inline, so that a page is one request. A browser without relative colours shows
 * every employer in the service's own. The lightness of accents keeps a contrast of 4.5 in every hue: text on paper of
 * at most 50 %, white text on at most 54 %, black text on at least 60 %.
 */
export const style = `
:root {
  color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --quiet: #57606a; --line: #dfe3e8; --shade: #f5f7f9;
  --brand: #0b5cad; --accent: #0b5cad; --fill: var(--accent); --on-fill: #fff; --error: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e6e9ec; --quiet: #a5aeb8; --line: #2d343b; --shade: #1c2126; --accent: #7db7ff;
    --on-fill: #0d1b2a; --error: #ff8a80;
  }
}
@supports (color: oklch(from red l c h)) {
  :root {
    --accent: oklch(from var(--brand) min(l, .5) c h);
    --fill: oklch(from var(--brand) min(l, max(.54, (l - .6) * 999)) c h);
    --on-fill: oklch(from var(--brand) calc((.6 - l) * 999) 0 h);
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --accent: oklch(from var(--brand) max(l, .78) max(c, min(.09, (c - .02) * 99)) h); --fill: var(--accent);
      --on-fill: #0d1b2a;
    }
  }
}
* { box-sizing: border-box; }
html {
  font: 100%/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; background: var(--paper);
  color: var(--ink); text-size-adjust: 100%; scroll-padding-bottom: 6rem;
}
body { display: grid; grid-template: auto 1fr auto / minmax(0, 1fr); min-height: 100vh; min-height: 100dvh; margin: 0; }
body > header, main, footer ul { width: 100%; max-width: 68rem; margin: 0 auto; padding: .5rem 1.25rem; }
body > header, footer { font-size: .9375rem; overflow-wrap: anywhere; }
body > header, footer ul, .line, .links, .employer { display: flex; flex-wrap: wrap; gap: 0 1.1rem; }
:is(body > header, footer) a, footer li:not(:has(a)) { display: inline-block; padding: .35rem 0; }
body > header nav { margin-inline-start: auto; }
footer { border-top: 1px solid var(--line); color: var(--quiet); }
footer ul, .postings, .applications, .employers { list-style: none; }
.site { color: inherit; font-weight: 650; text-decoration: none; }
:is(.site, .button, .postings a, .employers a):hover { text-decoration: underline; }
main { padding-bottom: 3rem; overflow-wrap: anywhere; }
h1 {
  font-size: clamp(1.5rem, 1.1rem + 2vw, 2.5rem); line-height: 1.15; letter-spacing: -.015em; margin: 0;
  text-wrap: balance;
}
h2, h3 { margin: 1.75rem 0 .5rem; font-size: 1.15rem; line-height: 1.3; }
main > h2 { font-size: 1.35rem; }
a { padding-block: .2rem; color: var(--accent); text-underline-offset: .15em; }
a[href^='tel:'] { white-space: nowrap; }
main :is(ul, ol) { padding-inline-start: 1.4rem; }
dl { display: grid; gap: .75rem; margin: 0; line-height: 1.4; }
dt { color: var(--quiet); font-size: .875rem; }
dd, dd ul { margin: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.quiet { color: var(--quiet); margin: 0; }
.button {
  display: block; padding: .8rem 1.5rem; border: 1px solid var(--accent); border-radius: .5rem; background: var(--fill);
  color: var(--on-fill); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.secondary { width: fit-content; background: none; color: var(--accent); }
.postings, .applications { margin: 1rem 0 1.5rem; padding: 0; border-top: 1px solid var(--line); }
:is(.postings, .applications, .employers) li { position: relative; padding: .75rem .5rem; border-bottom: 1px solid var(--line); }
:is(.postings, .employers) li:hover { background: var(--shade); }
:is(.postings, .employers) a { text-decoration: none; }
:is(.postings, .employers) a::after { content: ''; position: absolute; inset: 0; }
:is(.postings, .applications, .summary) h2 { margin: 0; }
.line { margin: .25rem 0 0; color: var(--quiet); font-size: .9375rem; line-height: 1.4; overflow-x: clip; }
.line span { position: relative; }
.line span + span::before { content: '·'; position: absolute; inset-inline-start: -.7rem; }
.line strong { color: var(--ink); font-weight: 600; }
.search {
  display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1.5rem 0; padding: 1rem; border-radius: .75rem;
  background: var(--shade);
}
.search > .field { flex: 999 14rem; }
.search > .button { flex: 1 0 auto; padding: .6rem 1.25rem; }
.search .field { margin: 0; min-width: 0; }
.search label { font-size: .875rem; }
.search :is(input, select, .button) { min-height: 3rem; }
.search summary { padding: .7rem 0; }
main summary { width: fit-content; padding: .35rem 0; color: var(--accent); cursor: pointer; }
.filters { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; }
.employer { row-gap: .75rem; align-items: center; }
.employer .logo { margin: 0; }
.employers {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: .75rem;
}
main .employers { padding: 0; }
.employers li { display: flex; gap: 1rem; align-items: center; padding: .75rem; border: 1px solid var(--line); border-radius: .75rem; }
.employers a { font-weight: 600; }
.employers .logo { flex: none; height: 2rem; max-width: 5rem; margin: 0; }
.about, .test, .accommodation, .posting section { max-width: 42rem; }
.test { padding: .75rem 1rem; border-inline-start: .3rem solid var(--error); background: var(--shade); font-weight: 600; }
.narrow { max-width: 38rem; }
.logo {
  display: block; box-sizing: content-box; width: auto; height: 2rem; max-width: 11rem; margin-bottom: .75rem;
  padding: .5rem .6rem; border: 1px solid var(--line); border-radius: .6rem; background: #fff; object-fit: contain;
}
.posting > header { padding-bottom: 1rem; }
.posting > header .quiet { margin-bottom: .4rem; }
.posting dl { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; }
.posting aside { padding: .6rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--shade); }
.posting aside > p { margin: 0 0 .75rem; }
.posting section { margin-top: 1rem; }
.posting section > :first-child { margin-top: 0; }
.posting .more { margin-top: 2.25rem; }
.long { width: 100%; }
@media (max-width: 52rem) { .search details[open] { flex: 100%; } }
@media (max-width: 52rem) and (min-height: 20rem) {
  body:has(.apply) > footer { padding-bottom: 7rem; }
  .posting .apply {
    position: fixed; z-index: 1; inset: auto 0 0; margin: 0; padding: .75rem 1.25rem; background: var(--paper);
    border-top: 1px solid var(--line);
  }
}
@media (min-width: 52.01rem) {
  main { padding-top: 2rem; }
  .logo { height: 3rem; max-width: 16rem; }
  .posting { display: grid; grid-template: auto auto 1fr / minmax(0, 1fr) 19rem; column-gap: 3rem; }
  .posting aside { grid-area: 1 / 2 / 4 / 3; align-self: start; position: sticky; top: 1.5rem; padding: 1.25rem; }
  .posting header + aside + section { margin-top: 0; }
}
@supports selector(::details-content) {
  @media (min-width: 52.01rem) {
    .search details { flex: 1750; }
    .search summary { display: none; }
    .search details::details-content { content-visibility: visible; }
  }
}
.form { max-width: 36rem; margin: 0 auto; }
.form > p { margin: 0 0 .5rem; }
.form > form { margin-top: 1.5rem; }
.form .button, progress { width: 100%; }
.field { margin-bottom: 1.25rem; }
.field > label { display: block; font-weight: 600; }
.field input:not([type=checkbox], [type=radio]), .field textarea, .field select {
  display: block; width: 100%; margin-top: .25rem; padding: .6rem .75rem; border: 1px solid var(--quiet);
  border-radius: .4rem; background: var(--paper); color: var(--ink); font: inherit;
}
.field ::file-selector-button {
  margin-inline-end: .75rem; padding: .3rem .75rem; border: 1px solid var(--line); border-radius: .35rem;
  background: var(--shade); color: var(--ink); font: inherit; cursor: pointer;
}
.notice { margin: .35rem 0 0; padding-inline-start: 2.15rem; font-size: .9375rem; }
.field :is(input, textarea, select)[aria-invalid] { border: 2px solid var(--error); }
fieldset { min-width: 0; margin-inline: 0; padding: 0; border: 0; }
legend { padding: 0 0 .25rem; font-weight: 600; }
:is(.consent, fieldset) > label { display: flex; gap: .75rem; padding: .35rem 0; font-weight: 400; }
fieldset .field:last-child { margin: 0; }
:is(.consent, fieldset) > label > input { flex: none; width: 1.4rem; height: 1.4rem; margin: .15rem 0 0; }
.typed, .accommodation p { white-space: pre-line; }
.error { margin: .25rem 0; color: var(--error); font-weight: 600; }
.summary { margin: 1.5rem 0; padding: 1rem 1.25rem 0; border: 2px solid var(--error); border-radius: .5rem; }
.summary a { color: var(--error); }
.upload .button { margin-top: .5rem; }
.button[hidden] { display: none; }
@media print {
  html { font-size: 10pt; }
  .apply, body > header nav, body > footer { display: none; }
  h2, h3, dt { break-after: avoid; }
  main { padding-bottom: 0; }
  li { break-inside: avoid; }
  main::after { display: block; margin-top: 1rem; content: attr(data-url); }
}
`
  .trim()
  .replaceAll(/\s+/g, ' ');
