import type { AnyCall, Call, CallOptions } from './call.ts';
import type { Resources } from './methods.ts';
import { entriesOf } from './pages.ts';
import { resources, type Pages, type Route } from './resources.ts';

/** The names of a method's arguments, in order. Its options come last. */
const argumentsOf = ({ request, takes }: Route): string[] => [
  ...(request.includes('{id}') ? ['id'] : []),
  ...(takes ? [takes] : []),
  ...(takes === 'file' ? ['mediaType'] : []),
];

/** Converts the arguments of a method to a call. */
function callOf(route: Route, given: unknown[]): AnyCall {
  const names = argumentsOf(route);
  const requestFields = Object.fromEntries(names.map((name, index) => [name, given[index]]));
  return { ...(given[names.length] as CallOptions | undefined), ...requestFields };
}

/** The methods of every resource. */
export function resourceMethods(call: Call): Resources {
  const methodsOf = (table: Record<string, Route | Pages>) =>
    Object.entries(table).map(([name, entry]) => {
      if (!('pagesOf' in entry)) {
        return [name, async (...given: unknown[]) => call(entry, callOf(entry, given))];
      }
      const list = table[entry.pagesOf] as Route;
      const listAll = (...given: unknown[]) => {
        const { query, ...rest } = callOf(list, given);
        return entriesOf(call, list, { ...rest, query: { ...entry.query, ...query } });
      };
      return [name, listAll];
    });
  return Object.fromEntries(
    Object.entries(resources).map(([resource, table]) => [resource, Object.fromEntries(methodsOf(table))]),
  ) as Resources;
}
