import { BASE_PATH, operations, type Operation } from './operations.ts';
import { PAGE_METHODS, pages, PAGES_FUNCTION } from './pages.ts';
import { publicPages, type PublicPage } from './public-pages.ts';

/** The methods that an operation serves: a GET also serves HEAD (RFC 9110, section 9.3.2). */
export const methodsOf = ({
  method,
}: Pick<Operation, 'method'>): readonly (Operation['method'] | 'HEAD')[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** A path of the service with some of its methods. */
export interface PathMethods {
  /** The operation, the public page, or whatever else has the function that serves it. */
  id: string;
  path: string;
  methods: ReturnType<typeof methodsOf>;
}

/** Every path that is served: of the operations, the public pages, and the documentation. */
export const routes: readonly PathMethods[] = [
  ...Object.entries<Operation>(operations).map(([id, operation]) => ({
    id: operation.servedBy ?? id,
    path: `${BASE_PATH}${operation.path}`,
    methods: methodsOf(operation),
  })),
  ...Object.entries<PublicPage>(publicPages).map(([id, page]) => ({
    id,
    path: page.path,
    methods: methodsOf(page),
  })),
  ...Object.values(pages).map(({ path }) => ({ id: PAGES_FUNCTION, path, methods: PAGE_METHODS })),
];

const hasParameters = (path: string) => path.includes('{');

/** Whether a path with parameters also matches a fixed path: `/jobs/{id}` matches `/jobs/batch`. */
const matches = (template: string, path: string) => {
  const [segments, given] = [template.split('/'), path.split('/')];
  return (
    segments.length === given.length &&
    segments.every((segment, index) => hasParameters(segment) || segment === given[index])
  );
};

const methodsWhere = (applies: (path: string) => boolean) =>
  routes.filter(({ path }) => applies(path)).flatMap(({ methods }) => methods);

/**
 * The methods of fixed paths that nothing has there, but a path with an `{id}` has that the path could be: they get a
 * 405, not what is there. A function, so that bundles leave it out.
 */
export const refusedRoutes = (): PathMethods[] =>
  [...new Set(routes.map(({ path }) => path))]
    .filter((path) => !hasParameters(path))
    .map((path) => {
      const own = new Set(methodsWhere((other) => other === path));
      const others = methodsWhere((other) => hasParameters(other) && matches(other, path));
      return { id: 'noRoute', path, methods: [...new Set(others)].filter((method) => !own.has(method)) };
    })
    .filter(({ methods }) => methods.length > 0);
