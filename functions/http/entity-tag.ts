import { createHash } from 'node:crypto';

/** The length of a tag in characters: 132 bits of the hash, so that collisions do not occur. */
const LENGTH = 22;

/**
 * The strong entity tag of a representation (RFC 9110, section 8.8.3), which is a hash of its content. It needs no
 * secret and no version, so it survives deployments, and lists can have one too.
 */
export const entityTagOf = (text: string | Uint8Array): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, LENGTH)}"`;
