import type { Reply } from './http-client.ts';
import { Html, plainText } from '../../pages/html.ts';

/** The address of the posting of a job, from the Link header of a response with the job. */
export function postingLink({ headers }: Pick<Reply, 'headers'>): string {
  const [, address] = /^<([^>]+)>; rel="alternate"; type="text\/html"$/.exec(headers.get('link') ?? '') ?? [];
  if (address === undefined) throw new Error(`There is no posting in Link: ${headers.get('link')}.`);
  return address;
}

/** The JSON-LD of a page. */
export function structuredData(page: string): Record<string, unknown> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json);
}

/** The Open Graph data of a page, which social networks show with a link, by property. */
export const socialCard = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<meta\s+(?:property|name)="((?:og|twitter):[\w:]+)"\s+content="([^"]*)"/g)].map(
      ([, property = '', content = '']) => [property, content],
    ),
  );

/** The titles of the postings on an employer's page, as HTML. */
export const listedTitles = ({ text }: Reply): string[] =>
  [...text.matchAll(/<h2><a href="[^"]+" dir="auto"(?: lang="\w+")?>([^<]*)</g)].map(
    ([, title = '']) => title,
  );

/** The URL of the link to the next page; undefined on the last page. */
export function nextPageUrl({ text }: Reply): string | undefined {
  const [, address] = / rel="next" href="([^"]+)"/.exec(text) ?? [];
  return address && plainText(new Html(address));
}
