import { Marked } from 'marked';
import { codeBlock, type Language } from './code.ts';
import { Html } from './html.ts';

const marked = new Marked({
  async: false,
  renderer: { code: ({ text, lang }) => `${codeBlock(text, lang as Language).text}\n` },
});

/** Renders trusted Markdown from this project as HTML blocks. */
export const markdown = (text: string): Html => new Html(marked.parse(text) as string);

/** Renders one sentence of trusted Markdown as inline HTML. */
export const inline = (text: string): Html => new Html(marked.parseInline(text) as string);
