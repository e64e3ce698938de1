import { describe, expect, test } from '@jest/globals';
import { requireLogo } from '../../../functions/profile/domain/logo-file.ts';
import type { Refusal } from '../../../functions/platform/values/refusal.ts';
import { aPng, pngChunk, realLogo, realLogos, withDimensions } from '../../setup/logos.ts';

const { bytes: jpeg } = realLogo('pillow-baseline.jpg');
const { bytes: webp } = realLogo('pillow-lossy.webp');
const { bytes: extended } = realLogo('pillow-exif.webp');
const png = aPng();
const data = png.subarray(33, -12);

/** The rule that an image breaks, or its type. */
function judged(bytes: Buffer, mediaType: string): { code?: string; message?: string; type?: string } {
  try {
    return { type: requireLogo({ bytes, mediaType }).type };
  } catch (error) {
    const [violation = {}] = (error as Refusal).members.errors ?? [];
    return violation;
  }
}

const codeOf = (bytes: Buffer, mediaType: string) => {
  const { code, type } = judged(bytes, mediaType);
  return code ?? type ?? 'no Refusal';
};

const messageOf = (bytes: Buffer, mediaType: string) => judged(bytes, mediaType).message;

/** A WebP with its length made right. */
function riff(...parts: readonly Buffer[]): Buffer {
  const made = Buffer.concat([Buffer.from('RIFF____WEBP', 'latin1'), ...parts]);
  made.writeUInt32LE(made.length - 8, 4);
  return made;
}

const changed = (bytes: Buffer, at: number, ...values: number[]) => {
  const copy = Buffer.from(bytes);
  copy.set(values, at < 0 ? copy.length + at : at);
  return copy;
};

const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
const segment = (marker: number, ...content: number[]) =>
  Buffer.from([0xff, marker, 0, content.length + 2, ...content]);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

/** What is no whole image of the type that it is sent as. */
const broken: Record<string, [bytes: Buffer, mediaType: string]> = {
  'a JPEG sent as PNG': [jpeg, 'image/png'],
  'a PNG sent as WebP': [png, 'image/webp'],
  'a WebP sent as JPEG': [webp, 'image/jpeg'],
  'an SVG sent as PNG': [Buffer.from(svg), 'image/png'],
  'HTML sent as JPEG': [Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'image/jpeg'],
  'a GIF sent as PNG': [Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'image/png'],
  'a signature alone': [png.subarray(0, 8), 'image/png'],
  'a PNG with a wrong checksum': [changed(png, 20, 9), 'image/png'],
  'a PNG with HTML behind its end': [Buffer.concat([png, Buffer.from('<script>')]), 'image/png'],
  'a PNG with another one behind it': [Buffer.concat([png, png]), 'image/png'],
  'a PNG without a picture': [aPng({ chunks: [] }), 'image/png'],
  'a PNG with two pictures': [aPng({ chunks: [data, pngChunk('tEXt'), data] }), 'image/png'],
  'a PNG with two headers': [aPng({ chunks: [png.subarray(8, 33), data] }), 'image/png'],
  'a PNG with an end in it': [aPng({ chunks: [pngChunk('IEND'), data] }), 'image/png'],
  'a PNG with an unknown critical chunk': [aPng({ chunks: [pngChunk('EVIL'), data] }), 'image/png'],
  'a PNG with a chunk that has no name': [aPng({ chunks: [pngChunk('a\0b '), data] }), 'image/png'],
  'a PNG with a length beyond the file': [changed(png, 33, 0x7f, 0xff, 0xff, 0xff), 'image/png'],
  'a PNG whose palette is missing': [aPng({ rest: [8, 3, 0, 0, 0] }), 'image/png'],
  'a grey PNG with a palette': [aPng({ chunks: [pngChunk('PLTE'), data] }), 'image/png'],
  'a PNG with 3 bits': [aPng({ rest: [3, 0, 0, 0, 0] }), 'image/png'],
  'a PNG of an unknown interlace': [aPng({ rest: [8, 0, 0, 0, 2] }), 'image/png'],
  'a JPEG with bytes behind its end': [Buffer.concat([jpeg, Buffer.from('PK\x03\x04')]), 'image/jpeg'],
  'a JPEG with another one behind it': [Buffer.concat([jpeg, jpeg]), 'image/jpeg'],
  'a JPEG without an end': [jpeg.subarray(0, -2), 'image/jpeg'],
  'a JPEG without a scan': [Buffer.concat([jpeg.subarray(0, scan), jpeg.subarray(-2)]), 'image/jpeg'],
  'a JPEG whose scan comes before its frame': [
    Buffer.concat([jpeg.subarray(0, frame), jpeg.subarray(scan)]),
    'image/jpeg',
  ],
  'a JPEG with two frames': [Buffer.concat([jpeg.subarray(0, scan), jpeg.subarray(frame)]), 'image/jpeg'],
  'a JPEG without loss': [changed(jpeg, frame + 1, 0xc3), 'image/jpeg'],
  'a JPEG with 12 bits': [changed(jpeg, frame + 4, 12), 'image/jpeg'],
  'a JPEG with two components': [changed(jpeg, frame + 9, 2), 'image/jpeg'],
  'a JPEG with a segment of no length': [
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 1]), jpeg.subarray(2)]),
    'image/jpeg',
  ],
  'a JPEG with a segment beyond the file': [
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0xff, 0xff]), jpeg.subarray(2)]),
    'image/jpeg',
  ],
  'a JPEG whose height comes later': [
    Buffer.concat([jpeg.subarray(0, -2), segment(0xdc, 0, 1), jpeg.subarray(-2)]),
    'image/jpeg',
  ],
  'a JPEG with bytes between segments': [
    Buffer.concat([jpeg.subarray(0, frame), Buffer.from('<b>'), jpeg.subarray(frame)]),
    'image/jpeg',
  ],
  'a WebP with bytes behind its end': [Buffer.concat([webp, Buffer.from('<script>')]), 'image/webp'],
  'a WebP with a further chunk': [riff(webp.subarray(12), Buffer.from('EVIL\0\0\0\0')), 'image/webp'],
  'a WebP with two pictures': [riff(webp.subarray(12), webp.subarray(12)), 'image/webp'],
  'an extended WebP with a further picture': [riff(extended.subarray(12), webp.subarray(12)), 'image/webp'],
  'an extended WebP without a picture': [riff(extended.subarray(12, 30)), 'image/webp'],
  'an extended WebP of another size': [changed(extended, 24, 9), 'image/webp'],
  'a WebP of a later frame': [changed(webp, 20, webp.readUInt8(20) | 1), 'image/webp'],
  'a WebP whose picture is not there': [changed(webp, 21, 0xff, 0xff), 'image/webp'],
  'a lossless WebP of another version': [
    changed(realLogo('pillow-lossless.webp').bytes, 24, 0xff),
    'image/webp',
  ],
};

describe('an image', () => {
  test.each(realLogos)('of a program is a logo: $fileName', ({ fileName, mediaType, bytes }) => {
    expect(codeOf(bytes, mediaType)).toBe(fileName.split('.').at(-1));
  });

  test.each(Object.entries(broken))('is refused that is no whole one: %s', (_, [bytes, mediaType]) => {
    expect(codeOf(bytes, mediaType)).toBe('file_content');
  });

  test.each(realLogos)(
    'is refused wherever it is cut off, and with a byte more: $fileName',
    ({ bytes, mediaType }) => {
      const lengths = Array.from({ length: bytes.length }, (_, length) => length);
      const taken = lengths.filter(
        (length) => codeOf(bytes.subarray(0, length), mediaType) !== 'file_content',
      );
      expect(taken).toEqual([]);
      expect(codeOf(Buffer.concat([bytes, Buffer.alloc(1)]), mediaType)).toBe('file_content');
    },
  );

  test.each(realLogos)(
    'never fails, whichever of its bytes is changed: $fileName',
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
  ])('is refused that moves: %s', (_, { bytes, mediaType }) => {
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
  ])('is a logo from 1 to 4,096 pixels: %i × %i', (width, height, outcome) => {
    expect(codeOf(aPng({ width, height }), 'image/png')).toBe(outcome);
  });

  test.each([
    [0, 1],
    [1, 0],
    [65_535, 65_535],
  ])('of %i × %i pixels is refused as a JPEG, too', (width, height) => {
    expect(codeOf(withDimensions(jpeg, width, height), 'image/jpeg')).toBe('image_dimensions');
  });

  test('is refused with a sentence that says what it seems to be', () => {
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
