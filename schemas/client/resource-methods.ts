import { resultOf } from './answer.ts';
import type { AnyCall, Call, CallOptions, OperationId } from './call.ts';
import type { Resources } from './methods.ts';
import { entriesOf, pagesFrom } from './pages.ts';
import { resources, type Pages } from './resources.ts';
import { routes } from './routes.ts';

/** The call that the arguments of a method stand for: what the operation takes in order, and then the options. */
function callOf(id: OperationId, given: unknown[]): AnyCall {
  const { takes } = routes[id];
  const named = Object.fromEntries(takes.map((name, index) => [name, given[index]]));
  return { ...(given[takes.length] as CallOptions | undefined), ...named };
}

const withQuery = ({ query, ...call }: AnyCall, defaults: Pages['query']): AnyCall => ({
  ...call,
  query: { ...defaults, ...query },
});

/** The methods of every resource. */
export function resourceMethods(call: Call): Resources {
  const method =
    (id: OperationId) =>
    async (...given: unknown[]) =>
      resultOf(await call(id, callOf(id, given)));
  const iterator =
    ({ pagesOf, query }: Pages) =>
    (...given: unknown[]) =>
      entriesOf(pagesFrom(call, pagesOf, withQuery(callOf(pagesOf, given), query)));
  return Object.fromEntries(
    Object.entries(resources).map(([resource, entries]) => [
      resource,
      Object.fromEntries(
        Object.entries<OperationId | Pages>(entries).map(([name, entry]) => [
          name,
          typeof entry === 'string' ? method(entry) : iterator(entry),
        ]),
      ),
    ]),
  ) as unknown as Resources;
}
