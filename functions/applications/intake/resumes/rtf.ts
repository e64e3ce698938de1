import { judge, type Judgement } from './judgement.ts';
import { isLocalTemplate } from './template-path.ts';

/** An embedded or linked object, also after another backslash: \bin may have declared that one as data. */
const object =
  /\\(?:object|objdata|objemb|objlink|objautlink|objsub|objpub|objicemb|objhtml|objocx|objclass|objupdate)(?![a-z])/;

const template = /\\template(?![a-z])-?\d* ?([^}]{0,400})/g;

/** A path with a drive, or one without escapes and groups, which could hide a URL. */
const isLocal = (path: string) => /^[a-z]:\\\\/i.test(path) || (!/[\\{]/.test(path) && isLocalTemplate(path));

/** Judges an RTF file: objects or a remote template make it active. */
export function rtf(bytes: Buffer): Judgement {
  const text = bytes.toString('latin1');
  if (!text.startsWith('{\\rtf') || !/\}[\s\0]*$/.test(text.slice(-64))) return 'wrong';
  const templates = Array.from(text.matchAll(template), ([, path = '']) => path);
  return judge(true, object.test(text) || !templates.every(isLocal));
}
