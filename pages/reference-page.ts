import type { OpenApiDocument } from '../schemas/openapi/document.ts';
import { html, plainText, type Html } from './html.ts';
import { layout } from './layout.ts';
import { inline, markdown } from './markdown.ts';
import { OVERVIEW, type ReferenceGroup } from './reference-group.ts';
import { ROOT_PLACEHOLDER } from './root-mark.ts';
import { pages as documentationPages } from '../schemas/pages.ts';

const link = (id: string, label: Html) => html`<li><a href="#${id}">${label}</a></li>`;

const navigation = (groups: readonly ReferenceGroup[]) => html`
  <form role="search" class="search">
    <label for="search">Search</label>
    <input id="search" type="search" autocomplete="off" placeholder="salary, 409, archive …" />
  </form>
  <p class="none" role="status" hidden>Nothing matches all of these words.</p>
  <ul class="found"></ul>
  ${groups.map(
    ({ id, title, entries }) =>
      html`<section>
        <h2><a href="#${id}">${title}</a></h2>
        <ul>
          ${entries.map((entry) => link(entry.id, entry.label))}
        </ul>
      </section>`,
  )}
`;

/** A list of the entries that have separate pages. */
const pageList = (entries: ReferenceGroup['entries']) =>
  html`<ul>
    ${entries.map(({ id, label, ownPage }) => html`<li><a href="#${id}">${label}</a>: ${inline(ownPage?.summary ?? '')}</li>`)}
  </ul>`;

function groupSection({ id, title, introduction, entries, isList = false }: ReferenceGroup) {
  const contents = entries.filter(({ ownPage }) => !ownPage).map(({ content }) => content);
  const pages = entries.filter(({ ownPage }) => ownPage);
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${introduction} ${pages.length > 0 && pageList(pages)}
    ${isList ? html`<dl class="fields">${contents}</dl>` : contents}
  </section>`;
}

const overview = ({ info, servers }: OpenApiDocument) =>
  html`<h1>${info.title}</h1>
    <p class="lead">
      ${info.summary}, version ${info.version}. The
      <a href="${ROOT_PLACEHOLDER}${servers[0].url.slice(1)}/openapi.json">OpenAPI document</a> is the same
      reference for programs.
    </p>
    ${markdown(info.description)}`;

interface PageContent {
  title?: string;
  summary: string;
  main: Html;
}

function chapterContent({ entries }: ReferenceGroup, index: number): PageContent {
  const { label, content, ownPage } = entries[index]!;
  const next = entries[index + 1];
  return {
    title: plainText(label),
    summary: ownPage?.summary ?? '',
    main: html`${content} ${next && html`<p>Next: <a href="#${next.id}">${next.label}</a></p>`}`,
  };
}

/** The content of one page: the overview, a chapter of the guide, or groups of the reference. */
function contentOf(document: OpenApiDocument, groups: readonly ReferenceGroup[], path: string): PageContent {
  for (const group of groups) {
    const index = group.entries.findIndex(({ ownPage }) => ownPage?.path === path);
    if (index !== -1) return chapterContent(group, index);
  }
  const { summary } = document.info;
  const onPage = groups.filter(({ page }) => page === path);
  const sections = html`${onPage.map(groupSection)}`;
  if (path === OVERVIEW) return { summary, main: html`${overview(document)} ${sections}` };
  const title = onPage.map((group) => group.title).join(', ');
  return {
    title,
    summary: `${title}: ${summary}`,
    main: html`<h1>API reference</h1>
      ${sections}`,
  };
}

/** Adds the page to each link whose anchor is on another page. Every anchor begins with the id of an entry. */
function linkAcrossPages(text: string, groups: readonly ReferenceGroup[], page: string): string {
  const pages = new Map(
    groups.flatMap((group) => [
      [group.id, group.page] as const,
      ...group.entries.map(({ id, ownPage }) => [id, ownPage?.path ?? group.page] as const),
    ]),
  );
  return text.replaceAll(/ href="#([\w-]+)/g, (whole, id: string) => {
    const other = pages.get(id);
    return other === undefined || other === page ? whole : ` href="${ROOT_PLACEHOLDER}${other}#${id}`;
  });
}

/** One page of the documentation with a navigation to all groups. */
export function referencePage(
  document: OpenApiDocument,
  groups: readonly ReferenceGroup[],
  page: string,
): string {
  const { title, summary, main } = contentOf(document, groups, page);
  const service = document.info.title;
  const text = layout({
    title: title === undefined ? service : `${title} · ${service}`,
    description: summary,
    root: ROOT_PLACEHOLDER,
    navigation: navigation(groups),
    markdown: (page === OVERVIEW ? documentationPages.llms.path : `/${page}.md`).slice(1),
    main,
  });
  return linkAcrossPages(text, groups, page).replaceAll(
    ROOT_PLACEHOLDER,
    '../'.repeat(page.split('/').length - 1),
  );
}
