import { decryptNumber, encryptNumber, type EmployerNumber } from '../../platform/crypto/encrypted-number.ts';

/** An application, as the table knows it: `number` is the how many-th of the employer's applications it is. */
export type ApplicationKey = EmployerNumber;

/** The public id of an application. It says neither whose it is nor how many there are, and nobody can make one up. */
export const encryptApplicationId = (secret: Uint8Array, application: ApplicationKey): string =>
  encryptNumber(secret, 'application id', application);

/** The application with a public id; undefined if the text is no id that was encrypted with this secret. */
export const decryptApplicationId = (secret: Uint8Array, id: string): ApplicationKey | undefined =>
  decryptNumber(secret, 'application id', id);

/** The number of one of an employer's own applications, by its public id; undefined if the id is no such id. */
export function decryptOwnNumber(secret: Uint8Array, employerId: number, id: string): number | undefined {
  const application = decryptApplicationId(secret, id);
  return application?.employerId === employerId ? application.number : undefined;
}
