import { readdirSync } from 'node:fs';
import { html, type Html } from './html.ts';
import { ORIGIN } from './samples.ts';

/** Every page preloads all scripts, so that a browser need not parse one to discover the next. */
const modules = readdirSync(new URL('assets/', import.meta.url)).filter((file) => file.endsWith('.js'));

interface Layout {
  title: string;
  description: string;
  /** The relative URL of the root of the service: '' or several '../'. */
  root: string;
  navigation?: Html;
  /** The path of the page's Markdown copy, relative to the root. */
  markdown?: string;
  main: Html;
}

/** A documentation page with the common header and navigation. Relative URLs work on any domain and stage. */
export const layout = ({ title, description, root, navigation, markdown, main }: Layout): string =>
  `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${root}docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}docs/page.css">
${markdown !== undefined && html`<link rel="alternate" type="text/plain" href="${root}${markdown}" />`}
<script type="module" src="${root}docs/page.js"></script>
${modules.map((file) => html`<link rel="modulepreload" href="${root}docs/${file}" />`)}
</head>
<body${navigation && html` class="with-navigation"`} data-root="${root}" data-origin="${ORIGIN}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${root}."><img src="${root}docs/icon.svg" alt="" width="24" height="24"> Job Posting Service</a>
${navigation && html`<button class="menu" type="button" aria-expanded="false" aria-controls="navigation">Menu</button>`}
</header>
${navigation && html`<nav id="navigation" aria-label="Contents">${navigation}</nav>`}
<main id="content" tabindex="-1">${main}</main>
</body>
</html>
`.text
  }`;
