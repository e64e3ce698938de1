import { BASE_PATH, methodsOf, operations, type Operation } from '../../schemas/operations.ts';
import { PAGE_METHODS, pages, type Page } from '../../schemas/pages.ts';
import { publicPages, type PublicPage } from '../../schemas/public-pages.ts';
import { Refusal } from '../platform/values/refusal.ts';

interface Row {
  path: string;
  /** The methods for the Allow header. */
  methods: readonly string[];
}

const rows: readonly Row[] = [
  ...Object.values<Operation>(operations).map((operation) => ({
    path: `${BASE_PATH}${operation.path}`,
    methods: methodsOf(operation),
  })),
  ...Object.values<PublicPage>(publicPages).map((page) => ({ path: page.path, methods: methodsOf(page) })),
  ...Object.values(pages).map(({ path }) => ({ path, methods: PAGE_METHODS })),
];

const pattern = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/, '[^/]+')}$`);

const patterns = new Map([...new Set(rows.map(({ path }) => path))].map((path) => [path, pattern(path)]));

/** Whether a request path belongs to a page that is shown to people. */
export const isPage = (rawPath: string): boolean =>
  [...Object.values<Page>(pages), ...Object.values<PublicPage>(publicPages)].some(({ path }) =>
    patterns.get(path)?.test(rawPath),
  );

/** The path in the tables of operations, public pages and pages that matches a request path, such as `/api/v1.1/jobs/{id}`. */
export const pathTemplate = (rawPath: string): string | undefined =>
  patterns.has(rawPath) ? rawPath : [...patterns].find(([, regExp]) => regExp.test(rawPath))?.[0];

/** The methods of a path, for the Allow header (RFC 9110, section 10.2.1). */
export const allowedMethods = (path: string): readonly string[] => [
  ...rows.filter((row) => row.path === path).flatMap(({ methods }) => methods),
  'OPTIONS',
];

/** Refuses a method that a path does not support. */
export function methodNotAllowed(method: string, path: string): Refusal {
  const allow = allowedMethods(path);
  const detail = `${method} is not supported on this path. Supported methods: ${allow.join(', ')}.`;
  return new Refusal('method_not_allowed', detail, { allow });
}
