import { readdirSync, readFileSync } from 'node:fs';

/** The body of a request that creates a job from an advertisement. */
export type Advertisement = Record<string, unknown> & {
  title: string;
  description: string;
  locations: unknown[];
  categories: unknown[];
};

const folder = new URL('../fixtures/advertisements/', import.meta.url);

/** The advertisements of test/fixtures/advertisements, by the name of their file. */
export const advertisements: readonly (readonly [string, Advertisement])[] = readdirSync(folder)
  .toSorted()
  .map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Advertisement,
  ]);

/** Elements that the default style sheet of a browser separates from the text around them. */
const APART =
  /<\/?(?:address|article|aside|blockquote|br|button|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|legend|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b[^>]*>/gi;

/** The visible words of HTML without hidden content, separated at spaces, lines and cells. */
export const visibleWords = (html: string): string[] =>
  html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style|noscript)\b.*?<\/\1>/gis, '')
    .replace(APART, ' ')
    .replace(/<[a-z/!][^>]*>/gi, '')
    .split(/\s+/)
    .filter((word) => word !== '');
