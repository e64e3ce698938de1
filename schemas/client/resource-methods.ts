import { resultOf, type Answer } from './answer.ts';
import type { AnyCall, CallOptions, OperationId } from './call.ts';
import type { Resources } from './methods.ts';
import { entriesOf, pagesFrom, type Follow } from './pages.ts';
import { resources, type Pages } from './resources.ts';
import { routes } from './routes.ts';

/** Sends an operation. */
export type Call = (id: OperationId, call: AnyCall) => Promise<Answer<unknown>>;

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

/** The methods of every resource. `follow` gets the later pages of lists. */
export function resourceMethods(call: Call, follow: Follow): Resources {
  const method =
    (id: OperationId) =>
    async (...given: unknown[]) =>
      resultOf(await call(id, callOf(id, given)));
  const iterator =
    ({ pagesOf, query }: Pages) =>
    (...given: unknown[]) => {
      const first = withQuery(callOf(pagesOf, given), query);
      return entriesOf(pagesFrom(() => call(pagesOf, first), follow, { signal: first.signal }));
    };
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
