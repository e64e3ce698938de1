import { documentedOperations, type DocumentedOperation } from '../../schemas/operation-schemas.ts';

type Row = [id: string, operation: DocumentedOperation];

/** The operations that the client sends. It sends PUT and DELETE itself, so it needs no method override. */
const rows: Row[] = Object.entries<DocumentedOperation>(documentedOperations).filter(
  ([, { servedBy }]) => servedBy === undefined,
);

/** A list with its entries, or a single object, at a path, and its names in operationIds. */
interface Resource {
  path: string;
  plural: string;
  singular: string;
}

const isBelow = (path: string, other: string) => path.startsWith(`${other}/`);

const lists = rows.filter(([id, { path }]) => id.startsWith('list') && !path.includes('{id}'));

/** The resources that an employer has exactly once. */
const single: Resource[] = rows
  .filter(([id, { path }]) => id.startsWith('get') && !path.includes('{id}'))
  .map(([id, { path }]) => ({ path, plural: id.replace(/^get/, ''), singular: id.replace(/^get/, '') }));

const listed: Resource[] = lists
  .filter(([, { path }]) => !lists.some(([, other]) => isBelow(path, other.path)))
  .map(([id, { path }]) => {
    const plural = id.replace(/^list/, '');
    const one = rows.find(([, other]) => other.method === 'GET' && other.path === `${path}/{id}`);
    return { path, plural, singular: one?.[0].replace(/^get/, '') ?? plural.replace(/s$/, '') };
  });

const resources = [...listed, ...single];

const lowerFirst = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/** The operationId without the name of the resource: `getJob` becomes `get`. */
const methodName = (id: string, { plural, singular }: Resource) =>
  id.replace(new RegExp(`${plural}|${singular}`), '');

interface Listing {
  properties?: { paging?: { properties: { next: { type: readonly string[] | string } } } };
}

/** Whether a list has a last page, so that a client can read all pages. */
const hasPages = ({ answer }: DocumentedOperation) =>
  (answer as Listing | undefined)?.properties?.paging?.properties.next.type.includes('null') === true;

/** The query for the largest pages of a list, which take the fewest requests. */
function largestPages({ query }: DocumentedOperation): object {
  const { pageSize } = (query as { properties?: Record<string, { maximum: number }> }).properties ?? {};
  return pageSize ? { pageSize: pageSize.maximum } : {};
}

/** A method of the client: either its operation or the list whose pages it reads. */
interface Method {
  name: string;
  summary: string;
  definition: object;
}

/** The kind of input of an operation, apart from the id in its path. */
const inputKind = ({ body, bytes, query }: DocumentedOperation) => {
  if (body) return 'body';
  if (bytes) return 'file';
  return query && 'query';
};

/** The methods of an operation: the operation itself, and for a list another method that reads all pages. */
function methodsFor([id, operation]: Row, resource: Resource): Method[] {
  const { method, path, summary, access, idempotencyKey, notRepeatable } = operation;
  const definition = {
    id,
    request: `${method} ${path}`,
    takes: inputKind(operation),
    ...(access === 'public' && { isPublic: true }),
    idempotencyKey,
    notRepeatable,
  };
  const name = methodName(id, resource);
  if (!hasPages(operation)) return [{ name, summary, definition }];
  const pages = { pagesOf: name, query: largestPages(operation) };
  return [
    { name, summary, definition },
    { name: name.replace('list', 'listAll'), summary: `${summary}: all of them`, definition: pages },
  ];
}

const isOf = ({ path }: DocumentedOperation, resource: Resource) =>
  path === resource.path || isBelow(path, resource.path);

const methodsOf = (resource: Resource): Method[] =>
  rows.filter(([, operation]) => isOf(operation, resource)).flatMap((row) => methodsFor(row, resource));

/** The source of the client's methods, by resource. */
export function resourcesText(): string {
  const groups = resources.map((resource) => {
    const methods = methodsOf(resource).map(
      ({ name, summary, definition }) => `/** ${summary}. */\n${name}: ${JSON.stringify(definition)},`,
    );
    return `${lowerFirst(resource.plural)}: {\n${methods.join('\n')}\n},`;
  });
  return `// Generated from the table of operations by \`npm run generate\`: do not edit.

import type { operations } from './openapi-types.ts';

/** An operation of the service. */
export type OperationId = keyof operations;

/** A method that sends an operation. */
export interface Route {
  id: OperationId;
  /** The method and the path, which may contain \`{id}\`. */
  request: \`\${'GET' | 'POST' | 'PUT' | 'DELETE'} \${string}\`;
  /** The input of the operation besides the id in the path. */
  takes?: 'body' | 'file' | 'query';
  /** Whether the operation needs no API key. */
  isPublic?: true;
  /** Whether the operation accepts an Idempotency-Key. */
  idempotencyKey?: true;
  /** Whether repeating the request would have an additional effect. */
  notRepeatable?: true;
}

/** A method that reads all pages of a list, which it requests with a query by the method of the list. */
export interface Pages {
  pagesOf: string;
  query: Readonly<Record<string, number>>;
}

/** The methods of every resource. */
export const resources = {
${groups.join('\n')}
} as const satisfies Record<string, Record<string, Route | Pages>>;
`;
}

/** The methods that the client implements itself: each sends several operations. */
const ownMethods: Record<string, string[]> = { Jobs: ['sync'], Events: ['listAll'] };

/** The names of all methods as a table in Markdown; resources with the same methods share a row. */
export function methodsMarkdown(): string {
  const rowsOf = Map.groupBy(resources, (resource) =>
    [...methodsOf(resource).map(({ name }) => name), ...(ownMethods[resource.plural] ?? [])]
      .map((name) => `\`${name}\``)
      .join(', '),
  );
  const lines = [...rowsOf].map(
    ([methods, of]) => `| ${of.map(({ plural }) => `\`${lowerFirst(plural)}\``).join(', ')} | ${methods} |`,
  );
  return ['| Resource | Methods |', '| --- | --- |', ...lines].join('\n');
}
