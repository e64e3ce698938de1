import type { Answer } from './answer.ts';
import type { CallOptions } from './call.ts';

/** A page of a list, with the URL of the next one. */
export interface Page<Entry = unknown> {
  data: Entry[];
  paging: { next: string | null };
}

/** Gets the page at a URL from the service. */
export type Follow = (url: string, options: CallOptions) => Promise<Answer<unknown>>;

/** The pages of a list. Each is fetched on demand, from the `next` URL of the previous page. */
export async function* pagesFrom<Body extends Page>(
  first: () => Promise<Answer<unknown>>,
  follow: Follow,
  options: CallOptions,
): AsyncGenerator<Body, void, undefined> {
  let page = (await first()).body as Body;
  yield page;
  while (page.paging.next !== null) {
    page = (await follow(page.paging.next, options)).body as Body;
    yield page;
  }
}

/** The entries of all pages. */
export async function* entriesOf<Entry>(
  pages: AsyncIterable<Page<Entry>>,
): AsyncGenerator<Entry, void, undefined> {
  for await (const { data } of pages) yield* data;
}
