import type { AnyCall, Call } from './call.ts';
import type { Route } from './resources.ts';

/** A page of a list, with the URL of the next one. */
interface Page {
  data: unknown[];
  paging: { next: string | null };
}

/** The query in the URL of a page. Its host may differ from the client's, and another host must not get the API key. */
export function queryIn(url: string): Record<string, string[]> {
  const { searchParams } = new URL(url);
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
}

/** The entries of all pages of a list. Each page is fetched on demand, with the query of the previous page's `next`. */
export async function* entriesOf(
  call: Call,
  list: Route,
  first: AnyCall,
): AsyncGenerator<unknown, void, undefined> {
  let pageCall: AnyCall | undefined = first;
  while (pageCall) {
    const { data, paging } = (await call(list, pageCall)) as Page;
    yield* data;
    pageCall = paging.next === null ? undefined : { ...first, query: queryIn(paging.next) };
  }
}
