import { pdfActions } from './pdf-actions.ts';
import { isProgram, zipArchive } from './zip-archive.ts';
import { isUtf8 } from 'node:buffer';
import { isBlank, unreadable } from '../../../platform/text.ts';

/**
 * The result of checking a file: complete and of its type, the same with active content, text in another encoding, or
 * another type.
 */
export type ContentVerdict = 'right' | 'active' | 'encoding' | 'wrong';

/** Active content counts first: it identifies a file even when a safe program would not recognise it. */
const toVerdict = (isRight: boolean, isActive = false): ContentVerdict =>
  isActive ? 'active' : isRight ? 'right' : 'wrong';

/**
 * Whether a template is on the disk of the reader: with a drive, below a single slash or without a folder. A URL and
 * the name of a server are not.
 */
const isLocalTemplate = (path: string): boolean =>
  /^(?:file:\/\/\/[^\\/%]|\/[^\\/%]|(?![a-z][a-z\d+.-]+:)[^\\/%]|$)/i.test(path.trim());

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

/** How much of the end of a PDF is searched for its last line, as PDF readers do, in bytes. */
const PDF_END = 1_024;

/** Some programs put a byte order mark or an empty line before the header. */
const HEADER = /^(?:\u00EF\u00BB\u00BF|\s){0,4}%PDF-\d/;

/** Judges a PDF: a complete one may still be active. */
export function pdf(bytes: Buffer): ContentVerdict {
  const text = bytes.toString('latin1');
  const end = text.slice(-PDF_END);
  const afterEnd = end.slice(end.lastIndexOf('%%EOF'));
  const isComplete = end.includes('%%EOF') && !afterEnd.includes('PK\u0005\u0006');
  if (!isComplete || !HEADER.test(text.slice(0, 16))) return 'wrong';
  const actions = pdfActions(bytes, text);
  return toVerdict(actions !== 'unreadable', actions === 'some');
}

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

/** Judges a Word document in OLE: macros or embedded objects make it active. */
export function doc(bytes: Buffer): ContentVerdict {
  const names = oleEntries(bytes);
  if (!names?.has('WORDDOCUMENT')) return 'wrong';
  const isArchiveToo = bytes.lastIndexOf(ZIP_END) >= bytes.length - 22;
  return toVerdict(
    !isArchiveToo,
    [...names].some((name) => activeStorage.test(name)),
  );
}

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** The types of related parts that run or are loaded, by their ending, with a test of the target. */
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

/** Judges a Word document in a ZIP archive: parts that run or are loaded make it active. */
export function docx(bytes: Buffer): ContentVerdict {
  const archive = zipArchive(bytes);
  const types = archive?.textOf('[content_types].xml');
  if (!archive || types === undefined) return 'wrong';
  const relations = archive.names.filter((name) => name.endsWith('.rels')).map(archive.textOf);
  // The list of content types identifies macros, whatever their parts are called.
  const isActive =
    /macroEnabled|vbaProject|activeX/i.test(types) ||
    archive.names.some((name) => /vba(?:project|data)|(?:^|\/)activex\//.test(name) || isProgram(name)) ||
    relations.some((text = '') => text.matchAll(relation).some(isActiveRelation));
  const isPlain =
    !/&#/.test(types) && [types, ...relations].every((text) => text !== undefined && isPlainXml(text));
  return toVerdict(isPlain && types.includes(MAIN), isActive);
}

/** LibreOffice writes the second type into files that it makes of web pages. */
const odtTypes = /^application\/vnd\.oasis\.opendocument\.text(?:-web)?$/;

/** The parts of the document, and of embedded documents, that can call macros or contain objects. */
const odtContent = /(?:^|\/)(?:content|styles)\.xml$/;

const activeElement = /<(?:[\w.-]+:)?(?:event-listener|object-ole|applet|plugin|floating-frame)[\s/>]/;
const scriptAddress = /["'](?:vnd\.sun\.star\.script|macro):/i;

/** Judges an OpenDocument text: parts that run or are loaded make it active. */
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

/** An embedded or linked object, also after another backslash: \bin may have declared that one as data. */
const rtfObject =
  /\\(?:object|objdata|objemb|objlink|objautlink|objsub|objpub|objicemb|objhtml|objocx|objclass|objupdate)(?![a-z])/;

const rtfTemplate = /\\template(?![a-z])-?\d* ?([^}]{0,400})/g;

/** A path with a drive, or one without escapes and groups, which could hide a URL. */
const isLocal = (path: string) => /^[a-z]:\\\\/i.test(path) || (!/[\\{]/.test(path) && isLocalTemplate(path));

/** Judges an RTF file: objects or a remote template make it active. */
export function rtf(bytes: Buffer): ContentVerdict {
  const text = bytes.toString('latin1');
  if (!text.startsWith('{\\rtf') || !/\}[\s\0]*$/.test(text.slice(-64))) return 'wrong';
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

/** Judges a text file: it must be readable text in UTF-8. Plain letters in UTF-16 are valid UTF-8 too, with zeros. */
export function txt(bytes: Buffer): ContentVerdict {
  if (isUtf8(bytes) && !bytes.includes(0)) return toVerdict(isReadable(bytes.toString('utf8')));
  return others.some(isReadableBy(bytes)) ? 'encoding' : 'wrong';
}
