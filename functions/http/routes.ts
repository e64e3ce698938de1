import {
  BASE_PATH,
  methodsOf,
  operations,
  type Operation,
  type OperationId,
} from '../../schemas/operations.ts';

const all: readonly (Operation & { id: OperationId })[] = Object.entries(operations).map(
  ([id, operation]) => ({
    ...(operation as Operation),
    id: id as OperationId,
  }),
);

const pattern = (path: string) =>
  new RegExp(`^${BASE_PATH.replaceAll('.', '\\.')}${path.replace('{id}', '[^/]+')}$`);

const patterns = new Map([...new Set(all.map(({ path }) => path))].map((path) => [path, pattern(path)]));

/** The path of the table of operations that a request path is one of, such as `/jobs/{id}`. */
export const pathTemplate = (rawPath: string): string | undefined =>
  [...patterns].find(([, regExp]) => regExp.test(rawPath))?.[0];

/** The methods of a path, for Allow (RFC 9110, section 10.2.1). */
export const allowedMethods = (path: string): readonly string[] => [
  ...all.filter((operation) => operation.path === path && !operation.overrideOnly).flatMap(methodsOf),
  'OPTIONS',
];
