import { createHash } from 'node:crypto';

/** What a page may do besides showing itself. */
interface Allowed {
  /** It has a form, which sends to this service only. */
  hasForm?: boolean;
  /** The one script that stands in the page. */
  script?: string | undefined;
  /** Where that script sends to, besides this service. */
  connectsTo?: string | undefined;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The Content-Security-Policy of a page with its style sheet inside: nothing from anywhere, but images of this
 * service, that style, and that script if it has one.
 */
export const pagePolicy = (style: string, { hasForm = false, script, connectsTo }: Allowed = {}): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined
      ? []
      : [
          `script-src ${hashOf(script)}`,
          ['connect-src', "'self'", ...(connectsTo === undefined ? [] : [connectsTo])].join(' '),
        ]),
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
