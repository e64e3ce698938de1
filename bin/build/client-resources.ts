import { operations, type Operation } from '../../schemas/operations.ts';

type Row = [id: string, operation: Operation];

/** The operations that the client sends. It sends PUT and DELETE itself, so it needs no override. */
const rows: Row[] = Object.entries<Operation>(operations).filter(
  ([, { servedBy }]) => servedBy === undefined,
);

/** Something that is listed at a path, perhaps with its entries below it, or of which there is one; and its names in operationIds. */
interface Resource {
  path: string;
  plural: string;
  singular: string;
}

const isBelow = (path: string, other: string) => path.startsWith(`${other}/`);

const lists = rows.filter(([id, { path }]) => id.startsWith('list') && !path.includes('{id}'));

/** What an employer has one of. */
const single: Resource[] = rows
  .filter(([id, { path }]) => id.startsWith('get') && !path.includes('{id}'))
  .map(([id, { path }]) => ({ path, plural: id.replace(/^get/, ''), singular: id.replace(/^get/, '') }));

const listed: Resource[] = lists
  .filter(([, { path }]) => !lists.some(([, other]) => isBelow(path, other.path)))
  .map(([id, { path }]) => {
    const plural = id.replace(/^list/, '');
    const one = rows.find(([, other]) => other.method === 'GET' && other.path === `${path}/{id}`);
    return { path, plural, singular: one?.[0].replace(/^get/, '') ?? plural };
  });

const resources = [...listed, ...single];

const lowerFirst = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/** The operationId without the name of the resource: `getJob` is `get` of the jobs. */
const methodName = (id: string, { plural, singular }: Resource) =>
  id.replace(new RegExp(`${plural}|${singular}`), '');

/** The largest page of a list, for the fewest requests. */
function largestPage({ query }: Operation): object {
  const { pageSize } = (query as { properties?: Record<string, { maximum: number }> }).properties ?? {};
  return pageSize ? { pageSize: pageSize.maximum } : {};
}

interface Paged {
  properties?: { paging?: { properties: { next: { type: readonly string[] | string } } } };
}

/** Whether there is a last page: one without a next one. */
const hasPages = ({ answer }: Operation) =>
  (answer as Paged | undefined)?.properties?.paging?.properties.next.type.includes('null') === true;

/** A method of the client: what it does, and the operation that it sends or whose pages it reads. */
interface Method {
  name: string;
  summary: string;
  sends: unknown;
}

/** The methods of an operation: itself, and for a list one that reads all of its pages. */
function methodsFor([id, operation]: Row, resource: Resource): Method[] {
  const { summary } = operation;
  const method = { name: methodName(id, resource), summary, sends: id };
  if (!hasPages(operation)) return [method];
  const sends = { pagesOf: id, query: largestPage(operation) };
  return [
    method,
    { name: method.name.replace('list', 'listAll'), summary: `${summary}: all of them`, sends },
  ];
}

const isOf = ({ path }: Operation, resource: Resource) =>
  path === resource.path || isBelow(path, resource.path);

const methodsOf = (resource: Resource): Method[] =>
  rows.filter(([, operation]) => isOf(operation, resource)).flatMap((row) => methodsFor(row, resource));

/** What a method takes, in this order; then come the options. */
const argumentsOf = ({ path, body, bytes, query }: Operation): string[] =>
  Object.entries({ id: path.includes('{id}'), body, file: bytes, mediaType: bytes, query }).flatMap(
    ([name, given]) => (given ? [name] : []),
  );

/** The table of operations as far as the client needs it, by operationId. */
export function routesText(): string {
  const lines = rows.map(([id, operation]) => {
    const { method, path, access, idempotencyKey, notRepeatable } = operation;
    const route = { method, path, takes: argumentsOf(operation), access, idempotencyKey, notRepeatable };
    return `${id}: ${JSON.stringify(route)},`;
  });
  return `// Generated from the table of operations by \`npm run generate\`: do not edit.

/** How an operation is called. The path may contain parameters in braces. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  takes: readonly ('id' | 'body' | 'file' | 'mediaType' | 'query')[];
  /** Who may call it: the employer identified by the API key, or anyone. */
  access: 'employer' | 'public';
  /** Whether it takes an Idempotency-Key. */
  idempotencyKey?: true;
  /** Whether a second time would do more than the first. */
  notRepeatable?: true;
}

/** Every operation, by operationId. */
export const routes = {
${lines.join('\n')}
} as const satisfies Record<string, Route>;
`;
}

/** The methods of the client, by resource. */
export function resourcesText(): string {
  const groups = resources.map((resource) => {
    const methods = methodsOf(resource).map(
      ({ name, summary, sends }) => `/** ${summary}. */\n${name}: ${JSON.stringify(sends)},`,
    );
    return `${lowerFirst(resource.plural)}: {\n${methods.join('\n')}\n},`;
  });
  return `// Generated from the table of operations by \`npm run generate\`: do not edit.

import type { routes } from './routes.ts';

type OperationId = keyof typeof routes;

/** A method that reads all pages of a list, which it asks for with a query. */
export interface Pages {
  pagesOf: OperationId;
  query: Readonly<Record<string, number>>;
}

/** The methods of every resource: each sends an operation, or reads the pages of one. */
export const resources = {
${groups.join('\n')}
} as const satisfies Record<string, Record<string, OperationId | Pages>>;
`;
}

/** The methods that the client has of its own: each sends several operations. */
const ownMethods: Record<string, string[]> = { Jobs: ['sync'], Events: ['listAll'] };

/** The names of all methods as a table in Markdown; resources with the same ones share a row. */
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
