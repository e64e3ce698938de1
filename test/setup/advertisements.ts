import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../fixtures/advertisements/', import.meta.url);

/** The descriptions of jobs in test/fixtures/advertisements, by the name of their file. */
export const advertisements = readdirSync(folder).map((file) => {
  const job = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { description: string };
  return [file.replace('.json', ''), job.description] as const;
});

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
