import { crc32 } from 'node:zlib';
import type { Image, ReadImage } from './image.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The bit depths of each colour type (PNG, table 11.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** The colour type that needs a palette. Those of colour, 2 and 6, may suggest one. */
const PALETTE = 3;

interface Chunk {
  type: string;
  data: Buffer;
}

/** The chunks to the last byte; undefined where a length or a checksum is wrong. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (at < bytes.length) {
    if (bytes.length - at < 12) return undefined;
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) {
      return undefined;
    }
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function headerOf(data: Buffer): { width: number; height: number; colour: number } | undefined {
  if (data.length !== 13) return undefined;
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = data.subarray(8);
  const isKnown = depths[colour]?.includes(depth) === true && compression === 0 && filter === 0;
  return isKnown && interlace <= 1
    ? { width: data.readUInt32BE(0), height: data.readUInt32BE(4), colour }
    : undefined;
}

/** Whether the critical chunks are those of one picture in their order, its data in chunks that follow each other. */
function isInOrder(types: readonly string[], colour: number): boolean {
  const critical = types
    .join(' ')
    .replaceAll(/IDAT(?: IDAT)*/g, 'IDAT')
    .replaceAll(/\b[a-z]\w{3} /g, '');
  if (colour === PALETTE) return critical === 'IHDR PLTE IDAT IEND';
  return critical === 'IHDR IDAT IEND' || (colour % 4 === 2 && critical === 'IHDR PLTE IDAT IEND');
}

/** Reads a PNG (ISO/IEC 15948:2003), an animated one (APNG) included. The picture itself is not unpacked. */
export const readPng: ReadImage = (bytes): Image | undefined => {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined;
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks?.[0]?.data ?? Buffer.alloc(0));
  if (!chunks || !header || chunks.at(-1)?.data.length !== 0) return undefined;
  const types = chunks.map(({ type }) => type);
  if (!types.every((type) => /^[a-z]{4}$/i.test(type)) || !isInOrder(types, header.colour)) return undefined;
  const { width, height } = header;
  return { width, height, isAnimated: types.some((type) => /^(?:acTL|fcTL|fdAT)$/.test(type)) };
};
