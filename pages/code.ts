import { html, type Html } from './html.ts';
import { readableJson } from './readable-json.ts';

/** The languages of code on the pages, by the name that stands behind a fence in Markdown, with what people call them. */
const languages = { sh: 'curl', js: 'JavaScript', python: 'Python', json: 'JSON' } as const;

export type Language = keyof typeof languages;

/** A block of code. */
export const codeBlock = (code: string, language: Language): Html =>
  html`<pre
    class="code"
    data-language="${language}"
    data-title="${languages[language]}"
  ><code>${code.trim()}</code></pre>`;

/** A value as indented JSON. */
export const jsonBlock = (value: unknown): Html => codeBlock(readableJson(value), 'json');
