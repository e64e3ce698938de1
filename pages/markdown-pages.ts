import {
  nameIn,
  responsesIn,
  type OpenApiDocument,
  type Parameter,
  type Schema,
} from '../schemas/openapi/document.ts';
import { namedIds } from '../schemas/openapi/enums.ts';
import { ownProblemsOf } from '../schemas/openapi/problems-of.ts';
import { ownStatusesOf } from '../schemas/openapi/responses.ts';
import type { OperationId } from '../schemas/operations.ts';
import { pages } from '../schemas/pages.ts';
import { problemGuide } from '../schemas/problem-guide.ts';
import { problems, type ProblemCode } from '../schemas/problems.ts';
import { samplesOf } from './assets/sample-code.js';
import { formatRules } from './fields.ts';
import { chapters } from './guide.ts';
import { listOperations, type OperationLocation } from './operation-section.ts';
import { isRequestSchema, tagId } from './reference-group.ts';
import { sampleRequest } from './samples.ts';

/** The path of the Markdown copy of a chapter or a section of the reference. */
const markdownPath = (name: string): string => pages.asset.path.replace('{file}', `${name}.md`);

const SCHEMAS = 'schemas';
const HEADERS = 'headers';
const ERRORS = 'problems';

const schemaLink = (name: string) => `[${name}](${SCHEMAS}.md#${name})`;

/** The name of a schema, or the types of a value. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schemaLink(nameIn({ $ref: schema.$ref }));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  const types = [schema.type ?? []].flat();
  return schema.items
    ? [`array of ${typeOf(schema.items)}`, ...types.filter((type) => type !== 'array')].join(' or ')
    : types.join(' or ');
}

interface Field {
  name: string;
  schema: Schema;
  marks: readonly (string | false | undefined)[];
}

function fieldItem({ name, schema, marks }: Field): string {
  const facts = [typeOf(schema), ...marks, formatRules(schema)].filter(Boolean).join(', ');
  return `- \`${name}\` (${facts})${schema.description === undefined ? '' : `: ${schema.description}`}`;
}

const fieldItems = ({ properties = {}, required = [] }: Schema, marksRequired: boolean) =>
  Object.entries(properties).map(([name, schema]) =>
    fieldItem({
      name,
      schema,
      marks: [marksRequired && required.includes(name) && 'required', schema.readOnly && 'read-only'],
    }),
  );

const parameterItem = ({ name, in: place, required, schema, description }: Parameter) =>
  fieldItem({ name, schema: { ...schema, description }, marks: [place, required && 'required'] });

function operationText(document: OpenApiDocument, location: OperationLocation): string {
  const { path, method, operation } = location;
  const { operationId, summary, description, requestBody, security, parameters = [] } = operation;
  const [server] = document.servers;
  const id = operationId as OperationId;
  const responses = responsesIn(document, operation);
  const [headers, others] = [true, false].map((isHeader) =>
    parameters.filter((parameter) => (parameter.in === 'header') === isHeader),
  );
  const bodyItems = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `- \`${type}\`: ${typeOf(schema)}`,
  );
  const responseItems = ownStatusesOf(id).map((status) => {
    const { description: text = '', content = {} } = responses[status] ?? {};
    const [{ schema } = {}] = Object.values(content);
    return `- ${status}: ${text}${schema ? ` ${typeOf(schema)}` : ''}`;
  });
  const errors = ownProblemsOf(id).map((code) => `${problems[code].status} \`${code}\``);
  const { sh } = samplesOf(sampleRequest(document, path, method, operation));
  return [
    `## ${summary}`,
    `\`${method.toUpperCase()} ${server.url}${path}\` (${operationId}). ${security.length > 0 ? 'Requires an API key.' : 'Requires no key.'}`,
    description,
    ...(others?.length ? [`Parameters:\n\n${others.map(parameterItem).join('\n')}`] : []),
    ...(headers?.length
      ? [`[Headers](${HEADERS}.md): ${headers.map(({ name }) => `\`${name}\``).join(', ')}.`]
      : []),
    ...(bodyItems.length > 0 ? [`Body:\n\n${bodyItems.join('\n')}`] : []),
    `Responses:\n\n${responseItems.join('\n')}`,
    ...(errors.length > 0 ? [`Errors: ${errors.join(', ')}.`] : []),
    `\`\`\`sh\n${sh}\n\`\`\``,
  ].join('\n\n');
}

/** The sections of all schemas. A field that an earlier schema has is described there. */
function schemaParts({ components }: OpenApiDocument): string[] {
  const described = new Map<string, string>();
  return Object.entries(components.schemas).map(([name, schema]) => {
    const fields = fieldItems(schema, isRequestSchema(name)).map((item) => {
      const earlier = described.get(item);
      described.set(item, earlier ?? name);
      return earlier === undefined ? item : `${item.split(' (', 1)[0]}: see [${earlier}](#${earlier})`;
    });
    const ids = namedIds[name];
    return [
      `## ${name}`,
      schema.description,
      fields.length > 0 ? fields.join('\n') : `Type: ${typeOf(schema)}`,
      ids && `Ids: ${ids.map((each) => `${each.id} ${each.name}`).join(', ')}.`,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join('\n\n')
      .replaceAll(`](${SCHEMAS}.md#`, '](#');
  });
}

const problemText = (code: ProblemCode): string => {
  const { status, title } = problems[code];
  const { meaning, fix } = problemGuide[code];
  return `## ${code}\n\n${status}, ${title}. ${meaning}\n\n${fix.map((step) => `- ${step}`).join('\n')}`;
};

function headerParts({ components }: OpenApiDocument, all: readonly OperationLocation[]): string[] {
  const headers = all
    .flatMap(({ operation }) => operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'header');
  const received = Object.entries(components.headers).map(
    ([name, { description, example }]) => `- \`${name}\`: ${description} Example: \`${example}\``,
  );
  return [
    '## Of requests',
    [...new Map(headers.map((header) => [header.name, header])).values()].map(parameterItem).join('\n'),
    '## Of responses',
    received.join('\n'),
  ];
}

/** One page of the reference. */
interface Section {
  name: string;
  title: string;
  summary: string;
  parts: string[];
}

function sections(document: OpenApiDocument): Section[] {
  const all = listOperations(document);
  return [
    ...document.tags.map(({ name, description }) => ({
      name: tagId(name),
      title: name,
      summary: description,
      parts: all
        .filter(({ operation }) => operation.tags[0] === name)
        .map((location) => operationText(document, location)),
    })),
    {
      name: SCHEMAS,
      title: 'Schemas',
      summary: 'The fields of requests and responses. Known values may become more.',
      parts: schemaParts(document).map((part) => part.replaceAll(' Others may be added.', '')),
    },
    {
      name: HEADERS,
      title: 'Headers',
      summary: 'What the headers of requests and responses mean.',
      parts: headerParts(document, all),
    },
    {
      name: ERRORS,
      title: 'Errors',
      summary: 'What each error means and how to fix it.',
      parts: Object.keys(problems).map((code) => problemText(code as ProblemCode)),
    },
  ];
}

/** A line of the index. */
const entry = (file: string, title: string, sentence: string) =>
  `- [${title}](${markdownPath(file).slice(1)}): ${sentence}`;

/**
 * The guide and the reference in Markdown for programs, by path, and `/llms.txt` (llmstxt.org), which leads to each of
 * them.
 */
export function markdownPages(document: OpenApiDocument): Record<string, string> {
  const guide = chapters();
  const reference = sections(document);
  const files = new Set([...guide.map(({ id }) => id), ...reference.map(({ name }) => name)]);
  const withLinks = (text: string, folder = '') =>
    text.replaceAll(/\]\(#([\w-]+)\)/g, (whole, id: string) =>
      files.has(id) ? `](${folder}${id}.md)` : whole,
    );
  const { info } = document;
  const index = [
    `# ${info.title}`,
    `> ${info.summary}`,
    info.description,
    `## Guide\n\n${guide.map(({ id, title, summary }) => entry(id, title, summary)).join('\n')}`,
    `## Reference\n\n${reference.map(({ name, title, summary }) => entry(name, title, summary)).join('\n')}`,
    `## Optional\n\n- [OpenAPI document](${pages.openapi.path.slice(1)}): The same reference for generators.`,
  ];
  return {
    [pages.llms.path]: `${withLinks(index.join('\n\n'), `${pages.reference.path.slice(1)}/`)}\n`,
    ...Object.fromEntries([
      ...guide.map(({ id, title, text }) => [markdownPath(id), `# ${title}\n\n${withLinks(text)}\n`]),
      ...reference.map(({ name, title, summary, parts }) => [
        markdownPath(name),
        `${withLinks([`# ${title}`, summary, ...parts].join('\n\n'))}\n`,
      ]),
    ]),
  };
}
