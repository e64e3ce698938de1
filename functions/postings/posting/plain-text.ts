import { partsWords } from '../../markup/line-breaks.ts';

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** A clean description as plain text on one line. Only what begins a line in a browser parts words here. */
export const toPlainText = (description: string): string =>
  description
    .replaceAll(/<\/?([a-z]+)[^>]*>/g, (_, name: string) => (partsWords(name) ? ' ' : ''))
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (reference) => characters[reference] ?? reference)
    .replaceAll(/\s+/g, ' ')
    .trim();
