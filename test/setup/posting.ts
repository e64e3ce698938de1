import type { Reply } from './client.ts';

/** The address of the posting of a job, from the Link header of a response with the job. */
export function postingOf({ headers }: Pick<Reply, 'headers'>): string {
  const [, address] = /^<([^>]+)>; rel="alternate"; type="text\/html"$/.exec(headers.get('link') ?? '') ?? [];
  if (address === undefined) throw new Error(`There is no posting in Link: ${headers.get('link')}.`);
  return address;
}

/** The JSON-LD of a page. */
export function structuredDataIn(page: string): Record<string, unknown> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json);
}
