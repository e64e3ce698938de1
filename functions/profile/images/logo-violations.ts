import { LOGO_MAX_PIXELS, logoTypes } from '../../../schemas/logo.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { ImageType, ReadImage } from './image.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

interface Format {
  /** What people call it. */
  name: string;
  /** How its files begin, byte by byte as Latin-1. */
  begins: RegExp;
  read: ReadImage;
}

const formats: Record<ImageType, Format> = {
  png: { name: 'PNG', begins: /^\x89PNG\r\n\x1a\n/, read: readPng },
  jpg: { name: 'JPEG', begins: /^\xff\xd8\xff/, read: readJpeg },
  webp: { name: 'WebP', begins: /^RIFF.{4}WEBP/s, read: readWebp },
};

const types = Object.keys(formats) as ImageType[];

/** A drawing in XML, perhaps behind a byte order mark. */
const svg = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]*?|<!--[^]*?|<!DOCTYPE[^]*?)?<svg\b/i;

/** As much of a file as says what it is. */
const BEGINNING = 1_000;

const broken = (code: Violation['code'], message: string): Violation[] => [{ pointer: '', code, message }];

/** What is wrong with bytes that are no image of the type that they were sent as. */
function otherContent(beginning: string, type: ImageType) {
  const { name } = formats[type];
  const real = types.find((each) => formats[each].begins.test(beginning));
  if (real === type) {
    return `The body is not a whole ${name} image: something is missing, damaged, or stands behind its end.`;
  }
  if (real) {
    return `The body is not a ${name} but a ${formats[real].name} image: send it as ${logoTypes[real]}.`;
  }
  return svg.test(beginning)
    ? 'The body is an SVG image, which is not accepted because it can contain scripts: save it as PNG or WebP.'
    : `The body is not a ${name} image.`;
}

/** The first rule that an image sent as this type breaks, if it breaks any (interface 15.3). */
export function logoViolations(bytes: Buffer, type: ImageType): Violation[] {
  const image = formats[type].read(bytes);
  if (!image) {
    return broken('file_content', otherContent(bytes.toString('latin1', 0, BEGINNING), type));
  }
  if (image.isAnimated) {
    return broken('image_animated', 'A logo must be one picture that stands still, not an animation.');
  }
  const { width, height } = image;
  if (Math.min(width, height) >= 1 && Math.max(width, height) <= LOGO_MAX_PIXELS) return [];
  const [most, wide, high] = [LOGO_MAX_PIXELS, width, height].map((each) => each.toLocaleString('en'));
  return broken(
    'image_dimensions',
    `A logo must be 1 to ${most} pixels wide and high, not ${wide} × ${high}.`,
  );
}
