import { signatureOf } from '../../platform/crypto/signature.ts';

/** What a candidate is known by: a hash of the e-mail address, whatever its letter case, that says nothing without the secret. */
export const hashCandidate = (secret: Uint8Array, email: string): string =>
  signatureOf(secret, 'candidate', email.toLowerCase());
