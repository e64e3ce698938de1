import { isUtf8 } from 'node:buffer';
import { isBlank, unreadable } from '../../../validation/formats.ts';

/** The result of a check: a valid file, active content, text in another encoding, or not a file of the type. */
export type ContentVerdict = 'right' | 'active' | 'encoding' | 'wrong';

/** Active content takes precedence, even in a file that a careful program would not recognise as of the type. */
export const toVerdict = (isRight: boolean, isActive = false): ContentVerdict =>
  isActive ? 'active' : isRight ? 'right' : 'wrong';

/** The content without the zeros and white space that some programs add at its end, in any number. */
export function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s\0]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Whether a template is on the local disk, and not at a URL or on a server. */
export const isLocalTemplate = (path: string): boolean =>
  /^(?:file:\/\/\/[^\\/%]|\/[^\\/%]|(?![a-z][a-z\d+.-]+:)[^\\/%]|$)/i.test(path.trim());

const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');

/** A VBA project, or an embedded object, whose storage has a number as its name and these streams. */
const activeStorage =
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

/** Checks a Word document in OLE: macros or embedded objects make it active. */
export function doc(bytes: Buffer): ContentVerdict {
  const names = oleEntries(bytes);
  if (!names?.has('WORDDOCUMENT')) return 'wrong';
  const isArchiveToo = bytes.lastIndexOf(ZIP_END) >= bytes.length - 22;
  return toVerdict(
    !isArchiveToo,
    [...names].some((name) => activeStorage.test(name)),
  );
}

/** An embedded or linked object, even after a further backslash, which `\bin` may have declared as data. */
const rtfObject =
  /\\(?:object|objdata|objemb|objlink|objautlink|objsub|objpub|objicemb|objhtml|objocx|objclass|objupdate)(?![a-z])/;

const rtfTemplate = /\\template(?![a-z])-?\d* ?([^}]{0,400})/g;

/** A path with a drive, or one without escapes and groups, which could hide a URL. */
const isLocal = (path: string) => /^[a-z]:\\\\/i.test(path) || (!/[\\{]/.test(path) && isLocalTemplate(path));

/** Checks an RTF file: objects or a remote template make it active. */
export function rtf(bytes: Buffer): ContentVerdict {
  const text = bytes.toString('latin1');
  if (!text.startsWith('{\\rtf') || !withoutPadding(text).endsWith('}')) return 'wrong';
  const templates = Array.from(text.matchAll(rtfTemplate), ([, path = '']) => path);
  return toVerdict(true, rtfObject.test(text) || !templates.every(isLocal));
}

const isReadable = (text: string) => !unreadable.test(text) && !isBlank(text);

/** The encodings that editors still use besides UTF-8. Windows-1252 decodes any bytes, including control characters. */
const others = ['utf-16le', 'utf-16be', 'windows-1252'].map(
  (encoding) => new TextDecoder(encoding, { fatal: true }),
);

const isReadableBy = (bytes: Buffer) => (decoder: InstanceType<typeof TextDecoder>) => {
  try {
    return isReadable(decoder.decode(bytes));
  } catch {
    return false;
  }
};

/** Checks a text file: it must be readable text in UTF-8. ASCII text in UTF-16 is valid UTF-8 too, but contains zero bytes. */
export function txt(bytes: Buffer): ContentVerdict {
  if (isUtf8(bytes) && !bytes.includes(0)) return toVerdict(isReadable(bytes.toString('utf8')));
  return others.some(isReadableBy(bytes)) ? 'encoding' : 'wrong';
}
