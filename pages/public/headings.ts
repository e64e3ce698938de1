type HeadingTag = 'h2' | 'h3';

/** A longer bold line is emphasised text, not a heading. */
const MAX_HEADING_LENGTH = 120;

const bold = /^\s*<(strong|b)>((?:(?!<\/\1>).)*)<\/\1>\s*$/s;

/** Change of the nesting depth by tag, for elements that may not contain a heading. */
const nestingChange: Record<string, number> = {
  ...Object.fromEntries(['<p>', '<ul>', '<ol>', '<li>'].map((tag) => [tag, 1])),
  ...Object.fromEntries(['</p>', '</ul>', '</ol>', '</li>'].map((tag) => [tag, -1])),
};

/** Turns a completely bold line into a heading; undefined for any other line. */
function toHeading(line: string, tag: HeadingTag): string | undefined {
  const content = bold.exec(line)?.[2] ?? '';
  const { length } = content.replaceAll(/<[^>]*>/g, '').trim();
  return length > 0 && length <= MAX_HEADING_LENGTH ? `<${tag}>${content}</${tag}>` : undefined;
}

/**
 * Turns each completely bold block of a sanitized text into a heading, so that screen readers find it: sanitized texts
 * have no headings (guide: job-content 2 and 3).
 */
export function withHeadings(clean: string, tag: HeadingTag = 'h2'): string {
  // The array contains lines and tags alternately.
  const pieces = clean.split(/(<\/?(?:p|div|ul|ol|li)>|<br \/>)/);
  let depth = 0;
  for (let at = 0; at < pieces.length; at += 2) {
    const [before, line = '', after = ''] = [pieces[at - 1], pieces[at], pieces[at + 1]];
    const isParagraph = before === '<p>' && after === '</p>';
    const heading = depth === (isParagraph ? 1 : 0) ? toHeading(line, tag) : undefined;
    if (heading !== undefined) {
      pieces[at] = heading;
      if (isParagraph) pieces[at - 1] = '';
      if (isParagraph || after === '<br />') pieces[at + 1] = '';
    }
    depth += nestingChange[after] ?? 0;
  }
  return pieces.join('');
}
