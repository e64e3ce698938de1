import { hash, randomBytes } from 'node:crypto';
import { logoTypes, type LogoType, LOGO_MAX_PIXELS } from '../../../schemas/logo.ts';
import { refuseViolations } from '../../validation/submission.ts';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { Violation } from '../../../schemas/problem.ts';

interface ImageFormat {
  /** The name of the format. */
  name: string;
  /** The beginning of files in this format, as Latin-1. */
  signature: RegExp;
  /** Reads width and height in pixels from the header. Throws when the header is damaged. */
  dimensions: (bytes: Buffer) => { width: number; height: number };
  /** Whether the file ends exactly where the image ends: not cut off, and without further bytes. */
  isComplete: (bytes: Buffer) => boolean;
  isAnimated: (bytes: Buffer) => boolean;
}

/** The last chunk of every PNG: length 0, type IEND, checksum. */
const pngEnd = Buffer.from('\0\0\0\0IEND\xae\x42\x60\x82', 'latin1');

const jpegEnd = Buffer.from([0xff, 0xd9]);

const endsWith = (bytes: Buffer, end: Buffer) => bytes.subarray(-end.length).equals(end);

const formats: Record<LogoType, ImageFormat> = {
  png: {
    name: 'PNG',
    signature: /^\x89PNG\r\n\x1a\n.{4}IHDR/s,
    dimensions: PNG.calculate,
    isComplete: (bytes) => endsWith(bytes, pngEnd),
    // An animated PNG has a chunk acTL before its first picture.
    isAnimated: (bytes) => bytes.subarray(0, bytes.indexOf('IDAT')).includes('acTL'),
  },
  jpg: {
    name: 'JPEG',
    signature: /^\xff\xd8\xff/,
    dimensions: JPG.calculate,
    isComplete: (bytes) => endsWith(bytes, jpegEnd),
    isAnimated: () => false,
  },
  webp: {
    name: 'WebP',
    signature: /^RIFF.{4}WEBPVP8[ LX]/s,
    dimensions: WEBP.calculate,
    isComplete: (bytes) => bytes.readUInt32LE(4) + 8 === bytes.length,
    isAnimated: (bytes) => bytes.toString('latin1', 12, 16) === 'VP8X' && (bytes.readUInt8(20) & 0b10) !== 0,
  },
};

const types = Object.keys(formats) as LogoType[];

/** The beginning of an SVG, after an optional byte order mark, XML declaration, comment or document type. */
const svg = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]*?|<!--[^]*?|<!DOCTYPE[^]*?)?<svg\b/i;

/** How many bytes at the beginning of a file identify its format. */
const SIGNATURE_BYTES = 1_000;

function dimensionsIn(bytes: Buffer, { dimensions }: ImageFormat) {
  try {
    return dimensions(bytes);
  } catch {
    return undefined;
  }
}

const violation = (code: Violation['code'], message: string): Violation[] => [{ pointer: '', code, message }];

function contentMessage(start: string, type: LogoType): string {
  const { name } = formats[type];
  const real = types.find((each) => formats[each].signature.test(start));
  if (real === type) {
    return `The body is not a whole ${name} image: something is missing, damaged, or stands behind its end.`;
  }
  if (real) {
    return `The body is not a ${name} but a ${formats[real].name} image: send it as ${logoTypes[real]}.`;
  }
  return svg.test(start)
    ? 'The body is an SVG image, which is not accepted because it can contain scripts: save it as PNG or WebP.'
    : `The body is not a ${name} image.`;
}

/** The first rule that an image of this type breaks (guide: public-pages 11): checks signature, end and header. */
function logoViolations(bytes: Buffer, type: LogoType): Violation[] {
  const format = formats[type];
  const start = bytes.toString('latin1', 0, SIGNATURE_BYTES);
  const isComplete = format.signature.test(start) && format.isComplete(bytes);
  const dimensions = isComplete ? dimensionsIn(bytes, format) : undefined;
  if (!dimensions) return violation('file_content', contentMessage(start, type));
  if (format.isAnimated(bytes)) {
    return violation('image_animated', 'A logo must be one picture that stands still, not an animation.');
  }
  const { width, height } = dimensions;
  if (Math.min(width, height) >= 1 && Math.max(width, height) <= LOGO_MAX_PIXELS) return [];
  const [most, wide, high] = [LOGO_MAX_PIXELS, width, height].map((each) => each.toLocaleString('en'));
  return violation(
    'image_dimensions',
    `A logo must be 1 to ${most} pixels wide and high, not ${wide} × ${high}.`,
  );
}

/** A validated logo. */
export interface Logo {
  type: LogoType;
  bytes: Uint8Array;
}

/** Validates the logo in the body of a request. Throws Refusal `validation_failed` with the broken rule. */
export function requireLogo({ bytes, mediaType }: { bytes: Buffer; mediaType: string }): Logo {
  const type = (Object.keys(logoTypes) as LogoType[]).find((each) => logoTypes[each] === mediaType) ?? 'png';
  refuseViolations(logoViolations(bytes, type));
  return { type, bytes };
}

/** The parts of a logo's file name: its employer, a hash of its content, a random part, and its type. */
const pattern = /^([1-9]\d{0,9})-([\da-f]{16})-[\da-f]{8}\.(png|jpg|webp)$/;

const hashOf = (bytes: Uint8Array) => hash('sha256', bytes).slice(0, 16);

/** Creates a new file name, so that a file that no profile names can be deleted without locks. */
export const newLogoName = (employerId: number, { type, bytes }: Logo): string =>
  `${employerId}-${hashOf(bytes)}-${randomBytes(4).toString('hex')}.${type}`;

/** Whether the logo file with this name has the content of this logo. */
export const isSameLogo = (name: string | null, { type, bytes }: Logo): boolean => {
  const [, , digest, ending] = pattern.exec(name ?? '') ?? [];
  return digest === hashOf(bytes) && ending === type;
};

export const mediaTypeOf = ({ type }: Pick<Logo, 'type'>): string => logoTypes[type];

/** The employer and the media type of a logo by its file name; undefined for any other name. */
export function parseLogoName(name: string): { employerId: number; mediaType: string } | undefined {
  const [, id, , type] = pattern.exec(name) ?? [];
  return id === undefined ? undefined : { employerId: Number(id), mediaType: logoTypes[type as LogoType] };
}
