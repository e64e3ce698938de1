import { isSignedBy, type Use } from './signature.ts';

/** A stored secret and the time from which it signs, in milliseconds since 1970. */
export interface StoredSecret {
  secret: Uint8Array;
  from: number;
}

/** A secret of the service. Secrets are numbered from 1. */
export interface ServiceSecret {
  number: number;
  bytes: Uint8Array;
  /** The time from which its successor signs; Infinity for the last secret. */
  until: number;
}

/** All secrets of the service; the first one signs. */
export type ServiceSecrets = readonly [ServiceSecret, ...ServiceSecret[]];

/** How far the clocks of signers may differ, in milliseconds. */
export const CLOCKS_APART_MILLIS = 60 * 60 * 1_000;

/**
 * Orders stored secrets (oldest first) for a time. A secret verifies before it signs, for signers whose clocks are
 * ahead.
 */
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

/** The bytes of a secret. Throws when the number is unknown. */
export function bytesOf(secrets: ServiceSecrets, number: number): Uint8Array {
  const secret = secrets.find((each) => each.number === number);
  if (!secret) throw new Error(`The service has no secret ${number}.`);
  return secret.bytes;
}

/** Finds the secret that signed a text; undefined when none did. */
export const signerOf = (
  secrets: ServiceSecrets,
  use: Use,
  text: string,
  signature: string,
): ServiceSecret | undefined => secrets.find(({ bytes }) => isSignedBy(bytes, use, text, signature));

/** Whether a secret was not yet retired when it made a signature. */
export const couldSign = ({ until }: ServiceSecret, at: number): boolean => at < until + CLOCKS_APART_MILLIS;
