import {
  changeName,
  changingFields,
  changingOfApplications,
  JobChanges,
  longFields,
} from '../schemas/event.ts';
import type { OpenApiDocument } from '../schemas/openapi/document.ts';
import { problems, problemType } from '../schemas/problems.ts';
import { fieldList } from './fields.ts';
import { chapters, withRuleAnchors } from './guide.ts';
import { html } from './html.ts';
import { inline, markdown } from './markdown.ts';
import { methodBadge, operationSection, listOperations } from './operation-section.ts';
import { OVERVIEW, pageBelow, responseSchemas, tagId, type ReferenceGroup } from './reference-group.ts';
import { headerAnchor } from './response-list.ts';
import { ROOT_PLACEHOLDER as root } from './root-mark.ts';

const guideGroup = (): ReferenceGroup => ({
  id: 'guide',
  title: 'Guide',
  page: OVERVIEW,
  boost: 1.3,
  introduction: html`<p>
    You can run every example as it is: together, in the order of the chapters, they are one shell script and
    one JavaScript module. The rules at the end of a chapter are the contract, beside the reference.
    <strong>Decided</strong> begins what the documentation of the original service leaves open,
    <strong>Extension</strong> what it does not have.
  </p>`,
  entries: chapters().map(({ id, title, summary, text }) => ({
    id,
    label: html`${title}`,
    content: html`<article class="chapter" id="${id}">
      <h1>${title}</h1>
      ${markdown(withRuleAnchors({ id, text }))}
    </article>`,
    ownPage: { path: pageBelow(id), summary },
  })),
});

const operationGroup = (document: OpenApiDocument, name: string, description: string): ReferenceGroup => ({
  id: tagId(name),
  title: name,
  page: pageBelow(tagId(name)),
  introduction: html`<p>${description}</p>`,
  entries: listOperations(document)
    .filter(({ operation }) => operation.tags[0] === name)
    .map((place) => ({
      id: place.operation.operationId,
      label: html`${methodBadge(place.method)} ${place.operation.summary}`,
      content: operationSection(document, place),
    })),
});

/** A nested schema with more fields is linked, not repeated. */
const SHORT_SCHEMA = 1;

/** Schemas of changed fields: shown in place, because there is one for each field of a job. */
const changes = new Set<string>(
  [...changingFields, ...changingOfApplications, ...longFields].map(changeName),
);

function schemaGroup(document: OpenApiDocument): ReferenceGroup {
  const schemas = responseSchemas(document);
  const all = new Set(schemas.map(([name]) => name).filter((name) => !changes.has(name)));
  const long = new Set(
    schemas.flatMap(([name, { properties = {} }]) =>
      Object.keys(properties).length > SHORT_SCHEMA ? [name] : [],
    ),
  );
  return {
    id: 'schemas',
    title: 'Schemas',
    page: pageBelow('schemas'),
    boost: 0.3,
    introduction: html`<p>The schemas of the response bodies.</p>`,
    entries: schemas
      .filter(([name]) => !changes.has(name))
      .map(([name, { description = '' }]) => ({
        id: name,
        label: html`<code>${name}</code>`,
        content: html`<article id="${name}">
          <h3><code>${name}</code></h3>
          <p>${inline(description)}</p>
          ${fieldList(document, { $ref: `#/components/schemas/${name}` }, { anchor: name, written: false, elsewhere: name === JobChanges.$id ? all : long })}
        </article>`,
      })),
  };
}

const headerGroup = ({ components }: OpenApiDocument): ReferenceGroup => ({
  id: 'headers',
  title: 'Response headers',
  page: OVERVIEW,
  boost: 0.3,
  introduction: html`<p>
    What the headers of the responses mean. Each response lists those that it may have.
  </p>`,
  isList: true,
  entries: Object.entries(components.headers).map(([name, { description, example }]) => ({
    id: headerAnchor(name),
    label: html`<code>${name}</code>`,
    content: html`<div id="${headerAnchor(name)}">
      <dt><code>${name}</code></dt>
      <dd>
        ${inline(description)}
        <div class="rules">Example: <code>${example}</code></div>
      </dd>
    </div>`,
  })),
});

const problemGroup = (): ReferenceGroup => ({
  id: 'problems',
  title: 'Errors',
  page: OVERVIEW,
  boost: 0.15,
  introduction: html`<p>
    The body of an error is a <a href="#Problem">Problem</a> (problem details, RFC 9457). Its
    <code>type</code> is the path of a page that explains what the error means and how to fix it.
  </p>`,
  isList: true,
  entries: Object.entries(problems).map(([code, { status, title }]) => ({
    id: code,
    label: html`<code>${code}</code>`,
    content: html`<div id="${code}">
      <dt>
        <a href="${root}${problemType(code).slice(1)}"><code>${code}</code></a>
      </dt>
      <dd><strong class="status">${status}</strong> ${title}</dd>
    </div>`,
  })),
});

/** The guide and the reference of every operation, from the OpenAPI document. Each group renders on demand. */
export function* referenceGroups(document: OpenApiDocument): Generator<ReferenceGroup> {
  yield guideGroup();
  for (const { name, description } of document.tags) yield operationGroup(document, name, description);
  yield schemaGroup(document);
  yield headerGroup(document);
  yield problemGroup();
}
