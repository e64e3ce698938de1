import { judge, type Judgement } from './judgement.ts';

const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');

/** A VBA project, or an embedded object, whose storage has a number as its name and these streams. */
const active =
  /^(?:_VBA_PROJECT|_VBA_PROJECT_CUR|VBA|MACROS|_\d{1,10}|\u0001OLE10NATIVE|\u0003OBJINFO|\u0003OCXNAME|\u0003OCXDATA)$/;

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENTRY_BYTES = 128;
const HEADER_BYTES = 512;

/** The offsets of an entry's fields, and the maximum size of its name with the final zero, in bytes. */
const [LENGTH_AT, KIND_AT, NAME_MAX] = [64, 66, 64];
const STORAGE = 1;
const STREAM = 2;

/**
 * The names of storages and streams in an OLE file, in the upper case in which OLE compares them; undefined for another
 * file. It reads every offset at which an entry can be, so that no directory can hide one.
 */
function oleEntries(bytes: Buffer): Set<string> | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const names = new Set<string>();
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const kind = bytes[at + KIND_AT];
    const length = bytes.readUInt16LE(at + LENGTH_AT);
    const isEntry =
      (kind === STORAGE || kind === STREAM) && length > 2 && length <= NAME_MAX && length % 2 === 0;
    if (isEntry) names.add(bytes.toString('utf16le', at, at + length - 2).toUpperCase());
  }
  return names;
}

/** Judges a Word document in OLE: macros or embedded objects make it active. */
export function doc(bytes: Buffer): Judgement {
  const names = oleEntries(bytes);
  if (!names?.has('WORDDOCUMENT')) return 'wrong';
  const isArchiveToo = bytes.lastIndexOf(ZIP_END) >= bytes.length - 22;
  return judge(
    !isArchiveToo,
    [...names].some((name) => active.test(name)),
  );
}
