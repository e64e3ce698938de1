import type { Image, ReadImage } from './image.ts';

const signature = Buffer.from([0xff, 0xd8, 0xff]);

const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const SCAN = 0xda;
const END = 0xd9;

/** Tables, settings, comments and data of applications. The other markers are of frames that browsers do not show. */
const isPlain = (marker: number) =>
  marker === 0xc4 || marker === 0xdb || marker === 0xdd || marker === 0xfe || (marker & 0xf0) === 0xe0;

/** Where the next marker is behind the data of a scan, in which FF stands for itself before 00, or restarts. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    if (at === -1 || next === undefined) return bytes.length;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at += 2;
  }
}

function frameOf(segment: Buffer): Image | undefined {
  if (segment.length < 6) return undefined;
  const components = segment.readUInt8(5);
  if (segment.readUInt8(0) !== 8 || ![1, 3, 4].includes(components)) return undefined;
  if (segment.length !== 6 + 3 * components) return undefined;
  return { width: segment.readUInt16BE(3), height: segment.readUInt16BE(1), isAnimated: false };
}

/**
 * Reads a JPEG (ISO/IEC 10918-1) as browsers show it: baseline, extended or progressive, with 8 bits for each sample and
 * Huffman coding. The picture itself is not unpacked.
 */
export const readJpeg: ReadImage = (bytes): Image | undefined => {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined;
  let image: Image | undefined;
  let hasScan = false;
  let at = 2;
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === END) return hasScan && at + 2 === bytes.length ? image : undefined;
    // A marker may have any number of FF before it.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    if (FRAMES.has(marker)) {
      if (image) return undefined;
      image = frameOf(bytes.subarray(at + 4, end));
      if (!image) return undefined;
    } else if (marker === SCAN) {
      if (!image) return undefined;
      hasScan = true;
    } else if (!isPlain(marker)) {
      return undefined;
    }
    at = marker === SCAN ? endOfScan(bytes, end) : end;
  }
  return undefined;
};
