import { judge, type Judgement } from './judgement.ts';
import { isLocalTemplate } from './template-path.ts';
import { isPlainXml, decodeXmlText } from './xml-text.ts';
import { isProgram, zipArchive } from './zip-archive.ts';

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** The types of related parts that run or are loaded, by their ending, with a test of the target. */
const active: Record<string, (target: string) => boolean> = {
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
  return Object.hasOwn(active, end) && active[end]?.(targetOf(tag)) === true;
};

/** Judges a Word document in a ZIP archive: parts that run or are loaded make it active. */
export function docx(bytes: Buffer): Judgement {
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
  return judge(isPlain && types.includes(MAIN), isActive);
}
