import { opened, sealed, type EmployerNumber } from './sealed-number.ts';

/** An application, as the table knows it: `number` is the how many-th of the employer's applications it is. */
export type ApplicationKey = EmployerNumber;

/** The public id of an application. It says neither whose it is nor how many there are, and nobody can make one up. */
export const sealedId = (secret: Uint8Array, application: ApplicationKey): string =>
  sealed(secret, 'application id', application);

/** The application with a public id; undefined if the text is no id that was sealed with this secret. */
export const openedId = (secret: Uint8Array, id: string): ApplicationKey | undefined =>
  opened(secret, 'application id', id);
