type HeadingTag = 'h2' | 'h3';

/** A bold line of more characters is a text that should stand out, not a heading. */
const MAX_HEADING_LENGTH = 120;

const bold = /^\s*<(strong|b)>((?:(?!<\/\1>).)*)<\/\1>\s*$/s;

/** What a heading may not stand in, by how many more of it are open after a tag. */
const opened: Record<string, number> = {
  ...Object.fromEntries(['<p>', '<ul>', '<ol>', '<li>'].map((tag) => [tag, 1])),
  ...Object.fromEntries(['</p>', '</ul>', '</ol>', '</li>'].map((tag) => [tag, -1])),
};

/** A line that is bold as a whole, as a heading; undefined for any other one. */
function headingOf(line: string, tag: HeadingTag): string | undefined {
  const content = bold.exec(line)?.[2] ?? '';
  const { length } = content.replaceAll(/<[^>]*>/g, '').trim();
  return length > 0 && length <= MAX_HEADING_LENGTH ? `<${tag}>${content}</${tag}>` : undefined;
}

/**
 * A clean text in which each block that is only bold is a heading, so that a screen reader finds it: clean texts have no
 * headings (interface 2.6).
 */
export function withHeadings(clean: string, tag: HeadingTag = 'h2'): string {
  // Lines, with a tag between every two.
  const pieces = clean.split(/(<\/?(?:p|div|ul|ol|li)>|<br \/>)/);
  let open = 0;
  for (let at = 0; at < pieces.length; at += 2) {
    const [before, line = '', after = ''] = [pieces[at - 1], pieces[at], pieces[at + 1]];
    const isParagraph = before === '<p>' && after === '</p>';
    const heading = open === (isParagraph ? 1 : 0) ? headingOf(line, tag) : undefined;
    if (heading !== undefined) {
      pieces[at] = heading;
      if (isParagraph) pieces[at - 1] = '';
      if (isParagraph || after === '<br />') pieces[at + 1] = '';
    }
    open += opened[after] ?? 0;
  }
  return pieces.join('');
}
