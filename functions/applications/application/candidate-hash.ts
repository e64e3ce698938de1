import { signatureOf } from '../../platform/crypto/signature.ts';

/** Hashes the e-mail address of a candidate, in lower case. The hash reveals nothing without the secret. */
export const hashCandidate = (secret: Uint8Array, email: string): string =>
  signatureOf(secret, 'candidate', email.toLowerCase());
