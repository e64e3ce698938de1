import { createHash } from 'node:crypto';

/** The sources that a page may use besides its own style. */
interface PageSources {
  /** Whether it has a form, which sends to this service only. */
  hasForm?: boolean;
  /** Its inline script. */
  script?: string | undefined;
  /** The origin that its script connects to, besides this service. */
  connectsTo?: string | undefined;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The Content-Security-Policy of a page: no sources but images of this service, its inline style and its inline script,
 * by their hashes.
 */
export const pagePolicy = (
  style: string,
  { hasForm = false, script, connectsTo }: PageSources = {},
): string =>
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
