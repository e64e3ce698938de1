import { crc32, deflateRawSync } from 'node:zlib';

/** The two 16-bit halves of a 32-bit number, the lower one first. */
const long = (value: number) => [value & 0xffff, value >>> 16];

/** The header of a part of an archive: the last two letters of its signature, and 16-bit numbers. */
const header = (part: string, ...numbers: number[]) =>
  Buffer.concat([Buffer.from(`PK${part}`), new Uint8Array(Uint16Array.from(numbers).buffer)]);

/** A ZIP archive of files by name; an array of pairs may repeat a name. `stored`: uncompressed. */
export function zipOf(
  files:
    | Readonly<Record<string, string | Buffer>>
    | readonly (readonly [name: string, content: string | Buffer])[],
  { stored = false } = {},
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Array.isArray(files) ? files : Object.entries(files)) {
    const plain = Buffer.from(content as string);
    // An OpenDocument file begins with its uncompressed media type.
    const isStored = stored || name === 'mimetype';
    const packed = isStored ? plain : deflateRawSync(plain);
    const nameBytes = Buffer.from(name);
    const sizes = [...long(crc32(plain)), ...long(packed.length), ...long(plain.length), nameBytes.length];
    const facts = [20, 0, isStored ? 0 : 8, 0, 0, ...sizes, 0];
    const local = Buffer.concat([header('\x03\x04', ...facts), nameBytes, packed]);
    directory.push(header('\x01\x02', 20, ...facts, 0, 0, 0, 0, 0, ...long(offset)), nameBytes);
    locals.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const count = locals.length;
  const end = header('\x05\x06', 0, 0, count, count, ...long(entries.length), ...long(offset), 0);
  return Buffer.concat([...locals, entries, end]);
}
