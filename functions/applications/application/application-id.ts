import {
  decryptNumber,
  encryptNumber,
  type EmployerNumber,
  signatureOf,
  bytesOf,
  signerOf,
  type ServiceSecret,
  type ServiceSecrets,
} from '../../platform/crypto/signature.ts';

/** The key of an application. Each employer's applications are numbered from 1. */
export type ApplicationKey = EmployerNumber;

/** The public id of an application. It reveals neither its employer nor its number, and cannot be forged. */
export const encryptApplicationId = (secret: Uint8Array, application: ApplicationKey): string =>
  encryptNumber(secret, 'application id', application);

/** Decrypts a public id; undefined when it was not encrypted with this secret. */
export const decryptApplicationId = (secret: Uint8Array, id: string): ApplicationKey | undefined =>
  decryptNumber(secret, 'application id', id);

/** Decrypts the public id of an application to an employer; undefined for the id of another employer's application. */
export function decryptOwnNumber(secret: Uint8Array, employerId: number, id: string): number | undefined {
  const application = decryptApplicationId(secret, id);
  return application?.employerId === employerId ? application.number : undefined;
}

const TOKEN_PURPOSE = 'application token';

/** Creates the token that authenticates a candidate: only the URL of the candidate's page contains it. */
export const createApplicationToken = (secret: Uint8Array, id: string): string =>
  `${id}.${signatureOf(secret, TOKEN_PURPOSE, id)}`;

/** The application of a token, and the secret that signed the token. */
interface TokenKey extends ApplicationKey {
  signer: ServiceSecret;
}

/** Verifies a token; undefined when this service did not sign it. */
export function verifyApplicationToken(secrets: ServiceSecrets, token: string): TokenKey | undefined {
  const [id = '', signature = '', ...others] = token.split('.');
  const signer = others.length > 0 ? undefined : signerOf(secrets, TOKEN_PURPOSE, id, signature);
  const key = signer && decryptApplicationId(bytesOf(secrets, 1), id);
  return signer && key && { ...key, signer };
}
