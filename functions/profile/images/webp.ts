import type { Image, ReadImage } from './image.ts';

interface Chunk {
  type: string;
  data: Buffer;
}

/** The chunks to the last byte; undefined where a length is wrong, or what fills up an odd one is not zero. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 12;
  while (at < bytes.length) {
    if (bytes.length - at < 8) return undefined;
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    const next = end + ((end - at) % 2);
    if (next > bytes.length || (next > end && bytes[end] !== 0)) return undefined;
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) });
    at = next;
  }
  return chunks;
}

type Size = Pick<Image, 'width' | 'height'>;

/** The size in the header of a key frame of VP8 (RFC 6386, section 9.1). */
function sizeOfLossy(data: Buffer): Size | undefined {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return undefined;
  const tag = data.readUIntLE(0, 3);
  const isShownKeyFrame = (tag & 1) === 0 && ((tag >> 4) & 1) === 1;
  // The first partition has to be there.
  if (!isShownKeyFrame || 10 + (tag >> 5) > data.length) return undefined;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** The size in the header of a lossless picture (RFC 9649, section 3.4). */
function sizeOfLossless(data: Buffer): Size | undefined {
  if (data.length < 5 || data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined;
}

const pictures: Readonly<Record<string, (data: Buffer) => Size | undefined>> = {
  'VP8 ': sizeOfLossy,
  VP8L: sizeOfLossless,
};

const ANIMATION = 0b10;

/** The order of the chunks of an extended file with one picture; metadata may be anywhere (RFC 9649, section 2.7). */
const extended = /^VP8X(?:ICCP)?(?:ALPHVP8 |VP8 |VP8L)$/;
const metadata = new Set(['EXIF', 'XMP ']);

/** Reads a WebP (RFC 9649), lossy, lossless or extended. The picture itself is not unpacked. */
export const readWebp: ReadImage = (bytes): Image | undefined => {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) {
    return undefined;
  }
  const chunks = chunksOf(bytes);
  const [first] = chunks ?? [];
  if (!chunks || !first) return undefined;
  const picture = chunks.find(({ type }) => Object.hasOwn(pictures, type));
  const size = picture && pictures[picture.type]?.(picture.data);
  if (first === picture) return size && chunks.length === 1 ? { ...size, isAnimated: false } : undefined;
  if (first.type !== 'VP8X' || first.data.length !== 10) return undefined;
  const canvas = { width: first.data.readUIntLE(4, 3) + 1, height: first.data.readUIntLE(7, 3) + 1 };
  if ((first.data.readUInt8(0) & ANIMATION) !== 0) return { ...canvas, isAnimated: true };
  const types = chunks.map(({ type }) => type).filter((type) => !metadata.has(type));
  const isWhole = extended.test(types.join(''));
  return isWhole && size?.width === canvas.width && size.height === canvas.height
    ? { ...canvas, isAnimated: false }
    : undefined;
};
