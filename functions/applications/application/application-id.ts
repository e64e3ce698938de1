import { decryptNumber, encryptNumber, type EmployerNumber } from '../../platform/crypto/encrypted-number.ts';
import {
  bytesOf,
  signerOf,
  type ServiceSecret,
  type ServiceSecrets,
} from '../../platform/crypto/service-secrets.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';

/** The key of an application. Each employer's applications are numbered from 1. */
export type ApplicationKey = EmployerNumber;

/** The public id of an application. It reveals neither its employer nor its number, and cannot be forged. */
export const encryptApplicationId = (secret: Uint8Array, application: ApplicationKey): string =>
  encryptNumber(secret, 'application id', application);

/** Decrypts a public id; undefined when it was not encrypted with this secret. */
export const decryptApplicationId = (secret: Uint8Array, id: string): ApplicationKey | undefined =>
  decryptNumber(secret, 'application id', id);

/** Decrypts the public id of one of an employer's own applications; undefined when it is not. */
export function decryptOwnNumber(secret: Uint8Array, employerId: number, id: string): number | undefined {
  const application = decryptApplicationId(secret, id);
  return application?.employerId === employerId ? application.number : undefined;
}

const USE = 'application token';

/** Creates the token that authenticates a candidate: only the URL of the candidate's page contains it. */
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
