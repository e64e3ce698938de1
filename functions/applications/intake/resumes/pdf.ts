import { inflateSync } from 'node:zlib';
import { withoutPadding, type ContentVerdict } from './formats.ts';

/** The maximum size (in bytes) and number of a file's unpacked object streams, because unpacking takes time. */
const UNPACKED_MAX = 8_000_000;
const STREAMS_MAX = 1_000;

/** The actions that run when a file is opened or clicked, by the value of their key /S. */
const running = new Set(['JavaScript', 'Launch', 'Rendition']);

/** Creates the pattern of a PDF name, in which each letter can also be written by its code. */
const namePattern = (name: string) =>
  Array.from(name, (letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join('');
const END_OF_NAME = String.raw`(?![^\s\0()<>[\]{}/%])`;
const nameOf = (text: string) =>
  text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const actionKey = new RegExp(`/${namePattern('S')}${END_OF_NAME}`, 'g');
const formKey = new RegExp(String.raw`/${namePattern('XFA')}[\s\0]*[[\d]`);
const firstKey = new RegExp(String.raw`/${namePattern('First')}[\s\0]+\d+(?=([\s\0]+\d+[\s\0]+R)?)`, 'g');

/** Creates a finder of the next match from increasing positions, which reads the whole text once. */
function nextOf(text: string, words: RegExp) {
  let nextAt = -1;
  return (from: number): number => {
    if (nextAt < from) {
      words.lastIndex = from;
      nextAt = words.exec(text)?.index ?? text.length;
    }
    return nextAt;
  };
}

/** Finds where the value of a key begins: after white space and comments. */
function valueFinder(text: string) {
  const lineEnd = nextOf(text, /[\r\n]/g);
  const blank = /[\s\0]*/y;
  return (from: number): number => {
    for (let at = from; ;) {
      blank.lastIndex = at;
      at += blank.exec(text)?.[0].length ?? 0;
      if (text[at] !== '%') return at;
      at = lineEnd(at);
    }
  };
}

/** Whether an action runs code, or hides its name behind a reference, which no program does. */
function runs(text: string): boolean {
  const valueAt = valueFinder(text);
  const value = /\/([^\s\0()<>[\]{}/%]{1,40})|\d{1,10}[\s\0]+\d{1,5}[\s\0]+R/y;
  for (const { index, 0: key } of text.matchAll(actionKey)) {
    value.lastIndex = valueAt(index + key.length);
    const action = value.exec(text);
    if (action && (action[1] === undefined || running.has(nameOf(action[1])))) return true;
  }
  return formKey.test(text);
}

/** Unpacks the objects in a stream; undefined for an encoding that no program uses for objects. */
function objectsIn(packed: Buffer, dictionary: string, most: number): string | undefined {
  if (/\/(?:ASCII|LZW|RunLength|Predictor|AHx|A85|RL)/.test(nameOf(dictionary))) return undefined;
  const isDeflated = /\/Fl/.test(nameOf(dictionary));
  try {
    const objects = (isDeflated ? inflateSync(packed, { maxOutputLength: most }) : packed).toString('latin1');
    return /^[\s\0]*\d+[\s\0]+\d+/.test(objects) ? objects : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks the actions of a PDF: an action that runs something, or a form with scripts, makes it active; also in object
 * streams, unless the file is encrypted. The PDF is wrong when an object stream cannot be read.
 */
function actionsVerdict(bytes: Buffer, text: string): ContentVerdict {
  if (runs(text)) return 'active';
  if (text.includes('/Encrypt')) return 'right';
  const [streamAt, objectEnd] = [nextOf(text, /stream\r?\n/g), nextOf(text, /endobj/g)];
  let [bytesRemaining, streams, searched] = [UNPACKED_MAX, STREAMS_MAX, 0];
  for (const { index, 0: key, 1: isReference } of text.matchAll(firstKey)) {
    if (index < searched) continue;
    const at = streamAt(index + key.length);
    // The first entry of an outline is an object; that of an object stream is a number.
    if (at === text.length || (isReference && objectEnd(index) < at)) continue;
    const start = text.slice(searched, index).lastIndexOf('obj');
    const dictionary = text.slice(searched + Math.max(0, start), at);
    const from = text.indexOf('\n', at) + 1;
    const end = text.indexOf('endstream', from);
    searched = end < 0 ? text.length : end;
    const objects = objectsIn(bytes.subarray(from, searched), dictionary, bytesRemaining);
    if (objects === undefined || streams === 0) return 'wrong';
    if (runs(objects)) return 'active';
    bytesRemaining -= objects.length;
    streams -= 1;
  }
  return 'right';
}

/** How many bytes at the end of a PDF are searched for its last line, as PDF readers do. */
const PDF_END = 1_024;

/** Some programs put a byte order mark or an empty line before the header. */
const HEADER = /^(?:\u00EF\u00BB\u00BF|\s){0,4}%PDF-\d/;

/** Checks a PDF: it must be complete and must not have actions that run code. */
export function pdf(bytes: Buffer): ContentVerdict {
  const text = bytes.toString('latin1');
  const end = withoutPadding(text).slice(-PDF_END);
  const afterEnd = end.slice(end.lastIndexOf('%%EOF'));
  const isComplete = end.includes('%%EOF') && !afterEnd.includes('PK\u0005\u0006');
  if (!isComplete || !HEADER.test(text.slice(0, 16))) return 'wrong';
  return actionsVerdict(bytes, text);
}
