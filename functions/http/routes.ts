import {
  BASE_PATH,
  methodsOf,
  operations,
  type Operation,
  type OperationId,
} from '../../schemas/operations.ts';
import { Refusal } from '../domain/refusal.ts';

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

/** The refusal of a method that a path of the table of operations does not have. */
export function methodNotAllowed(method: string, path: string): Refusal {
  const allow = allowedMethods(path);
  const detail = `${method} is not available here; ${allow.join(', ')} are.`;
  return new Refusal('method_not_allowed', detail, { allow });
}
