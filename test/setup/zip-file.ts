import { crc32, deflateRawSync } from 'node:zlib';

interface Options {
  /** Stores the files uncompressed. */
  stored?: boolean;
}

const header = (signature: number, fields: readonly (readonly [bytes: 2 | 4, value: number])[]) => {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [size]) => sum + size, 0));
  let offset = bytes.writeUInt32LE(signature, 0);
  for (const [size, value] of fields) offset = bytes.writeUIntLE(value, offset, size);
  return bytes;
};

/** A ZIP archive of files by name; an array of pairs may repeat a name. */
export function zipOf(
  files:
    | Readonly<Record<string, string | Buffer>>
    | readonly (readonly [name: string, content: string | Buffer])[],
  { stored = false }: Options = {},
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
    const facts = [
      [2, 20],
      [2, 0],
      [2, isStored ? 0 : 8],
      [4, 0],
      [4, crc32(plain)],
      [4, packed.length],
      [4, plain.length],
      [2, nameBytes.length],
      [2, 0],
    ] as const;
    const local = Buffer.concat([header(0x04034b50, facts), nameBytes, packed]);
    const place = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const;
    directory.push(Buffer.concat([header(0x02014b50, [[2, 20], ...facts, ...place]), nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = directory.length;
  const end = header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...locals, ...directory, end]);
}
