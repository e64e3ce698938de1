import { JobChanges } from '../schemas/event.ts';
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
const JSON_TYPE = 'application/json';

/** The name of a schema, or the types of a value. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameIn({ $ref: schema.$ref });
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
  return `- \`${name}\` (${facts})${schema.description === undefined ? '' : `: ${schema.description.replace(listedElsewhere, '')}`}`;
}

/** Lists of codes that have a section or a list of their own. */
const listedElsewhere = / Known values: (?=`(?:body_missing|field_unknown)`).*/;

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

/** The errors that more than this part of the operations can respond with are listed once. */
const COMMON_PART = 0.2;

/** The codes of the errors that many operations can respond with. */
function commonProblems(locations: readonly OperationLocation[]): Set<ProblemCode> {
  const all = locations.flatMap(({ operation }) => ownProblemsOf(operation.operationId as OperationId));
  const codes = Object.keys(problems) as ProblemCode[];
  return new Set(
    codes.filter((code) => all.filter((each) => each === code).length > locations.length * COMMON_PART),
  );
}

/** The sentence about the permission of an operation, which follows from its section and its method. */
const PERMISSION = / It needs the permission `[^`]*`\.$/;

const operationText = (document: OpenApiDocument, common: ReadonlySet<ProblemCode>, examples: Set<string>) =>
  function textOf({ path, method, operation }: OperationLocation): string {
    const { operationId, summary, description, requestBody, security, parameters = [] } = operation;
    const id = operationId as OperationId;
    const head = `## ${summary}\n\n\`${method.toUpperCase()} ${document.servers[0].url}${path}\` (${id}).`;
    if (operationId.startsWith('override')) return head;
    const responses = responsesIn(document, operation);
    const facts = [
      ...parameters.filter(({ name }) => name === 'Idempotency-Key').map(({ name }) => `\`${name}\``),
      ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
        [type === JSON_TYPE ? 'Body:' : `Body, \`${type}\`:`, typeOf(schema)].join(' '),
      ),
      ...ownStatusesOf(id).flatMap((status) => {
        const [{ schema } = {}] = Object.values(responses[status]?.content ?? {});
        return status === 304 ? [] : `${status}${schema ? `: ${typeOf(schema)}` : ''}`;
      }),
      ...ownProblemsOf(id)
        .filter((code) => !common.has(code))
        .map((code) => `${problems[code].status}: \`${code}\``),
    ];
    const example = JSON.stringify(sampleRequest(document, path, method, operation).body);
    const isNew = example !== undefined && !examples.has(example);
    if (isNew) examples.add(example);
    return [
      `${head} ${description.replace(PERMISSION, '')}${security.length > 0 ? '' : ' It needs no key.'}`,
      [
        ...parameters.filter((parameter) => parameter.in === 'query').map(parameterItem),
        `- ${facts.join('; ')}`,
      ].join('\n'),
      ...(isNew ? [`\`\`\`json\n${example}\n\`\`\``] : []),
    ].join('\n\n');
  };

/** The schemas of changed fields: each has the values before and after, or says that a long field changed. */
const isChange = (name: string) => /.Change$/.test(name);

/** The fields of a schema: in full where they first appear, otherwise only as far as they differ. */
function schemaParts({ components }: OpenApiDocument): string[] {
  const described = new Map<string, string>();
  return Object.entries(components.schemas)
    .filter(([name]) => !isChange(name))
    .map(([name, schema]) => {
      const items: string[] = [];
      const repeated = new Map<string, string[]>();
      for (const item of name === JobChanges.$id ? [] : fieldItems(schema, isRequestSchema(name))) {
        const [facts = '', ...text] = item.replace(/ Known values:.*/, '').split('): ');
        const [field = ''] = item.split(' (', 1);
        const description = `${field}${text.join('): ')}`;
        const earlier = described.get(item);
        if (earlier === undefined) items.push(described.has(description) ? `${facts})` : item);
        else repeated.set(earlier, [...(repeated.get(earlier) ?? []), field.slice(3, -1)]);
        described.set(item, earlier ?? name);
        described.set(description, name);
      }
      for (const [earlier, fields] of repeated) items.push(`- as ${earlier}: ${fields.join(', ')}`);
      const ids = namedIds[name];
      return [
        `## ${name}`,
        schema.description,
        items.length > 0 ? items.join('\n') : `Type: ${typeOf(schema)}`,
        ids && `Ids: ${ids.map((each) => `${each.id} ${each.name}`).join(', ')}.`,
      ]
        .filter((part) => part !== undefined && part !== '')
        .join('\n\n');
    });
}

const problemText = (code: ProblemCode): string => {
  const { meaning, fix } = problemGuide[code];
  return `## ${code}\n\n${problems[code].status}. ${meaning}\n\n${fix.map((step) => `- ${step}`).join('\n')}`;
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
  const common = commonProblems(all);
  const textOf = operationText(document, common, new Set());
  return [
    ...document.tags.map(({ name, description }) => ({
      name: tagId(name),
      title: name,
      summary: description,
      parts: all.filter(({ operation }) => operation.tags[0] === name).map(textOf),
    })),
    {
      name: SCHEMAS,
      title: 'Schemas',
      summary:
        'The fields of requests and responses. Known values may become more. A field without a text has one where its name first appears.',
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
      parts: [
        `Operations name the errors of their own, besides ${[...common].map((code) => `\`${code}\``).join(', ')}.`,
        ...Object.keys(problems).map((code) => problemText(code as ProblemCode)),
      ],
    },
  ];
}

/** A line of the index. */
const entry = (file: string, title: string, sentence: string) =>
  `- [${title}](${markdownPath(file).slice(1)}): ${sentence}`;

/** Leaves out the shell commands of an example that follows in JavaScript, too. */
const inOneLanguage = (text: string) => text.replaceAll(/^```sh\n(?:(?!```)[^])*?```\n+(?=```js\n)/gm, '');

/**
 * The guide and the reference in Markdown for programs, by path, and `/llms.txt` (llmstxt.org), which leads to each of
 * them.
 */
export function markdownPages(document: OpenApiDocument): Record<string, string> {
  const guide = chapters();
  const reference = sections(document);
  const files = new Set([...guide.map(({ id }) => id), ...reference.map(({ name }) => name)]);
  const withLinks = (text: string, folder = '') =>
    text.replaceAll(/\]\(#([\w-]+)(?:\.\d+)?\)/g, (whole, id: string) =>
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
      ...guide.map(({ id, title, text }) => [
        markdownPath(id),
        `# ${title}\n\n${withLinks(inOneLanguage(text))}\n`,
      ]),
      ...reference.map(({ name, title, summary, parts }) => [
        markdownPath(name),
        `${withLinks([`# ${title}`, summary, ...parts].join('\n\n'))}\n`,
      ]),
    ]),
  };
}
