import { decryptNumber, encryptNumber, type EmployerNumber } from '../../platform/crypto/encrypted-number.ts';

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
