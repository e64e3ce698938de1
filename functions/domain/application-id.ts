import { createCipheriv, createDecipheriv } from 'node:crypto';
import { derivedKey } from './signature.ts';

/** An application, as the table knows it. */
export interface ApplicationKey {
  employerId: number;
  /** The how many-th of the employer's applications it is. */
  number: number;
}

/** One block is one cipher text, so there is nothing for a mode of operation to chain. */
const CIPHER = 'aes-256-ecb';
const BLOCK_BYTES = 16;
const EMPLOYER_BYTES = 4;
const NUMBER_BYTES = 6;
const NUMBER_END = EMPLOYER_BYTES + NUMBER_BYTES;

const keyFrom = (secret: Uint8Array) => derivedKey(secret, 'application id');

/**
 * The public id of an application: 32 hexadecimal digits that say neither whose it is nor how many there are, and that
 * nobody can make up.
 */
export function sealedId(secret: Uint8Array, { employerId, number }: ApplicationKey): string {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.writeUIntBE(employerId, 0, EMPLOYER_BYTES);
  block.writeUIntBE(number, EMPLOYER_BYTES, NUMBER_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(secret), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex');
}

/** The application with a public id; undefined if the text is no id that was sealed with this secret. */
export function openedId(secret: Uint8Array, id: string): ApplicationKey | undefined {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
  const decipher = createDecipheriv(CIPHER, keyFrom(secret), null).setAutoPadding(false);
  const block = Buffer.concat([decipher.update(id, 'hex'), decipher.final()]);
  // 48 zero bits, which a made-up id does not have.
  if (block.subarray(NUMBER_END).some((byte) => byte !== 0)) return undefined;
  return {
    employerId: block.readUIntBE(0, EMPLOYER_BYTES),
    number: block.readUIntBE(EMPLOYER_BYTES, NUMBER_BYTES),
  };
}
