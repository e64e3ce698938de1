import { createHmac, timingSafeEqual, createCipheriv, createDecipheriv } from 'node:crypto';

/** The uses of the service's secret. A text signed for one use is not valid for another. */
export type Use =
  | 'application id'
  | 'application token'
  | 'apply form'
  | 'canary key'
  | 'candidate'
  | 'confirmation'
  | 'created key'
  | 'feed order'
  | 'file address'
  | 'file upload'
  | 'origin'
  | 'posting cursor'
  | 'recipient'
  | 'recruiter'
  | 'recruiting job'
  | 'recruiting token'
  | 'report'
  | 'sender'
  | 'upload id'
  | 'webhook secret';

/** Derives the key of one use, 32 bytes. */
export const derivedKey = (secret: Uint8Array, use: Use): Buffer =>
  createHmac('sha256', secret).update(use).digest();

/** The HMAC-SHA-256 of a text, in base64url. */
export const signatureOf = (secret: Uint8Array, use: Use, text: string): string =>
  createHmac('sha256', derivedKey(secret, use)).update(text).digest('base64url');

/** Whether a signature is valid for a text. Compares in constant time. */
function isSignedBy(secret: Uint8Array, use: Use, text: string, signature: string): boolean {
  const [right, actual] = [signatureOf(secret, use, text), signature].map((each) => Buffer.from(each));
  return right !== undefined && actual?.length === right.length && timingSafeEqual(right, actual);
}

/** A number that belongs to an employer, such as the number of an application. */
export interface EmployerNumber {
  employerId: number;
  number: number;
}

/** The plaintext is one block, so there are no blocks to chain. */
const CIPHER = 'aes-256-ecb';
const BLOCK_BYTES = 16;
const EMPLOYER_BYTES = 4;
const NUMBER_BYTES = 6;
const NUMBER_END = EMPLOYER_BYTES + NUMBER_BYTES;

/**
 * Encrypts a number as 32 hexadecimal digits, which reveal neither the employer nor the number and cannot be forged.
 */
export function encryptNumber(secret: Uint8Array, use: Use, { employerId, number }: EmployerNumber): string {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.writeUIntBE(employerId, 0, EMPLOYER_BYTES);
  block.writeUIntBE(number, EMPLOYER_BYTES, NUMBER_BYTES);
  const cipher = createCipheriv(CIPHER, derivedKey(secret, use), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex');
}

/** Decrypts an encrypted number; undefined when the text was not encrypted with this secret for this use. */
export function decryptNumber(secret: Uint8Array, use: Use, text: string): EmployerNumber | undefined {
  if (!/^[0-9a-f]{32}$/.test(text)) return undefined;
  const decipher = createDecipheriv(CIPHER, derivedKey(secret, use), null).setAutoPadding(false);
  const block = Buffer.concat([decipher.update(text, 'hex'), decipher.final()]);
  // A forged text does not have these 48 zero bits.
  if (block.subarray(NUMBER_END).some((byte) => byte !== 0)) return undefined;
  return {
    employerId: block.readUIntBE(0, EMPLOYER_BYTES),
    number: block.readUIntBE(EMPLOYER_BYTES, NUMBER_BYTES),
  };
}

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
