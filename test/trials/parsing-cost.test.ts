import { describe, expect, test } from '@jest/globals';
import { formats, type Format } from '../../functions/http/formats.ts';
import { marked, unmarked } from '../../functions/http/json-text.ts';
import { BODY_MAX_DEPTH } from '../../schemas/limits.ts';
import { judgedContent } from '../../functions/domain/resumes/resume-content.ts';
import type { ResumeType } from '../../schemas/application.ts';
import { zipOf } from '../setup/zip-file.ts';
import { leastCpuTime } from '../setup/cpu-cost.ts';

/** In characters: the longer one is about a quarter of the longest body. */
const SHORT = 32 * 1024;
const LONG = 4 * SHORT;

/** Four times the length costs about 4 times as much; what grows with the square costs 16 times as much. */
const MOST_GROWTH = 8;

/** CPU time in milliseconds that hurts nobody, however it grows. */
const NEGLIGIBLE = 5;

type Shape = (length: number) => string;

const repeated =
  (text: string, before = '', after = ''): Shape =>
  (length) =>
    before + text.repeat(Math.floor(length / text.length)) + after;

/** Fails when the work takes more than its share for the longer of two texts of one shape. */
async function expectToGrowWithLength(shape: Shape, work: (text: string) => unknown) {
  const cost = (length: number, quickEnough = 0) => {
    const text = shape(length);
    return leastCpuTime(() => work(text), { quickEnough, runs: 8 });
  };
  const most = Math.max(NEGLIGIBLE, MOST_GROWTH * (await cost(SHORT)));
  expect(await cost(LONG, most)).toBeLessThanOrEqual(most);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(marked(text, BODY_MAX_DEPTH), unmarked);
  } catch (error) {
    return error;
  }
}

describe('the cost of reading JSON grows with its length alone', () => {
  const shapes: Record<string, Shape> = {
    quotes: repeated('"'),
    'backslashes in a text that never ends': repeated('\\', '"'),
    'objects that never end': repeated('{"'),
    'arrays that never end': repeated('['),
    'one number': repeated('1', '{"a":', '}'),
    'one exponent': repeated('1', '{"a":1e', '}'),
    'numbers that no double holds': repeated('1234567890123456789,', '[', '1]'),
    'reserved names': repeated('{"__proto__":1},', '[', '1]'),
    'one name': repeated('a', '{"', '":1}'),
    'many names': (length) =>
      `{${Array.from({ length: length / 10 }, (_, number) => `"${number}":1`).join(',')}}`,
    colons: repeated(':', '{"a"'),
  };

  test.each(Object.entries(shapes))('%s', (_, shape) => expectToGrowWithLength(shape, parse));
});

describe('the cost of checking a format grows with the length of the text alone', () => {
  const shapes: [name: string, shape: Shape][] = [
    ['letters', repeated('a')],
    ['dots', repeated('a.')],
    ['an e-mail address without an end', repeated('a.', 'a@')],
    ['at signs', repeated('@')],
    ['a long host', repeated('a.', 'https://')],
    ['an international host', repeated('é.', 'https://')],
    ['escapes in a path', repeated('%C3%A9', 'https://example.com/')],
    ['spaces', repeated(' ')],
    ['combining marks', repeated('\u0301')],
    ['isolates', repeated('\u2067')],
    ['digits', repeated('2026-03-31')],
  ];
  const texts = Object.entries<Format>(formats).filter(([, { type }]) => type === undefined);
  const rows = texts.flatMap(([name, { validate }]) =>
    shapes.map(([of, shape]) => [name, of, shape, validate as (text: string) => boolean] as const),
  );

  test.each(rows)('%s of %s', (_, _of, shape, validate) => expectToGrowWithLength(shape, validate));
});

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`);
const rtf = (text: string) => Buffer.from(`{\\rtf${text}}`);

describe('the cost of judging a résumé grows with its length alone', () => {
  const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const OPEN_TYPE = 'application/vnd.oasis.opendocument.text';
  const relations = (text: string) =>
    zipOf({ '[Content_Types].xml': MAIN, '_rels/.rels': text }, { stored: true });
  const content = (text: string) => zipOf({ mimetype: OPEN_TYPE, 'content.xml': text }, { stored: true });
  const shapes: [type: ResumeType, file: (text: string) => Buffer, pieces: string[]][] = [
    [
      'pdf',
      pdf,
      ['/S%', '/S ', '/S\n', '/First 1 ', '/First 1 0 R ', '/First 1 stream\n', 'stream\n', 'obj', '%', '('],
    ],
    ['rtf', rtf, ['\\template ', '\\template{', '\\obj', '\\', '{']],
    [
      'docx',
      relations,
      ['<', '<Relationship ', '<Relationship Type="', "<Relationship Type='a' ", '&#1;', ' '],
    ],
    ['odt', content, ['<', '<a:', 'a.', '&#1;', '"macro']],
    ['txt', (text) => Buffer.from(text, 'latin1'), ['é', '\0a', ' ']],
  ];
  const rows = shapes.flatMap(([type, file, pieces]) => pieces.map((piece) => [type, piece, file] as const));

  test.each(rows)('a .%s of %j', (type, piece, file) =>
    expectToGrowWithLength(repeated(piece), (text) => judgedContent(type, file(text))),
  );
});
