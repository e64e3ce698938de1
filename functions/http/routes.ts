import { operations } from '../../schemas/operations.ts';
import { routes } from '../../schemas/routes.ts';
import { Refusal } from '../platform/errors.ts';

/** The pattern of a route's paths: `{name}` matches one segment, `{name+}` matches one or more segments at the end. */
export function pathPattern(path: string): RegExp {
  const segments = path
    .replaceAll('.', String.raw`\.`)
    .replace(/\{(\w+)(\+?)\}/g, (_, name, rest) => `(?<${name}>${rest ? '.+' : '[^/]+'})`);
  return new RegExp(`^${segments}$`, 's');
}

const patterns = new Map(routes.map(({ path }) => [path, pathPattern(path)]));

/** Whether a request path is the path of an HTML page. */
export const isPage = (rawPath: string): boolean =>
  routes.some(({ id, path }) => !Object.hasOwn(operations, id) && patterns.get(path)?.test(rawPath));

/** The route of a request path, such as `/api/v1.1/jobs/{id}`. */
export const pathTemplate = (rawPath: string): string | undefined =>
  patterns.has(rawPath) ? rawPath : [...patterns].find(([, regExp]) => regExp.test(rawPath))?.[0];

/** The methods of a path, for the Allow header (RFC 9110, section 10.2.1). */
export const allowedMethods = (path: string): readonly string[] => [
  ...routes.filter((route) => route.path === path).flatMap(({ methods }) => methods),
  'OPTIONS',
];

/** Refuses a method that a path does not support. */
export function methodNotAllowed(method: string, path: string): Refusal {
  const allow = allowedMethods(path);
  const detail = `${method} is not supported on this path. Supported methods: ${allow.join(', ')}.`;
  return new Refusal('method_not_allowed', detail, { allow });
}
