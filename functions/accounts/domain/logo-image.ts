import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { LOGO_MAX_PIXELS, logoTypes, type LogoType } from '../../../schemas/logo.ts';
import type { Violation } from '../../../schemas/problem.ts';

interface ImageFormat {
  /** The name of the format. */
  name: string;
  /** The beginning of its files, as Latin-1. */
  signature: RegExp;
  /** Reads width and height in pixels from the header. Throws when the header is damaged. */
  dimensions: (bytes: Buffer) => { width: number; height: number };
  /** Whether the file ends with the image: it is not cut off, and no bytes follow. */
  isComplete: (bytes: Buffer) => boolean;
  isAnimated: (bytes: Buffer) => boolean;
}

/** The last chunk of every PNG: no data, type IEND, checksum. */
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

/** An SVG, also after a byte order mark, an XML declaration, a comment or a document type. */
const svg = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]*?|<!--[^]*?|<!DOCTYPE[^]*?)?<svg\b/i;

/** The number of bytes that identify a format. */
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

/**
 * The first rule that an image sent as this type breaks, or none (interface 15.3). It reads signature, end and header,
 * and does not decode the image.
 */
export function logoViolations(bytes: Buffer, type: LogoType): Violation[] {
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
