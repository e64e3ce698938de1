import { BASE_PATH, operations, type Operation } from './operations.ts';
import { PAGE_METHODS, pages, PAGES_FUNCTION } from './pages.ts';
import { publicPages, type PublicPage } from './public-pages.ts';

/** The methods that an operation serves: a GET also serves HEAD (RFC 9110, section 9.3.2). */
export const methodsOf = ({
  method,
}: Pick<Operation, 'method'>): readonly (Operation['method'] | 'HEAD')[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** A path of the service with the methods that it serves. */
export interface PathMethods {
  /** The id of the operation or the public page, or the name of the function that serves the path. */
  id: string;
  path: string;
  methods: ReturnType<typeof methodsOf>;
}

/** Every path of the service: operations, public pages, and documentation. */
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
  const [segments, pathSegments] = [template.split('/'), path.split('/')];
  return (
    segments.length === pathSegments.length &&
    segments.every((segment, index) => hasParameters(segment) || segment === pathSegments[index])
  );
};

const methodsWhere = (applies: (path: string) => boolean) =>
  routes.filter(({ path }) => applies(path)).flatMap(({ methods }) => methods);

/**
 * Methods that a fixed path lacks although a path with an `{id}` that also matches it has them: without these routes, a
 * request would reach the `{id}` operation instead of getting a 405. A function, so that bundles leave it out.
 */
export const refusedRoutes = (): PathMethods[] =>
  [...new Set(routes.map(({ path }) => path))]
    .filter((path) => !hasParameters(path))
    .map((path) => {
      const pathMethods = new Set(methodsWhere((other) => other === path));
      const others = methodsWhere((other) => hasParameters(other) && matches(other, path));
      return {
        id: 'noRoute',
        path,
        methods: [...new Set(others)].filter((method) => !pathMethods.has(method)),
      };
    })
    .filter(({ methods }) => methods.length > 0);
