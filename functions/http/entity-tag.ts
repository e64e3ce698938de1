import { createHash } from 'node:crypto';

/** Characters of a tag: 132 bits of the hash, which no two representations of a resource share by chance. */
const LENGTH = 22;

/**
 * The strong entity tag of a representation (RFC 9110, section 8.8.3): another text, another tag. It needs no secret
 * and no version, and so outlives deployments and lists of any kind have one.
 */
export const entityTagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, LENGTH)}"`;
