import { isSignedBy, type Use } from './signature.ts';

/** A secret as it is stored, with the time from which it signs, in milliseconds since 1970. */
export interface StoredSecret {
  secret: Uint8Array;
  from: number;
}

/** One of the secrets of the service, which are numbered from 1. */
export interface ServiceSecret {
  number: number;
  bytes: Uint8Array;
  /** When the next one signs in its place; Infinity for the last one. */
  until: number;
}

/** All secrets of the service, the one that signs first. */
export type ServiceSecrets = readonly [ServiceSecret, ...ServiceSecret[]];

/** So much may the clocks of those who sign differ, in milliseconds. */
export const CLOCKS_APART_MILLIS = 60 * 60 * 1_000;

/** The secrets, oldest first as they are stored, at a time. The next one verifies before it signs, for clocks that are ahead. */
export function secretsAt(stored: readonly StoredSecret[], now: Date): ServiceSecrets {
  const all = stored.map(({ secret: bytes }, index) => ({
    number: index + 1,
    bytes,
    until: stored[index + 1]?.from ?? Infinity,
  }));
  const signing = all.find(({ until }) => until > now.getTime());
  if (!signing) throw new Error('The service has no secret.');
  return [signing, ...all.filter((each) => each !== signing)];
}

/** The bytes of a secret. Throws when there is none of that number. */
export function bytesOf(secrets: ServiceSecrets, number: number): Uint8Array {
  const found = secrets.find((each) => each.number === number);
  if (!found) throw new Error(`The service has no secret ${number}.`);
  return found.bytes;
}

/** The secret by which a text was signed; undefined if by none. */
export const signerOf = (
  secrets: ServiceSecrets,
  use: Use,
  text: string,
  signature: string,
): ServiceSecret | undefined => secrets.find(({ bytes }) => isSignedBy(bytes, use, text, signature));

/** Whether a secret can have signed something that began at a time: a former one signs nothing newer. */
export const couldSign = ({ until }: ServiceSecret, at: number): boolean => at < until + CLOCKS_APART_MILLIS;
