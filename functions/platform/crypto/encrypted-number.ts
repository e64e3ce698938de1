import { createCipheriv, createDecipheriv } from 'node:crypto';
import { derivedKey, type Use } from './signature.ts';

/** One of an employer's numbers, such as that of an application. */
export interface EmployerNumber {
  employerId: number;
  number: number;
}

/** One block is one cipher text, so there is nothing for a mode of operation to chain. */
const CIPHER = 'aes-256-ecb';
const BLOCK_BYTES = 16;
const EMPLOYER_BYTES = 4;
const NUMBER_BYTES = 6;
const NUMBER_END = EMPLOYER_BYTES + NUMBER_BYTES;

/** A number as 32 hexadecimal digits that say neither whose it is nor which, and that nobody can make up. */
export function encrypted(secret: Uint8Array, use: Use, { employerId, number }: EmployerNumber): string {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.writeUIntBE(employerId, 0, EMPLOYER_BYTES);
  block.writeUIntBE(number, EMPLOYER_BYTES, NUMBER_BYTES);
  const cipher = createCipheriv(CIPHER, derivedKey(secret, use), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex');
}

/** The number behind such a text; undefined if it was not encrypted with this secret for this use. */
export function decrypted(secret: Uint8Array, use: Use, text: string): EmployerNumber | undefined {
  if (!/^[0-9a-f]{32}$/.test(text)) return undefined;
  const decipher = createDecipheriv(CIPHER, derivedKey(secret, use), null).setAutoPadding(false);
  const block = Buffer.concat([decipher.update(text, 'hex'), decipher.final()]);
  // 48 zero bits, which a made-up text does not have.
  if (block.subarray(NUMBER_END).some((byte) => byte !== 0)) return undefined;
  return {
    employerId: block.readUIntBE(0, EMPLOYER_BYTES),
    number: block.readUIntBE(EMPLOYER_BYTES, NUMBER_BYTES),
  };
}
