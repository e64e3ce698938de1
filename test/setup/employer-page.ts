import { Html, plainText } from '../../pages/html.ts';
import type { Reply } from './client.ts';

/** The titles of the postings on an employer's page, as HTML. */
export const titlesOn = ({ text }: Reply): string[] =>
  [...text.matchAll(/<h2><a href="[^"]+" dir="auto"(?: lang="\w+")?>([^<]*)</g)].map(
    ([, title = '']) => title,
  );

/** Where the link to the next page leads. */
export function nextOf({ text }: Reply): string | undefined {
  const [, address] = / rel="next" href="([^"]+)"/.exec(text) ?? [];
  return address && plainText(new Html(address));
}
