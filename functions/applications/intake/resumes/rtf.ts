import { judged, type Judgement } from './judgement.ts';
import { isLocalTemplate } from './template-path.ts';

/** An embedded or linked object. Also behind another backslash: \bin may have said that the other one is data. */
const object =
  /\\(?:object|objdata|objemb|objlink|objautlink|objsub|objpub|objicemb|objhtml|objocx|objclass|objupdate)(?![a-z])/;

const template = /\\template(?![a-z])-?\d* ?([^}]{0,400})/g;

/** A path with a drive, or one without escapes and groups: they could hide an address. */
const isLocal = (path: string) => /^[a-z]:\\\\/i.test(path) || (!/[\\{]/.test(path) && isLocalTemplate(path));

/** Whether a file is in RTF, and whether it has objects or a template from elsewhere. */
export function rtf(bytes: Buffer): Judgement {
  const text = bytes.toString('latin1');
  if (!text.startsWith('{\\rtf') || !/\}[\s\0]*$/.test(text.slice(-64))) return 'wrong';
  const templates = Array.from(text.matchAll(template), ([, path = '']) => path);
  return judged(true, object.test(text) || !templates.every(isLocal));
}
