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
 * Creates the token that authenticates a candidate: the id of the application and a signature. Only the URL of the
 * candidate's own page contains it.
 */
export const createApplicationToken = (secret: Uint8Array, id: string): string =>
  `${id}.${signatureOf(secret, USE, id)}`;

/** The application of a token, and the secret that signed it. */
interface TokenKey extends ApplicationKey {
  signer: ServiceSecret;
}

/** Verifies a token; undefined when this service did not sign it. */
export function verifyApplicationToken(secrets: ServiceSecrets, token: string): TokenKey | undefined {
  const [id = '', signature = '', ...others] = token.split('.');
  const signer = others.length > 0 ? undefined : signerOf(secrets, USE, id, signature);
  const key = signer && decryptApplicationId(bytesOf(secrets, 1), id);
  return signer && key && { ...key, signer };
}
