/** A block of code in Markdown. */
export interface FencedBlock {
  language: string;
  code: string;
}

/** The fenced blocks of a text, in their order. */
export const fencedBlocks = (markdown: string): FencedBlock[] =>
  [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));

/** The code of those in one language. */
export const blocks = (markdown: string, language: string): string[] =>
  fencedBlocks(markdown)
    .filter((block) => block.language === language)
    .map(({ code }) => code);
