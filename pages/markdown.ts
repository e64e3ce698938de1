import { Marked } from 'marked';
import { codeBlock, type Language } from './code.ts';
import { Html } from './html.ts';

const marked = new Marked({
  async: false,
  renderer: { code: ({ text, lang }) => `${codeBlock(text, lang as Language).text}\n` },
});

/** Paragraphs, lists and code of our own Markdown as HTML. */
export const markdown = (text: string): Html => new Html(marked.parse(text) as string);

/** A sentence of our own Markdown as HTML. */
export const inline = (text: string): Html => new Html(marked.parseInline(text) as string);
