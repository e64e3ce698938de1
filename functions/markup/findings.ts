import type { Violation } from '../../schemas/problem.ts';
import type { Warning } from '../validation/submission.ts';
import { showsTags, type Cleaned } from './clean-html.ts';

/** The name of a field in sentences, by its path: `translations/fr/description`. */
const dotted = (path: string) => path.replaceAll('/', '.');

/** The warnings about a cleaned field (interface 2.6). */
export const markupWarnings = (path: string, { html, removed }: Cleaned): Warning[] => [
  ...(removed.length === 0
    ? []
    : [
        {
          code: 'markup_removed' as const,
          pointer: `/${path}`,
          message: `${dotted(path)} must not contain ${removed.join(', ')}.`,
          removed: removed.join(', '),
        },
      ]),
  ...(showsTags(html)
    ? [
        {
          code: 'markup_escaped' as const,
          pointer: `/${path}`,
          message: `${dotted(path)} shows tags to readers, because they are escaped: send <p>, not &lt;p&gt;.`,
        },
      ]
    : []),
];

/** The violation of a field without any text after cleaning. */
export const blankMarkup = (path: string): Violation & { pointer: string } => ({
  pointer: `/${path}`,
  code: 'blank',
  message: `${dotted(path)} has no text left once markup that is not allowed is removed.`,
});
