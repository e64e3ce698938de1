import { operations, type Operation } from '../../schemas/operations.ts';

type Row = [id: string, operation: Operation];

/** The operations that the client sends. It sends PUT and DELETE itself, so it needs no override. */
const rows: Row[] = Object.entries<Operation>(operations).filter(([, { overrideOnly }]) => !overrideOnly);

/** Something that is listed at a path, with its entries below it, and its names in operationIds. */
interface Resource {
  path: string;
  plural: string;
  singular: string;
}

const resources: Resource[] = rows.flatMap(([id, { method, path }]) => {
  const one = rows.find(([, other]) => other.method === 'GET' && other.path === `${path}/{id}`);
  if (method !== 'GET' || one === undefined) return [];
  return [{ path, plural: id.replace(/^list/, ''), singular: one[0].replace(/^get/, '') }];
});

const lowerFirst = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/** The operationId without the name of the resource: `getJob` is `get` of the jobs. */
const methodName = (id: string, { plural, singular }: Resource) =>
  id.replace(new RegExp(`${plural}|${singular}`), '');

/** The largest page of a list, for the fewest requests. */
function largestPage({ query }: Operation): object {
  const { pageSize } = (query as { properties?: Record<string, { maximum: number }> }).properties ?? {};
  return pageSize ? { pageSize: pageSize.maximum } : {};
}

const hasPages = ({ answer }: Operation) =>
  'paging' in ((answer as { properties?: object } | undefined)?.properties ?? {});

const entry = (comment: string, name: string, value: unknown) =>
  `/** ${comment}. */\n${name}: ${JSON.stringify(value)},`;

/** The methods of an operation: itself, and for a list one that reads all of its pages. */
function methodsOf([id, operation]: Row, resource: Resource): string[] {
  const name = methodName(id, resource);
  const method = entry(operation.summary, name, id);
  if (!hasPages(operation)) return [method];
  const all = { pagesOf: id, query: largestPage(operation) };
  return [method, entry(`${operation.summary}: all of them`, name.replace('list', 'listAll'), all)];
}

const isOf = ({ path }: Operation, resource: Resource) =>
  path === resource.path || path.startsWith(`${resource.path}/`);

/** The name of the method for an operation in the client, such as `jobs.get`. */
function clientName(id: string, operation: Operation): string {
  const resource = resources.find((each) => isOf(operation, each));
  if (resource === undefined) throw new Error(`${id} belongs to no resource.`);
  return `${lowerFirst(resource.plural)}.${methodName(id, resource)}`;
}

/** What a method takes, in this order; then come the options. */
const argumentsOf = ({ path, body, query }: Operation): string[] =>
  Object.entries({ id: path.includes('{id}'), body, query }).flatMap(([name, given]) =>
    given ? [name] : [],
  );

/** The table of operations as far as the client needs it, by operationId. */
export function routesText(): string {
  const lines = rows.map(([id, operation]) => {
    const { method, path, access, idempotencyKey, notRepeatable, summary } = operation;
    const route = { method, path, takes: argumentsOf(operation), access, idempotencyKey, notRepeatable };
    return `/**\n * ${summary}.\n * @deprecated Use \`client.${clientName(id, operation)}\`.\n */\n${id}: ${JSON.stringify(route)},`;
  });
  return `// Generated from the table of operations by \`npm run generate\`: do not edit.

/** How an operation is called. The path may contain parameters in braces. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  takes: readonly ('id' | 'body' | 'query')[];
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
    const methods = rows
      .filter(([, operation]) => isOf(operation, resource))
      .flatMap((row) => methodsOf(row, resource));
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
