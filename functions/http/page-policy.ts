import { createHash } from 'node:crypto';

/** The Content-Security-Policy of a page with its style sheet inside: nothing from anywhere, but that style. */
export const pagePolicy = (style: string, formAction: "'self'" | "'none'" = "'none'"): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
