import { judge, type Judgement } from './judgement.ts';
import { isPlainXml, decodeXmlText } from './xml-text.ts';
import { isProgram, zipArchive } from './zip-archive.ts';

/** LibreOffice writes the second type into files that it makes of web pages. */
const types = /^application\/vnd\.oasis\.opendocument\.text(?:-web)?$/;

/** The parts of the document, and of embedded documents, that can call macros or contain objects. */
const content = /(?:^|\/)(?:content|styles)\.xml$/;

const element = /<(?:[\w.-]+:)?(?:event-listener|object-ole|applet|plugin|floating-frame)[\s/>]/;
const scriptAddress = /["'](?:vnd\.sun\.star\.script|macro):/i;

/** Judges an OpenDocument text: parts that run or are loaded make it active. */
export function odt(bytes: Buffer): Judgement {
  const archive = zipArchive(bytes);
  const isText =
    archive?.firstName === 'mimetype' &&
    types.test(archive.textOf('mimetype') ?? '') &&
    archive.names.includes('content.xml');
  if (!isText) return 'wrong';
  const parts = archive.names.filter((name) => content.test(name)).map(archive.textOf);
  const isActive =
    archive.names.some((name) => /(?:^|\/)(?:basic|scripts)\/./.test(name) || isProgram(name)) ||
    parts.some(
      (text) => text !== undefined && (element.test(text) || scriptAddress.test(decodeXmlText(text))),
    );
  return judge(
    parts.every((text) => text !== undefined && isPlainXml(text)),
    isActive,
  );
}
