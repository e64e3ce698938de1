import { isUtf8 } from 'node:buffer';
import { isBlank, unreadable } from '../../../platform/text/characters.ts';
import { judged, type Judgement } from './judgement.ts';

const isReadable = (text: string) => !unreadable.test(text) && !isBlank(text);

/** The encodings that editors still write beside UTF-8. Windows-1252 reads any bytes, control characters too. */
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

/** Whether a file is text in UTF-8 that a person can read. Plain letters in UTF-16 are UTF-8 too, with zeros. */
export function txt(bytes: Buffer): Judgement {
  if (isUtf8(bytes) && !bytes.includes(0)) return judged(isReadable(bytes.toString('utf8')));
  return others.some(isReadableBy(bytes)) ? 'encoding' : 'wrong';
}
