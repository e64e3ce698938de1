/** A block of code in Markdown. */
export interface FencedBlock {
  language: string;
  code: string;
}

/** The fenced blocks of a text, in order. */
export const fencedBlocks = (markdown: string): FencedBlock[] =>
  [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));

/** The code of the blocks in one language. */
export const codeBlocks = (markdown: string, language: string): string[] =>
  fencedBlocks(markdown)
    .filter((block) => block.language === language)
    .map(({ code }) => code);

/** The text under a heading below the first level, up to the next heading; empty if there is no such heading. */
export const section = (markdown: string, title: string): string =>
  markdown.split(/^##+ /m).find((text) => text.startsWith(`${title}\n`)) ?? '';

/** The rows of the first table of a text, without its header and without backticks. */
export const tableRows = (markdown: string): string[][] =>
  [...markdown.matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.trim().replaceAll('`', '')))
    .slice(2);

/** The settings in docs/running.md: environment variables, in capitals, and fields of a stage. */
export const settingRows = (running: string) =>
  tableRows(section(running, 'Settings')).flatMap(([names = '', fallback = '', meaning = '']) =>
    names.split(', ').map((name) => ({ name, fallback, meaning })),
  );
