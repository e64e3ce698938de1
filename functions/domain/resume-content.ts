import { isUtf8 } from 'node:buffer';
import type { ResumeType } from '../../schemas/application.ts';
import { isBlank, unreadable } from './characters.ts';
import { zipArchive } from './zip-archive.ts';

/** What the content of a file is: of this type, of this type with macros, or neither. */
type Judgement = 'right' | 'macros' | 'wrong';

/** How much of the end of a PDF is searched for its last line, as PDF readers do, in bytes. */
const PDF_END = 1_024;

const RTF = Buffer.from('{\\rtf');
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

const begins = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);

const judged = (isRight: boolean, hasMacros = false): Judgement =>
  hasMacros ? 'macros' : isRight ? 'right' : 'wrong';

/** Some programs put a byte order mark or an empty line before the header. */
function pdf(bytes: Buffer): Judgement {
  const end = bytes.subarray(Math.max(0, bytes.length - PDF_END)).toString('latin1');
  const afterEnd = end.slice(end.lastIndexOf('%%EOF'));
  const isWhole = end.includes('%%EOF') && !afterEnd.includes('PK\u0005\u0006');
  return judged(isWhole && /^(?:\u00EF\u00BB\u00BF|\s){0,4}%PDF-\d/.test(bytes.toString('latin1', 0, 16)));
}

/** The names of streams in an OLE file are in UTF-16. */
function doc(bytes: Buffer): Judgement {
  const isDocument = begins(bytes, OLE) && bytes.includes(utf16('WordDocument'));
  const isArchiveToo = bytes.lastIndexOf(ZIP_END) >= bytes.length - 22;
  return judged(isDocument && !isArchiveToo, isDocument && bytes.includes(utf16('_VBA_PROJECT')));
}

const DOCX_MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** The list of content types says which parts are macros, whatever they are called. */
function docx(bytes: Buffer): Judgement {
  const archive = zipArchive(bytes);
  const types = archive?.textOf('[Content_Types].xml');
  if (!archive || types === undefined) return 'wrong';
  const hasMacros =
    /macroEnabled|vbaProject/i.test(types) || archive.names.some((name) => /vba(?:project|data)/i.test(name));
  // Nothing that a program writes: it could hide a content type.
  const isPlain = !/&#|<!/.test(types);
  return judged(isPlain && types.includes(DOCX_MAIN), hasMacros);
}

/** LibreOffice writes the second one into the files that it makes of web pages. */
const odtType = /^application\/vnd\.oasis\.opendocument\.text(?:-web)?$/;

function odt(bytes: Buffer): Judgement {
  const archive = zipArchive(bytes);
  const isText =
    archive?.firstName === 'mimetype' &&
    odtType.test(archive.textOf('mimetype') ?? '') &&
    archive.names.includes('content.xml');
  const hasMacros = isText && archive.names.some((name) => /^(?:Basic|Scripts)\/.*[^/]$/.test(name));
  return judged(isText, hasMacros);
}

const rtf = (bytes: Buffer): Judgement =>
  judged(begins(bytes, RTF) && /\}[\s\0]*$/.test(bytes.subarray(-64).toString('latin1')));

function txt(bytes: Buffer): Judgement {
  if (!isUtf8(bytes)) return 'wrong';
  const text = bytes.toString('utf8');
  return judged(!unreadable.test(text) && !isBlank(text));
}

const judges: Record<ResumeType, (bytes: Buffer) => Judgement> = { pdf, docx, doc, odt, rtf, txt };

/** Whether the content of a file agrees with the type that its name says. */
export const judgedContent = (type: ResumeType, bytes: Buffer): Judgement => judges[type](bytes);

/** The type that the content of a file is of, if it is of any. */
export const typeOfContent = (bytes: Buffer): ResumeType | undefined =>
  (Object.keys(judges) as ResumeType[]).find((type) => judges[type](bytes) !== 'wrong');
