import { Parser } from 'htmlparser2';

/** A text of a page, and the language in which a screen reader reads it. */
export interface PageText {
  language: string;
  text: string;
}

const unseen = new Set(['style', 'script']);

/** The texts of a page in order: of elements, of the title, and the names of buttons and pictures. */
export function pageTexts(html: string): PageText[] {
  const elements: { name: string; language: string }[] = [];
  const texts: PageText[] = [];
  const add = (text: string) => {
    const { name, language } = elements.at(-1) ?? { name: '', language: '' };
    if (text.trim() !== '' && !unseen.has(name)) texts.push({ language, text: text.trim() });
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements.push({ name, language: attributes['lang'] ?? elements.at(-1)?.language ?? '' });
      for (const each of ['aria-label', 'alt', 'title']) add(attributes[each] ?? '');
    },
    ontext: add,
    onclosetag: () => void elements.pop(),
  });
  parser.end(html);
  return texts;
}
