import { createHash, randomBytes } from 'node:crypto';
import { logoTypes, type LogoType } from '../../../schemas/logo.ts';
import { filePrefixes } from '../../platform/files/file-prefixes.ts';
import { refuseViolations } from '../../validation/submission.ts';
import { logoViolations } from './logo-image.ts';

/** A validated logo with its bytes. */
export interface Logo {
  type: LogoType;
  bytes: Uint8Array;
}

/** Validates the logo in the body of a request. Throws Refusal `validation_failed` with the rule that it breaks. */
export function requireLogo({ bytes, mediaType }: { bytes: Buffer; mediaType: string }): Logo {
  const type = (Object.keys(logoTypes) as LogoType[]).find((each) => logoTypes[each] === mediaType) ?? 'png';
  refuseViolations(logoViolations(bytes, type));
  return { type, bytes };
}

/** The parts of a logo's file name: its employer, a hash of its content, a random part, and its type. */
const pattern = /^([1-9]\d{0,9})-([\da-f]{16})-[\da-f]{8}\.(png|jpg|webp)$/;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/**
 * Creates the file name of a logo. Names are never reused, not even for the same image, so a file that no profile names
 * can be deleted without locks.
 */
export const newLogoName = (employerId: number, { type, bytes }: Logo): string =>
  `${employerId}-${hashOf(bytes)}-${randomBytes(4).toString('hex')}.${type}`;

/** Whether the file of this name has the same content. */
export const isSameLogo = (name: string | null, { type, bytes }: Logo): boolean => {
  const [, , hash, ending] = pattern.exec(name ?? '') ?? [];
  return hash === hashOf(bytes) && ending === type;
};

export const mediaTypeOf = ({ type }: Pick<Logo, 'type'>): string => logoTypes[type];

/** The employer and the media type of a logo by its file name; undefined for any other name. */
export function parseLogoName(name: string): { employerId: number; mediaType: string } | undefined {
  const [, id, , type] = pattern.exec(name) ?? [];
  return id === undefined ? undefined : { employerId: Number(id), mediaType: logoTypes[type as LogoType] };
}

export const logoKey = (name: string): string => `${filePrefixes.logos}${name}`;
