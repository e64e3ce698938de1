import type { Violation } from '../../schemas/problem.ts';
import type { Warning } from '../platform/values/submission.ts';
import { showsTags, type Cleaned } from './clean-html.ts';

/** What the sender of a field with HTML should know of its cleaning (interface 2.6). */
export const markupWarnings = (field: string, { html, removed }: Cleaned): Warning[] => [
  ...(removed.length === 0
    ? []
    : [
        {
          code: 'markup_removed' as const,
          pointer: `/${field}`,
          message: `${field} must not contain ${removed.join(', ')}.`,
          removed: removed.join(', '),
        },
      ]),
  ...(showsTags(html)
    ? [
        {
          code: 'markup_escaped' as const,
          pointer: `/${field}`,
          message: `${field} shows tags to readers, because they are escaped: send <p>, not &lt;p&gt;.`,
        },
      ]
    : []),
];

/** The violation of a field of whose HTML no text is left. */
export const blankMarkup = (field: string): Violation & { pointer: string } => ({
  pointer: `/${field}`,
  code: 'blank',
  message: `${field} has no text left once markup that is not allowed is removed.`,
});
