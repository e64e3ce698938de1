import type { OpenApiDocument } from '../schemas/openapi/document.ts';
import { html, type Html } from './html.ts';
import { layout } from './layout.ts';
import { markdown } from './markdown.ts';
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

function groupSection({ id, title, introduction, entries, isList = false }: ReferenceGroup) {
  const contents = entries.map(({ content }) => content);
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${introduction} ${isList ? html`<dl class="fields">${contents}</dl>` : contents}
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

/** Adds the page to each link whose anchor is on another page. Every anchor begins with the id of an entry. */
function linkAcrossPages(text: string, groups: readonly ReferenceGroup[], page: string): string {
  const pages = new Map(
    groups.flatMap((group) =>
      [group.id, ...group.entries.map(({ id }) => id)].map((id) => [id, group.page] as const),
    ),
  );
  return text.replaceAll(/ href="#([\w-]+)/g, (whole, id: string) => {
    const other = pages.get(id);
    return other === undefined || other === page ? whole : ` href="${ROOT_PLACEHOLDER}${other}#${id}`;
  });
}

/** One page of the reference with a navigation to all groups. */
export function referencePage(
  document: OpenApiDocument,
  groups: readonly ReferenceGroup[],
  page: string,
): string {
  const { info } = document;
  const groupsOnPage = groups.filter((group) => group.page === page);
  const names = groupsOnPage.map(({ title }) => title).join(', ');
  const isOverview = page === OVERVIEW;
  const text = layout({
    title: isOverview ? info.title : `${names} · ${info.title}`,
    description: isOverview ? info.summary : `${names}: ${info.summary}`,
    root: ROOT_PLACEHOLDER,
    navigation: navigation(groups),
    markdown: (isOverview ? documentationPages.llms.path : `/${page}.md`).slice(1),
    main: html`${isOverview ? overview(document) : html`<h1>API reference</h1>`}
    ${groupsOnPage.map(groupSection)}`,
  });
  return linkAcrossPages(text, groups, page).replaceAll(
    ROOT_PLACEHOLDER,
    '../'.repeat(page.split('/').length - 1),
  );
}
