import { methodsOf, operations, type Operation } from './operations.ts';

/** A path with some of its methods. */
interface PathMethods {
  path: string;
  methods: ReturnType<typeof methodsOf>;
}

const rows = Object.values<Operation>(operations).map((operation) => ({
  path: operation.path,
  methods: methodsOf(operation),
}));

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
  rows.filter(({ path }) => applies(path)).flatMap(({ methods }) => methods);

/**
 * The methods of fixed paths that no operation has there, but one with an `{id}` has that the path could be: they get a 405,
 * not that operation.
 */
export const refusedMethods: readonly PathMethods[] = [...new Set(rows.map(({ path }) => path))]
  .filter((path) => !hasParameters(path))
  .map((path) => {
    const own = new Set(methodsWhere((other) => other === path));
    const others = methodsWhere((other) => hasParameters(other) && matches(other, path));
    return { path, methods: [...new Set(others)].filter((method) => !own.has(method)) };
  })
  .filter(({ methods }) => methods.length > 0);
