import { html, type Html } from './html.ts';
import { readableJson } from './assets/readable-json.js';

/** The languages of code samples: the name after a Markdown fence, and the name to display. */
const languages = {
  sh: 'curl',
  js: 'JavaScript',
  ts: 'TypeScript',
  python: 'Python',
  json: 'JSON',
  console: 'Shell',
  go: 'Go',
  java: 'Java',
  php: 'PHP',
} as const;

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
