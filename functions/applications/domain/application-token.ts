import { decryptedId, type ApplicationKey } from './application-id.ts';
import { isSignedBy, signatureOf } from '../../platform/values/signature.ts';

const USE = 'application token';

/**
 * What shows that somebody is the candidate: the id of the application and a signature, which only the address of the
 * candidate's own page has.
 */
export const tokenOfId = (secret: Uint8Array, id: string): string => `${id}.${signatureOf(secret, USE, id)}`;

/** The application of a token; undefined if the token is none of this service. */
export function applicationOfToken(secret: Uint8Array, token: string): ApplicationKey | undefined {
  const [id = '', signature = '', ...others] = token.split('.');
  if (others.length > 0 || !isSignedBy(secret, USE, id, signature)) return undefined;
  return decryptedId(secret, id);
}
