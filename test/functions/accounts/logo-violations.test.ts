import { describe, expect, test } from '@jest/globals';
import { requireLogo } from '../../../functions/accounts/domain/logo-file.ts';
import type { Refusal } from '../../../functions/platform/errors.ts';
import { aPng, realLogo, realLogos } from '../../setup/logos.ts';

const { bytes: jpeg } = realLogo('pillow-baseline.jpg');
const { bytes: webp } = realLogo('pillow-lossy.webp');
const png = aPng();

/** The type of a valid image, or the violation. */
function violationOf(bytes: Buffer, mediaType: string): { code?: string; message?: string; type?: string } {
  try {
    return { type: requireLogo({ bytes, mediaType }).type };
  } catch (error) {
    const [violation = {}] = (error as Refusal).members.errors ?? [];
    return violation;
  }
}

const codeOf = (bytes: Buffer, mediaType: string) => {
  const { code, type } = violationOf(bytes, mediaType);
  return code ?? type ?? 'no Refusal';
};

const messageOf = (bytes: Buffer, mediaType: string) => violationOf(bytes, mediaType).message;

const changed = (bytes: Buffer, at: number, ...values: number[]) => {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
};

const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

const joined = (...parts: Buffer[]) => Buffer.concat(parts);
/** The JPEG with bytes at a place. */
const inserted = (at: number, bytes: Buffer) => joined(jpeg.subarray(0, at), bytes, jpeg.subarray(at));

/** Files that are not exactly one complete image of the media type that they are sent with. */
const broken: Record<string, [bytes: Buffer, mediaType: string]> = {
  'a JPEG sent as PNG': [jpeg, 'image/png'],
  'a PNG sent as WebP': [png, 'image/webp'],
  'a WebP sent as JPEG': [webp, 'image/jpeg'],
  'a JPEG whose scan comes before its frame': [
    joined(jpeg.subarray(0, frame), jpeg.subarray(scan)),
    'image/jpeg',
  ],
  'a JPEG without loss': [changed(jpeg, frame + 1, 0xc3), 'image/jpeg'],
  'a JPEG with a segment of no length': [inserted(2, Buffer.from([0xff, 0xfe, 0, 1])), 'image/jpeg'],
  'a JPEG with a segment beyond the file': [inserted(2, Buffer.from([0xff, 0xfe, 0xff, 0xff])), 'image/jpeg'],
  'a JPEG with bytes between segments': [inserted(frame, Buffer.from('<b>')), 'image/jpeg'],
};

describe('a logo', () => {
  test.each(realLogos)(
    'is accepted when a common program wrote the file: $fileName',
    ({ fileName, mediaType, bytes }) => {
      expect(codeOf(bytes, mediaType)).toBe(fileName.split('.').at(-1));
    },
  );

  test.each(Object.entries(broken))(
    'is refused when it is not one complete image of its type: %s',
    (_, [bytes, mediaType]) => {
      expect(codeOf(bytes, mediaType)).toBe('file_content');
    },
  );

  test.each(realLogos)(
    'is refused when it is cut off at any byte, or when a byte follows the image: $fileName',
    ({ bytes, mediaType }) => {
      const lengths = Array.from({ length: bytes.length }, (_, length) => length);
      const acceptedLengths = lengths.filter(
        (length) => codeOf(bytes.subarray(0, length), mediaType) !== 'file_content',
      );
      expect(acceptedLengths).toEqual([]);
      expect(codeOf(Buffer.concat([bytes, Buffer.alloc(1)]), mediaType)).toBe('file_content');
    },
  );

  test.each(realLogos)(
    'gets a 200 or a 400, never a 500, when any single byte is changed: $fileName',
    ({ bytes, mediaType }) => {
      const copy = Buffer.from(bytes);
      const codes = new Set<string>();
      for (let at = 0; at < bytes.length; at += 1) {
        for (const value of [0, 0x7f, 0xff]) {
          copy[at] = value;
          codes.add(codeOf(copy, mediaType));
        }
        copy[at] = bytes.readUInt8(at);
      }
      expect(codes).toContain('file_content');
      expect(codes).not.toContain('no Refusal');
    },
  );

  test.each([
    ['png', realLogo('pillow-animated.png')],
    ['webp', realLogo('pillow-animated.webp')],
  ])('is refused when it is animated: %s', (_, { bytes, mediaType }) => {
    expect(codeOf(bytes, mediaType)).toBe('image_animated');
  });

  test.each([
    [0, 1, 'image_dimensions'],
    [1, 0, 'image_dimensions'],
    [1, 1, 'png'],
    [4_096, 4_096, 'png'],
    [4_097, 1, 'image_dimensions'],
    [1, 65_535, 'image_dimensions'],
    [0x7fff_ffff, 0x7fff_ffff, 'image_dimensions'],
  ])('is accepted with sides of 1 to 4,096 pixels: %i × %i', (width, height, outcome) => {
    expect(codeOf(aPng({ width, height }), 'image/png')).toBe(outcome);
  });

  test.each(['jpg', 'webp'])('is refused with a side of 5,000 pixels, also as .%s', (type) => {
    const { bytes, mediaType } = realLogo(`pillow-wide.${type}`);
    expect(codeOf(bytes, mediaType)).toBe('image_dimensions');
  });

  test('is refused with a message that names the actual format of the file', () => {
    expect(messageOf(jpeg, 'image/png')).toBe(
      'The body is not a PNG but a JPEG image: send it as image/jpeg.',
    );
    expect(messageOf(png.subarray(0, -1), 'image/png')).toBe(
      'The body is not a whole PNG image: something is missing, damaged, or stands behind its end.',
    );
    for (const start of ['', '\ufeff', '<?xml version="1.0"?>\n', '<!-- by hand -->', '<!DOCTYPE svg>']) {
      expect(messageOf(Buffer.from(`${start}${svg}`), 'image/png')).toContain(
        'SVG image, which is not accepted',
      );
    }
    expect(messageOf(aPng({ width: 5_000, height: 10 }), 'image/png')).toBe(
      'A logo must be 1 to 4,096 pixels wide and high, not 5,000 × 10.',
    );
    expect(messageOf(Buffer.from('a'), 'image/webp')).toBe('The body is not a WebP image.');
  });
});
