import { isBlank } from '../platform/text/characters.ts';

/**
 * A cleaned text with paragraphs where it has nothing but line breaks: a blank line begins a paragraph, a single break is
 * kept as <br>. In a text that had markup, line breaks are spaces, as in HTML; without markup they would mean something
 * when the text is sent again.
 */
export function inParagraphs(cleaned: string, { hadMarkup }: { hadMarkup: boolean }): string {
  if (cleaned.includes('<')) return cleaned;
  const lines = cleaned.split(/\r\n?|\n/);
  if (lines.filter((line) => !isBlank(line)).length < 2) return cleaned;
  if (hadMarkup) return lines.join(' ');
  const paragraphs: string[][] = [];
  let previous = '';
  for (const line of lines) {
    if (!isBlank(line)) {
      if (isBlank(previous)) paragraphs.push([]);
      paragraphs.at(-1)?.push(line);
    }
    previous = line;
  }
  return paragraphs.map((rows) => `<p>${rows.join('<br />')}</p>`).join('');
}
