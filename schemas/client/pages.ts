import type { AnyCall, Call, OperationId } from './call.ts';

/** A page of a list, with the URL of the next one. */
export interface Page<Entry = unknown> {
  data: Entry[];
  paging: { next: string | null };
}

/** The query in the URL of a page. Its host may be another one than the client's, which must not get the API key. */
export function queryIn(url: string): Record<string, string[]> {
  const { searchParams } = new URL(url);
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
}

/** The pages of a list. Each is fetched on demand, with the query of the `next` URL of the previous page. */
export async function* pagesFrom<Body extends Page>(
  call: Call,
  id: OperationId,
  first: AnyCall,
): AsyncGenerator<Body, void, undefined> {
  let given: AnyCall | undefined = first;
  while (given) {
    const page = (await call(id, given)).body as Body;
    yield page;
    const { next } = page.paging;
    given = next === null ? undefined : { ...first, query: queryIn(next) };
  }
}

/** The entries of all pages. */
export async function* entriesOf<Entry>(
  pages: AsyncIterable<Page<Entry>>,
): AsyncGenerator<Entry, void, undefined> {
  for await (const { data } of pages) yield* data;
}
