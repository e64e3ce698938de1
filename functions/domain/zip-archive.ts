import { inflateRawSync } from 'node:zlib';

/** A file in a ZIP archive. */
interface ZipEntry {
  name: string;
  isStored: boolean;
  /** Where its compressed bytes are. */
  from: number;
  to: number;
}

/** The names of an archive, and the text of a file in it. */
export interface ZipArchive {
  names: string[];
  /** Where the bytes of the first file begin. */
  firstName: string | undefined;
  /** The text of a file of at most 1 MB; undefined if there is no such file or it cannot be read. */
  textOf: (name: string) => string | undefined;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** The largest text that is unpacked, in bytes: a small archive may hold a very large file. */
const TEXT_MAX = 1_000_000;

const nameAt = (bytes: Buffer, from: number, length: number) => bytes.toString('latin1', from, from + length);

/** The entry of the central directory at an offset, and where the next one is; throws RangeError if there is none. */
function entryAt(bytes: Buffer, offset: number): { entry: ZipEntry; next: number } | undefined {
  if (bytes.readUInt32LE(offset) !== CENTRAL) return undefined;
  const size = bytes.readUInt32LE(offset + 20);
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => bytes.readUInt16LE(offset + at));
  const name = nameAt(bytes, offset + CENTRAL_BYTES, nameLength ?? 0);
  const local = bytes.readUInt32LE(offset + 42);
  const localNameLength = bytes.readUInt16LE(local + 26);
  const from = local + LOCAL_BYTES + localNameLength + bytes.readUInt16LE(local + 28);
  // Programs that read the directory and programs that read from the front must find the same files.
  if (bytes.readUInt32LE(local) !== LOCAL || nameAt(bytes, local + LOCAL_BYTES, localNameLength) !== name) {
    return undefined;
  }
  return {
    entry: { name, isStored: bytes.readUInt16LE(offset + 10) === 0, from, to: from + size },
    next: offset + CENTRAL_BYTES + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0),
  };
}

function entriesOf(bytes: Buffer): ZipEntry[] | undefined {
  const end = bytes.length - END_BYTES;
  if (bytes.readUInt32LE(0) !== LOCAL || bytes.readUInt32LE(end) !== END) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let offset = bytes.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    const found = entryAt(bytes, offset);
    if (!found) return undefined;
    entries.push(found.entry);
    offset = found.next;
  }
  return offset === end ? entries : undefined;
}

function unpacked(bytes: Buffer, { isStored, from, to }: ZipEntry): string | undefined {
  const packed = bytes.subarray(from, to);
  try {
    return (isStored ? packed : inflateRawSync(packed, { maxOutputLength: TEXT_MAX })).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The directory of an archive that begins with its first file and ends with its directory; undefined for all else. */
export function zipArchive(bytes: Buffer): ZipArchive | undefined {
  try {
    const entries = entriesOf(bytes);
    return (
      entries && {
        names: entries.map(({ name }) => name),
        firstName: entries[0]?.name,
        textOf: (name) => {
          const entry = entries.find((each) => each.name === name);
          return entry && unpacked(bytes, entry);
        },
      }
    );
  } catch {
    // A length or an offset points outside of the file.
    return undefined;
  }
}
