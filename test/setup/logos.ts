import { crc32, deflateSync } from 'node:zlib';
import { logoTypes } from '../../schemas/logo.ts';
import { fileNamed, realFiles } from './real-files.ts';

const all = realFiles('logos', logoTypes);

/** The images in `test/fixtures/logos` that are accepted as logos, and those that are refused. */
export const realLogos = all.filter(({ fileName }) => !/animated|wide/.test(fileName));

export const realLogo = (name: string) => fileNamed(all, name);

/** A chunk of a PNG. */
function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

interface PngParts {
  width?: number;
  height?: number;
  /** The chunks between header and end. */
  chunks?: readonly Buffer[];
}

/** The image data of a few black pixels. */
const picture = pngChunk('IDAT', deflateSync(Buffer.alloc(64)));

/** A greyscale PNG. */
export function aPng({ width = 7, height = 8, chunks = [picture] }: PngParts = {}) {
  const header = Buffer.concat([Buffer.alloc(8), Buffer.from([8, 0, 0, 0, 0])]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, pngChunk('IHDR', header), ...chunks, pngChunk('IEND')]);
}

/** A PNG with exactly this number of bytes. */
export function pngOfSize(bytes: number): Buffer {
  const spare = bytes - aPng({ chunks: [pngChunk('tEXt'), picture] }).length;
  return aPng({ chunks: [pngChunk('tEXt', Buffer.alloc(spare, 'a')), picture] });
}
