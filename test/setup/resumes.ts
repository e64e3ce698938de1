import { deflateSync } from 'node:zlib';
import { resumeTypes } from '../../schemas/application.ts';
import { fileNamed, realFiles } from './real-files.ts';
import { zipOf } from './zip-file.ts';

const CONTENT_TYPES = '[Content_Types].xml';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const contentTypes = (...types: string[]) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types
    .map((type, index) => `<Override PartName="/part${index}" ContentType="${type}"/>`)
    .join('')}</Types>`;

const document = '<w:document>Baker since 2019</w:document>';

const STREAM = 2;

const oleEntry = (name: string) => {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE(2 * (name.length + 1), 64);
  entry.writeUInt8(STREAM, 66);
  return entry;
};

/** The header and the directory of an OLE file, as Word writes .doc, with these streams. */
export const oleFile = (...streams: string[]): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    ...streams.map(oleEntry),
    Buffer.alloc(512),
  ]);

/** A PDF with an additional object. */
export const pdfWith = (object: string): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${object}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  );

/** A PDF object stream with these objects, and with additional entries in its dictionary. */
export const objectStream = (objects: string, entries = '/Filter /FlateDecode', pack = deflateSync): string =>
  `2 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${entries} >>\nstream\n${pack(
    Buffer.from(`3 0 ${objects}`),
  ).toString('latin1')}\nendstream\nendobj`;

const pdf = pdfWith('');

/** A .docx file with additional files, in this order. */
export const docxWith = (...files: [name: string, content: string | Buffer][]): Buffer =>
  zipOf([[CONTENT_TYPES, contentTypes(MAIN)], ['word/document.xml', document], ...files]);

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A .docx file with a relationship of this type to a target. */
export const docxWithRelation = (type: string, target: string, prefix = ''): Buffer =>
  docxWith([
    'word/_rels/settings.xml.rels',
    `<?xml version="1.0" encoding="UTF-8"?><${prefix}Relationships><${prefix}Relationship Id="a" Type="${OFFICE}/${type}" Target="${target}" TargetMode="External"/></${prefix}Relationships>`,
  ]);

/** A .docx file that has only content types: the usual one and these. */
const docx = (...types: string[]) =>
  zipOf({ [CONTENT_TYPES]: contentTypes(MAIN, ...types), 'word/document.xml': document });

/** An OpenDocument text with additional files. */
export const odt = (files: Record<string, string | Buffer> = {}): Buffer =>
  zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office:text/>', ...files });

/** The smallest complete file of each type. */
export const smallestFiles = {
  pdf,
  docx: docx(),
  doc: oleFile('Root Entry', 'WordDocument'),
  odt: odt(),
  rtf: Buffer.from('{\\rtf1\\ansi Baker since 2019}'),
  txt: Buffer.from('Boulangère depuis 2019\n'),
};

/** Files with macros, by their file names. */
export const withMacros: Record<string, Buffer> = {
  'a project by its name.docx': zipOf({
    [CONTENT_TYPES]: contentTypes(MAIN),
    'word/document.xml': document,
    'word/vbaProject.bin': 'x',
  }),
  'a project by its content type.docx': docx('application/vnd.ms-office.vbaProject'),
  'a docm with another ending.docx': docx('application/vnd.ms-word.document.macroEnabled.main+xml'),
  'a project.doc': oleFile('Root Entry', 'WordDocument', 'Macros', 'VBA', '_VBA_PROJECT'),
  'Basic.odt': odt({ 'Basic/Standard/Module1.xml': 'Sub Main' }),
  'Python.odt': odt({ 'Scripts/python/main.py': 'print()' }),
};

/** Files whose content does not match the extension of their names. */
export const mislabeledFiles: Record<string, Buffer> = {
  'a web page.pdf': Buffer.from('<html><script>alert(1)</script></html>'),
  'half.pdf': pdf.subarray(0, 40),
  'with an archive behind it.pdf': Buffer.concat([pdf, smallestFiles.docx]),
  'a program.doc': Buffer.from('MZ\u0090\u0000'),
  'a spreadsheet.doc': oleFile('Root Entry', 'Workbook'),
  'with an archive behind it.doc': Buffer.concat([smallestFiles.doc, smallestFiles.docx]),
  'a text.docx': smallestFiles.txt,
  'a PDF in front of it.docx': Buffer.concat([pdf, smallestFiles.docx]),
  'something behind it.docx': Buffer.concat([smallestFiles.docx, pdf]),
  'half.docx': smallestFiles.docx.subarray(0, smallestFiles.docx.length - 30),
  'an archive.docx': zipOf({ 'setup.exe': 'MZ' }),
  'a spreadsheet.docx': zipOf({
    [CONTENT_TYPES]: contentTypes(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    ),
  }),
  'a hidden content type.docx': zipOf({
    [CONTENT_TYPES]: contentTypes(MAIN, 'application/vnd.ms-office.vba&#80;roject'),
    'word/document.xml': document,
  }),
  'a directory that points outside.docx': (() => {
    const bytes = Buffer.from(smallestFiles.docx);
    bytes.writeUInt32LE(0xfffffff0, bytes.length - 6);
    return bytes;
  })(),
  'a spreadsheet.odt': zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '',
  }),
  'a docx.odt': smallestFiles.docx,
  'a letter.rtf': smallestFiles.txt,
  'half.rtf': smallestFiles.rtf.subarray(0, 20),
  'control characters.txt': Buffer.from('Baker\u001B[31m'),
  'a program.txt': Buffer.concat([Buffer.from('MZ\u0090', 'latin1'), Buffer.alloc(61)]),
  'a blank.txt': Buffer.from(' \n\t\u200B'),
};

/** Texts in encodings other than UTF-8. */
export const textsInOtherEncodings: Record<string, Buffer> = {
  'Latin-1.txt': Buffer.from('Boulangère', 'latin1'),
  'UTF-16.txt': Buffer.from('\uFEFFBaker', 'utf16le'),
};

/** The résumés in `test/fixtures/resumes`, which many programs wrote. */
export const realResumes = realFiles('resumes', resumeTypes);

export const realResume = (name: string) => fileNamed(realResumes, name);
