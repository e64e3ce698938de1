import { createCipheriv, createDecipheriv } from 'node:crypto';
import { derivedKey, type Use } from './signature.ts';

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
