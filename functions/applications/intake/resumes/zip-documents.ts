import { inflateRawSync } from 'node:zlib';
import { isLocalTemplate, toVerdict, type ContentVerdict } from './formats.ts';

/** A file in a ZIP archive. */
interface ZipEntry {
  name: string;
  isStored: boolean;
  packed: Buffer;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** The maximum size of unpacked files in bytes: a small archive may contain a very large file. */
const UNPACKED_MAX = 4_000_000;
/** The maximum number of files, more than any résumé needs: unpacking each file takes time. */
const FILES_MAX = 2_000;

const nameAt = (bytes: Buffer, from: number, length: number) => bytes.toString('latin1', from, from + length);

/** Converts names under which a program may find the same file to one spelling. */
const folded = (name: string) =>
  name
    .replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .split(/[\\/]/)
    .filter((step) => step !== '' && step !== '.')
    .join('/');

/** A name that some programs read as a different name. */
const unclear = /[\0-\x1f\x7f]|(?:^|\/)\.\.(?:\/|$)/;

/** Whether a file, by its folded name, is a program. */
const isProgram = (name: string): boolean =>
  /\.(?:exe|com|scr|pif|cpl|dll|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|lnk|jar|docm|dotm|xlsm|xltm|xlam|xlsb|pptm|ppsm)$/.test(
    name,
  );

/**
 * Reads the directory of an archive that begins with its first file and ends with its directory; undefined for all
 * others. Throws RangeError when a length or an offset points outside the file.
 */
function entriesOf(bytes: Buffer): ZipEntry[] | undefined {
  const end = bytes.length - END_BYTES;
  const count = bytes.readUInt16LE(end + 10);
  if (bytes.readUInt32LE(0) !== LOCAL || bytes.readUInt32LE(end) !== END || count > FILES_MAX)
    return undefined;
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  while (entries.length < count) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = nameAt(bytes, at + CENTRAL_BYTES, nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const localNameLength = bytes.readUInt16LE(local + 26);
    const isLocal = bytes.readUInt32LE(local) === LOCAL;
    // Programs that read the directory and programs that read from the front must find the same files.
    const isSame = isLocal && nameAt(bytes, local + LOCAL_BYTES, localNameLength) === name;
    if (bytes.readUInt32LE(at) !== CENTRAL || !isSame) return undefined;
    const from = local + LOCAL_BYTES + localNameLength + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    entries.push({ name, isStored: bytes.readUInt16LE(at + 10) === 0, packed });
    at += CENTRAL_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return at === end ? entries : undefined;
}

/** An archive: its folded names, and the text of a file in it. */
interface ZipArchive {
  names: string[];
  /** The name of the file at the beginning of the archive. */
  firstName: string | undefined;
  /** Unpacks the text of the file with a folded name; undefined when there is none or it cannot be unpacked. */
  textOf: (name: string) => string | undefined;
}

/** Reads an archive in which no two files can be confused; undefined for all others. */
function zipArchive(bytes: Buffer): ZipArchive | undefined {
  let entries: ZipEntry[] | undefined;
  try {
    entries = entriesOf(bytes);
  } catch {
    return undefined;
  }
  const byName = new Map(entries?.map((entry) => [folded(entry.name), entry]));
  const names = [...byName.keys()];
  if (names.length !== entries?.length || names.some((name) => unclear.test(name))) return undefined;
  let remainingBytes = UNPACKED_MAX;
  return {
    names,
    firstName: entries[0]?.name,
    textOf: (name) => {
      const { packed, isStored } = byName.get(name) ?? {};
      if (!packed) return undefined;
      try {
        const content = isStored ? packed : inflateRawSync(packed, { maxOutputLength: remainingBytes });
        remainingBytes -= content.length;
        return remainingBytes < 0 ? undefined : content.toString('utf8');
      } catch {
        remainingBytes = 0;
        return undefined;
      }
    },
  };
}

const xmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the text of XML, in which characters may be written by number or name. */
const decodeXmlText = (xml: string): string =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return xmlEntities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Whether XML has only what programs write into documents: UTF-8, without definitions that could hide something. */
const isPlainXml = (xml: string): boolean =>
  !/\0|<!(?!--|\[CDATA\[)/.test(xml) && !/^[^>]{0,200}encoding\s*=\s*["'](?!utf-8["'])/i.test(xml);

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** The types of related parts that run or are loaded, by the end of the type, with a check of the target. */
const activeRelations: Record<string, (target: string) => boolean> = {
  vbaproject: () => true,
  control: () => true,
  activexcontrolbinary: () => true,
  oleobject: () => true,
  afchunk: () => true,
  frame: () => true,
  subdocument: () => true,
  extensibility: () => true,
  attachedtemplate: (target) => !isLocalTemplate(target),
};

const relation = /<(?:[\w.-]+:)?Relationship\s[^<]*/g;

/** Creates a reader of an attribute in the text of a tag. */
const valueOf = (name: string) => {
  const attribute = new RegExp(String.raw`(?<![\w:.-])${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`);
  return (tag: string) => {
    const [, double, single] = attribute.exec(tag) ?? [];
    return decodeXmlText(double ?? single ?? '').trim();
  };
};
const [typeOf, targetOf] = [valueOf('Type'), valueOf('Target')];

const isActiveRelation = ([tag]: RegExpExecArray) => {
  const type = typeOf(tag).toLowerCase();
  const end = type.slice(type.lastIndexOf('/') + 1);
  return Object.hasOwn(activeRelations, end) && activeRelations[end]?.(targetOf(tag)) === true;
};

/** Checks a Word document in a ZIP archive: parts that run or are loaded make it active. */
export function docx(bytes: Buffer): ContentVerdict {
  const archive = zipArchive(bytes);
  const types = archive?.textOf('[content_types].xml');
  if (!archive || types === undefined) return 'wrong';
  const relations = archive.names.filter((name) => name.endsWith('.rels')).map(archive.textOf);
  // The list of content types identifies macros even when their parts have unusual names.
  const isActive =
    /macroEnabled|vbaProject|activeX/i.test(types) ||
    archive.names.some((name) => /vba(?:project|data)|(?:^|\/)activex\//.test(name) || isProgram(name)) ||
    relations.some((text = '') => text.matchAll(relation).some(isActiveRelation));
  const isPlain =
    !/&#/.test(types) && [types, ...relations].every((text) => text !== undefined && isPlainXml(text));
  return toVerdict(isPlain && types.includes(MAIN), isActive);
}

/** The media types of OpenDocument text. LibreOffice writes the second one when it converts web pages. */
const odtTypes = /^application\/vnd\.oasis\.opendocument\.text(?:-web)?$/;

/** The parts of the document, and of embedded documents, that can call macros or contain objects. */
const odtContent = /(?:^|\/)(?:content|styles)\.xml$/;

const activeElement = /<(?:[\w.-]+:)?(?:event-listener|object-ole|applet|plugin|floating-frame)[\s/>]/;
const scriptAddress = /["'](?:vnd\.sun\.star\.script|macro):/i;

/** Checks an OpenDocument text: parts that run or are loaded make it active. */
export function odt(bytes: Buffer): ContentVerdict {
  const archive = zipArchive(bytes);
  const isText =
    archive?.firstName === 'mimetype' &&
    odtTypes.test(archive.textOf('mimetype') ?? '') &&
    archive.names.includes('content.xml');
  if (!isText) return 'wrong';
  const parts = archive.names.filter((name) => odtContent.test(name)).map(archive.textOf);
  const isActive =
    archive.names.some((name) => /(?:^|\/)(?:basic|scripts)\/./.test(name) || isProgram(name)) ||
    parts.some(
      (text) => text !== undefined && (activeElement.test(text) || scriptAddress.test(decodeXmlText(text))),
    );
  return toVerdict(
    parts.every((text) => text !== undefined && isPlainXml(text)),
    isActive,
  );
}
