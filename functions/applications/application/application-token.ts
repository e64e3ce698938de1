import {
  bytesOf,
  signerOf,
  type ServiceSecret,
  type ServiceSecrets,
} from '../../platform/crypto/service-secrets.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { decryptApplicationId, type ApplicationKey } from './application-id.ts';

const USE = 'application token';

/**
 * What shows that somebody is the candidate: the id of the application and a signature, which only the address of the
 * candidate's own page has.
 */
export const createApplicationToken = (secret: Uint8Array, id: string): string =>
  `${id}.${signatureOf(secret, USE, id)}`;

/** An application that a token names, and the secret by which it is signed. */
interface TokenKey extends ApplicationKey {
  signer: ServiceSecret;
}

/** The application of a token; undefined if the token is none of this service. */
export function verifyApplicationToken(secrets: ServiceSecrets, token: string): TokenKey | undefined {
  const [id = '', signature = '', ...others] = token.split('.');
  const signer = others.length > 0 ? undefined : signerOf(secrets, USE, id, signature);
  const key = signer && decryptApplicationId(bytesOf(secrets, 1), id);
  return signer && key && { ...key, signer };
}
