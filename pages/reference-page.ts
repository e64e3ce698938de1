import type { OpenApiDocument } from '../schemas/openapi/document.ts';
import { problems, problemType } from '../schemas/problems.ts';
import { fieldList } from './fields.ts';
import { chapters, type Chapter } from './guide.ts';
import { html, type Html } from './html.ts';
import { layout } from './layout.ts';
import { inline, markdown } from './markdown.ts';
import { methodMark, operationSection, placesIn, type Place } from './operation-section.ts';
import { headerAnchor } from './response-list.ts';

/** The schemas of responses, which operations and lists refer to. */
const schemasOf = ({ components }: OpenApiDocument) =>
  Object.entries(components.schemas).filter(
    ([name, { properties }]) => properties && !/Write$|^Job(?:Create|Update|Upsert|Reference)$/.test(name),
  );

const link = (id: string, label: Html | string) => html`<li><a href="#${id}">${label}</a></li>`;

const group = (id: string, title: string, links: Html[]) =>
  html`<section>
    <h2><a href="#${id}">${title}</a></h2>
    <ul>
      ${links}
    </ul>
  </section>`;

const operationLink = ({ method, operation }: Place) =>
  link(operation.operationId, html`${methodMark(method)} ${operation.summary}`);

const tagId = (name: string) => name.toLowerCase().replaceAll(' ', '-');

const ofTag = (places: Place[], name: string) => places.filter(({ operation }) => operation.tags[0] === name);

const navigation = (document: OpenApiDocument, guide: Chapter[]) => html`
  <form role="search" class="search">
    <label for="search">Search</label>
    <input id="search" type="search" autocomplete="off" placeholder="salary, 409, archive …" />
  </form>
  <p class="none" role="status" hidden>Nothing matches all of these words.</p>
  ${group(
    'guide',
    'Guide',
    guide.map(({ id, title }) => link(id, title)),
  )}
  ${document.tags.map(({ name }) => group(tagId(name), name, ofTag(placesIn(document), name).map(operationLink)))}
  ${group(
    'schemas',
    'Schemas',
    schemasOf(document).map(([name]) => link(name, html`<code>${name}</code>`)),
  )}
  ${group(
    'headers',
    'Response headers',
    Object.keys(document.components.headers).map((name) =>
      link(headerAnchor(name), html`<code>${name}</code>`),
    ),
  )}
  ${group(
    'problems',
    'Errors',
    Object.keys(problems).map((code) => link(code, html`<code>${code}</code>`)),
  )}
`;

const guideSection = (guide: Chapter[]) =>
  html`<section aria-labelledby="guide">
    <h2 id="guide">Guide</h2>
    <p>
      From your first job to a nightly synchronisation. You can run every example as it is. They all use the
      two variables set at the start.
    </p>
    ${guide.map(
      ({ id, title, text }) =>
        html`<article id="${id}" data-search>
          <h3>${title}</h3>
          ${markdown(text)}
        </article>`,
    )}
  </section>`;

const schemaSection = (document: OpenApiDocument) =>
  html`<section aria-labelledby="schemas">
    <h2 id="schemas">Schemas</h2>
    <p>The schemas of the response bodies.</p>
    ${schemasOf(document).map(
      ([name, { description = '' }]) =>
        html`<article id="${name}" data-search>
          <h3><code>${name}</code></h3>
          <p>${inline(description)}</p>
          ${fieldList(document, { $ref: `#/components/schemas/${name}` }, { anchor: name, written: false })}
        </article>`,
    )}
  </section>`;

const headerSection = ({ components }: OpenApiDocument) =>
  html`<section aria-labelledby="headers">
    <h2 id="headers">Response headers</h2>
    <p>What the headers of the responses mean. Each response lists those that it may have.</p>
    <dl class="fields">
      ${Object.entries(components.headers).map(
        ([name, { description, example }]) =>
          html`<div id="${headerAnchor(name)}" data-search>
            <dt><code>${name}</code></dt>
            <dd>
              ${inline(description)} <span class="rules">Example: <code>${example}</code></span>
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;

const problemSection = html`<section aria-labelledby="problems">
  <h2 id="problems">Errors</h2>
  <p>
    The body of an error is a <a href="#Problem">Problem</a> (problem details, RFC 9457). Its
    <code>type</code> is the path of a page that explains what the error means and how to fix it.
  </p>
  <dl class="fields">
    ${Object.entries(problems).map(
      ([code, { status, title }]) =>
        html`<div id="${code}" data-search>
          <dt>
            <a href=".${problemType(code)}"><code>${code}</code></a>
          </dt>
          <dd><strong class="status">${status}</strong> ${title}</dd>
        </div>`,
    )}
  </dl>
</section>`;

/** The guide and the reference of every operation, from the OpenAPI document. */
export function referencePage(document: OpenApiDocument): string {
  const guide = chapters();
  const places = placesIn(document);
  return layout({
    title: document.info.title,
    description: document.info.summary,
    root: '',
    navigation: navigation(document, guide),
    main: html`<h1>${document.info.title}</h1>
      <p class="lead">
        ${document.info.summary}, version ${document.info.version}. The
        <a href=".${document.servers[0].url}/openapi.json">OpenAPI document</a> is the same reference for
        programs.
      </p>
      ${markdown(document.info.description)} ${guideSection(guide)}
      ${document.tags.map(
        ({ name, description }) =>
          html`<section aria-labelledby="${tagId(name)}">
            <h2 id="${tagId(name)}">${name}</h2>
            <p>${description}</p>
            ${ofTag(places, name).map((place) => operationSection(document, place))}
          </section>`,
      )}
      ${schemaSection(document)} ${headerSection(document)} ${problemSection}`,
  });
}
