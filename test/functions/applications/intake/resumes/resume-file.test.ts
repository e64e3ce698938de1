import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { checkResumeFile } from '../../../../../functions/applications/intake/resumes/resume-file.ts';
import {
  docxWith,
  objectStream,
  odt,
  oleFile,
  pdfWith,
  docxWithRelation,
  smallestFiles,
  mislabeledFiles,
  withMacros,
  realResumes,
} from '../../../../setup/resumes.ts';

const rules = { pointer: '/resume', maxBytes: 4_000_000 };

/** The code of the rule that a file breaks; undefined if it is accepted. */
const violationCodeOf = (fileName: string, bytes: Buffer) =>
  checkResumeFile(fileName, bytes, rules).violation?.code;

test.each(Object.entries(smallestFiles))('a minimal valid file is accepted: .%s', (type, bytes) => {
  expect(violationCodeOf(`a.${type.toUpperCase()}`, bytes)).toBeUndefined();
});

test.each(realResumes)(
  'a real file is accepted unchanged, with its media type: $fileName',
  ({ fileName, mediaType, bytes }) => {
    const result = checkResumeFile(fileName, bytes, rules);
    expect(result).toMatchObject({ file: { fileName, mediaType } });
    // Jest would take minutes to show how two files differ.
    expect(result.file?.bytes.equals(bytes)).toBe(true);
  },
);

test.each(Object.entries(withMacros))('a file with macros is refused: %s', (fileName, bytes) => {
  expect(violationCodeOf(fileName, bytes)).toBe('file_macros');
});

test.each(Object.entries(mislabeledFiles))(
  'a file whose content does not match its extension is refused: %s',
  (fileName, bytes) => {
    expect(violationCodeOf(fileName, bytes)).toBe('file_content');
  },
);

test.each([
  ...['blob', 'file', 'Zoé Tremblay CV 2026.11.28', 'upload.tmp', 'a.bin', 'cv.PDF ', 'cv.pdf.part', ''].map(
    (fileName) => [fileName, smallestFiles.pdf, undefined] as const,
  ),
  ...Object.values(smallestFiles).map((bytes) => ['blob', bytes, undefined] as const),
  ['blob', smallestFiles.pdf.subarray(0, 40), 'file_content'],
  ['blob', Buffer.from('\u0089PNG\r\n', 'latin1'), 'file_type'],
  ['blob', withMacros['a project.doc'] ?? Buffer.alloc(0), 'file_macros'],
  ['a.exe', smallestFiles.pdf, 'file_type'],
  ['a.html', Buffer.from('<p>Zoé</p>'), 'file_type'],
])('a file is judged by its content where its name has no ending of its own: %j', (fileName, bytes, code) => {
  expect(violationCodeOf(fileName, bytes)).toBe(code);
});

test.each(['pdf', 'rtf'] as const)(
  'zeros and white space behind the end do not count, however many: .%s',
  (type) => {
    const padding = Buffer.from(' \r\n\0'.repeat(10_000));
    expect(violationCodeOf(`a.${type}`, Buffer.concat([smallestFiles[type], padding]))).toBeUndefined();
  },
);

test('a file of 4,000,000 bytes is accepted, and a file of 4,000,001 bytes is refused', () => {
  const bytes = Buffer.alloc(4_000_001, 'a');
  expect([violationCodeOf('a.txt', bytes.subarray(1)), violationCodeOf('a.txt', bytes)]).toEqual([
    undefined,
    'file_too_large',
  ]);
});

test.each([
  ['C:\\Users\\Zoé\\CV.pdf', 'CV.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['a\r\nX-Other: 1\r\n.pdf', 'a X-Other 1.pdf'],
  ['\u202Efdp.exe.pdf', 'fdp.exe.pdf'],
  ['.pdf', 'resume.pdf'],
  [`${'é'.repeat(200)}.PDF`, `${'é'.repeat(124)}.pdf`],
])('the file name %j is stored as %j', (fileName, storedName) => {
  expect(checkResumeFile(fileName, smallestFiles.pdf, rules)).toMatchObject({
    file: { fileName: storedName },
  });
});

const rtf = (text: string) => Buffer.from(`{\\rtf1\\ansi ${text}}`, 'latin1');
const odtContent = (xml: string) => odt({ 'Object 1/content.xml': xml });
const template = (address: string, prefix?: string) => docxWithRelation('attachedTemplate', address, prefix);
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const SCRIPT = '<< /Type /Action /S /JavaScript /JS (app.alert\\(1\\)) >>';

type Row = [what: string, type: string, bytes: Buffer];

const active: Row[] = [
  ['a project whose name is in lower case', 'doc', oleFile('WordDocument', '_vba_project')],
  ['only the storages of a project', 'doc', oleFile('WordDocument', 'Macros', 'VBA')],
  ['a storage of a project in mixed case', 'doc', oleFile('worddocument', 'Vba')],
  ['an embedded object', 'doc', oleFile('WordDocument', 'ObjectPool', '_1234567890')],
  ['an embedded file', 'doc', oleFile('WordDocument', '\u0001Ole10Native')],
  ['a control', 'doc', oleFile('WordDocument', '\u0003OCXNAME')],
  ['a project in another folder', 'docx', docxWith(['other/VBAPROJECT.BIN', 'x'])],
  ['a control', 'docx', docxWith(['word/activeX/activeX1.xml', 'x'])],
  ['a program', 'docx', docxWith(['word/embeddings/setup.EXE', 'MZ'])],
  ['a workbook with macros', 'docx', docxWith(['word/embeddings/book.xlsm', 'x'])],
  ...[
    'https://example.org/a.dotm',
    '&#x68;ttps://example.org/a',
    '\\\\example.org\\a.dotm',
    'file:///\\\\example.org\\a',
    'file:////example.org/a',
    'file://example.org/a.dotm',
  ].map((address): Row => ['a template elsewhere', 'docx', template(address)]),
  ['a template with a prefix', 'docx', template('mhtml:http://example.org/a', 'r:')],
  ['an embedded object', 'docx', docxWithRelation('oleObject', 'embeddings/oleObject1.bin')],
  ['a document to insert', 'docx', docxWithRelation('aFChunk', 'a.mht')],
  ['another document', 'docx', docxWithRelation('subDocument', 'https://example.org/a.docx')],
  ['a frame', 'docx', docxWithRelation('frame', 'https://example.org/')],
  ['Basic in an object', 'odt', odt({ 'Object 1/Basic/Standard/Module1.xml': 'Sub Main' })],
  ['scripts in lower case', 'odt', odt({ 'scripts/python/main.py': 'print()' })],
  ['a program', 'odt', odt({ 'Pictures/setup.scr': 'MZ' })],
  ['an event', 'odt', odtContent('<a><script:event-listener script:event-name="dom:load"/></a>')],
  ['an event with another prefix', 'odt', odtContent('<a><s:event-listener/></a>')],
  ['an embedded object', 'odt', odtContent('<a><draw:object-ole xlink:href="./Object 2"/></a>')],
  ...['applet', 'plugin', 'floating-frame'].map((name): Row => {
    return [`an element ${name}`, 'odt', odtContent(`<a><draw:${name} xlink:href="./Object 2"/></a>`)];
  }),
  ['a link to a macro', 'odt', odtContent('<a xlink:href="vnd.sun.star.&#115;cript:a.py$b"/>')],
  ['an object', 'rtf', rtf('{\\object\\objemb{\\*\\objdata 01050000}}')],
  ['only the data of an object', 'rtf', rtf('{\\*\\objdata0\r\n0105}')],
  ['an object behind data', 'rtf', rtf('{\\bin1 \\\\objdata 0105}')],
  ['a control', 'rtf', rtf('\\objocx ')],
  ['a template on a server', 'rtf', rtf('{\\*\\template https://example.org/a.dotm}')],
  ['a template on a share', 'rtf', rtf('{\\*\\template \\\\\\\\example.org\\\\a.dotm}')],
  ['a template that is hidden', 'rtf', rtf("{\\*\\template {\\'68ttps://example.org}}")],
  ['a template with an escape', 'rtf', rtf("{\\*\\template h\\'74tps://example.org}")],
  ['a script', 'pdf', pdfWith(`2 0 obj ${SCRIPT} endobj`)],
  ['a script in escapes', 'pdf', pdfWith('2 0 obj << /#53/J#61vaScript >> endobj')],
  ['a script behind a comment', 'pdf', pdfWith('2 0 obj << /X (100%) /S%\r/JavaScript >> endobj')],
  ['a script by reference', 'pdf', pdfWith('2 0 obj << /S 3 0 R >> endobj 3 0 obj/JavaScript endobj')],
  ['a script in an object stream', 'pdf', pdfWith(objectStream(SCRIPT))],
  [
    'a script in an object stream without a filter',
    'pdf',
    pdfWith(objectStream(SCRIPT, '', (b) => Buffer.from(b as Buffer))),
  ],
  ['a script in the second object stream', 'pdf', pdfWith(objectStream('<<>>') + objectStream(SCRIPT))],
  ['a program to start', 'pdf', pdfWith('2 0 obj << /S /Launch /F (setup.exe) >> endobj')],
  ['a rendition', 'pdf', pdfWith('2 0 obj << /S/Rendition/JS(1) >> endobj')],
  ['a form with scripts', 'pdf', pdfWith('2 0 obj << /XFA [(a) 3 0 R] >> endobj')],
];

test.each(active)('a file with active content is refused: %s (%s)', (_, type, bytes) => {
  expect(violationCodeOf(`a.${type}`, bytes)).toBe('file_macros');
});

const harmless: Row[] = [
  ['a link', 'docx', docxWithRelation('hyperlink', 'https://example.org/?a=1&amp;b=2')],
  ['a linked picture', 'docx', docxWithRelation('image', 'https://example.org/a.png')],
  ['the workbook of a chart', 'docx', docxWith(['word/embeddings/Microsoft_Excel_Sheet.xlsx', 'PK'])],
  ...[
    'Normal.dotm',
    'file:///C:\\Users\\Zo%C3%A9\\Templates\\CV.dotx',
    'file:///Users/zoe/CV.dotx',
    'C:\\CV.dotx',
    '/Users/zoe/CV.dotx',
    '',
  ].map((path): Row => ['a template of one’s own', 'docx', template(path)]),
  ['a template of one’s own', 'rtf', rtf("{\\*\\template C:\\\\Users\\\\Zo\\'e9\\\\Normal.dotm}")],
  ['the template that Word has', 'rtf', rtf('{\\*\\template Normal.dotm}')],
  ['words about objects', 'rtf', rtf('Objective: \\i object\\i0  and \\objects')],
  ['words about scripts', 'pdf', pdfWith('2 0 obj << /Title (HTML/CSS/JavaScript /Launch) >> endobj')],
  ['a link to scripts', 'pdf', pdfWith('2 0 obj << /S /URI /URI (https://example.org/JavaScript) >> endobj')],
  ['a page to begin with', 'pdf', pdfWith('2 0 obj << /OpenAction [1 0 R /XYZ null null 0] >> endobj')],
  [
    'an outline',
    'pdf',
    pdfWith(
      '2 0 obj << /First 3 0 R >> endobj 3 0 obj << /Filter /DCTDecode >>\nstream\n1\nendstream endobj',
    ),
  ],
  ['an attached file', 'pdf', pdfWith('2 0 obj << /Names [(a.xml) 3 0 R] /EmbeddedFiles 4 0 R >> endobj')],
  ['objects in a stream', 'pdf', pdfWith(objectStream('<< /S /P /Title (JavaScript) >>'))],
  ['events that are none', 'odt', odtContent('<office:scripts/><text:p>The event-listener: mine</text:p>')],
  ['empty folders', 'odt', odt({ 'Basic/': '', 'Configurations2/toolbar/': '' })],
  ['an empty pool', 'doc', oleFile('WordDocument', 'ObjectPool', '1Table', '\u0001Ole', '\u0001CompObj')],
];

test.each(harmless)(
  'a file that only resembles one with active content is accepted: %s (%s)',
  (_, type, bytes) => {
    expect(violationCodeOf(`a.${type}`, bytes)).toBeUndefined();
  },
);

const TYPES = '[Content_Types].xml';

/** A .docx file after a change of its bytes. */
function changedDocx(change: (bytes: Buffer) => void): Buffer {
  const bytes = docxWith(['word/vbaProject.bin', 'x']);
  change(bytes);
  return bytes;
}

const ambiguous: Row[] = [
  [
    'another name at the front than in the directory',
    'docx',
    changedDocx((bytes) => {
      bytes.write('word/harmless01', bytes.lastIndexOf('word/vbaProject'));
    }),
  ],
  ['an uncounted file', 'docx', changedDocx((bytes) => bytes.writeUInt16LE(2, bytes.length - 12))],
  ['two lists of content types', 'docx', docxWith([TYPES, '<Types/>'])],
  ['two lists, one in other letters', 'docx', docxWith(['[content_types].XML', '<Types/>'])],
  ['two lists, one with a backslash', 'docx', docxWith(['.\\[Content_Types].xml', '<Types/>'])],
  ['two lists, one below a slash', 'docx', docxWith(['/[Content_Types].xml', '<Types/>'])],
  ['two lists, one in escapes', 'docx', docxWith(['%5BContent_Types%5D.xml', '<Types/>'])],
  ['two lists, one with a zero', 'docx', docxWith([`${TYPES}\0`, '<Types/>'])],
  ['a name that leads upwards', 'docx', docxWith(['word/../a.xml', ''])],
  ['two documents', 'odt', odt({ 'Content.xml': '' })],
  ['relations in UTF-16', 'docx', docxWith(['_rels/.rels', utf16('<Relationships/>')])],
  ['relations in UTF-7', 'docx', docxWith(['_rels/.rels', '<?xml version="1.0" encoding="UTF-7"?><a/>'])],
  ['relations with definitions', 'docx', docxWith(['_rels/.rels', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'])],
  ['relations of 11 MB', 'docx', docxWith(['_rels/.rels', ' '.repeat(11_000_000)])],
  [
    'more than 2,000 files',
    'docx',
    docxWith(...Array.from({ length: 2_000 }, (_, number): [string, string] => [`${number}`, ''])),
  ],
  [
    'an object stream that is packed twice',
    'pdf',
    pdfWith(
      objectStream(SCRIPT, '/Filter [/FlateDecode /ASCIIHexDecode]', (bytes) =>
        deflateSync(Buffer.from(Buffer.from(bytes as Buffer).toString('hex'))),
      ),
    ),
  ],
  ['an object stream of 11 MB', 'pdf', pdfWith(objectStream(' '.repeat(11_000_000)))],
  ['object streams of 10 MB together', 'pdf', pdfWith(objectStream(' '.repeat(1_000_000)).repeat(10))],
];

test.each(ambiguous)(
  'a file that is ambiguous or unpacks to too much is refused: %s (%s)',
  (_, type, bytes) => {
    expect(violationCodeOf(`a.${type}`, bytes)).toBe('file_content');
  },
);

describe('a text file', () => {
  test.each([
    ['UTF-16', utf16('Boulangère')],
    ['UTF-16 without a mark', Buffer.from('Baker since 2019', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\uFEFFBoulangère', 'utf16le').swap16()],
    ['Latin-1', Buffer.from('Boulangère', 'latin1')],
    ['Windows-1252', Buffer.from([0x93, 0x42, 0xe9, 0x94])],
  ])('in %s is refused with a message that explains how to save the file', (_, bytes) => {
    expect(checkResumeFile('a.txt', bytes, rules)).toEqual({
      violation: {
        pointer: '/resume',
        code: 'file_encoding',
        message: 'The text in the file of resume must be in UTF-8: save it in this encoding, or as a PDF.',
      },
    });
  });

  test('with the content of a PDF is refused with a message that names the type', () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\né\n', 'latin1'), Buffer.from('%%EOF')]);
    expect(checkResumeFile('a.txt', bytes, rules)).toMatchObject({
      violation: { code: 'file_content', message: expect.stringContaining('it seems to be .pdf') },
    });
  });
});
