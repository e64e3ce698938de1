import { isUtf8 } from 'node:buffer';
import { isBlank, unreadable } from '../../../platform/text/characters.ts';
import { judge, type Judgement } from './judgement.ts';

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
export function txt(bytes: Buffer): Judgement {
  if (isUtf8(bytes) && !bytes.includes(0)) return judge(isReadable(bytes.toString('utf8')));
  return others.some(isReadableBy(bytes)) ? 'encoding' : 'wrong';
}
