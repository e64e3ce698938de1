import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { APPLICATION_BODY_MAX_BYTES } from '../../../schemas/application.ts';
import { FORM_MAX_FIELDS } from '../../../schemas/limits.ts';
import { asked, bodyReaders, type BodyReader, type Field } from '../../setup/body-readers.ts';
import { totalOf } from '../../setup/reply.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

/** What a reader says to a body: it was read, it breaks a rule, or it cannot be read because of its bytes, its type or its size. */
type Judgement = 'read' | 'rule' | 'unreadable' | 'type' | 'size';

const judgements: Record<string, Judgement> = {
  validation_failed: 'rule',
  json_malformed: 'unreadable',
  form_malformed: 'unreadable',
  media_type_unsupported: 'type',
  content_too_large: 'size',
};

/** What the pages say to people, by the status. */
const sentences: Record<number, [sentence: string, judgement: Judgement][]> = {
  // A withdrawal, or a recruiter's form, was read when its token is found to be none.
  404: [
    ['There is no such application', 'read'],
    ['There is no such page', 'read'],
  ],
  400: [
    ['Please check your application', 'rule'],
    ['Please check your report', 'rule'],
    ['What arrived is not whole, or not in UTF-8.', 'unreadable'],
  ],
  413: [['Please go back and choose a smaller file, or write less.', 'size']],
  415: [['A form must be sent as form data in UTF-8, uncompressed.', 'type']],
};

async function judgementOf(response: Response): Promise<Judgement | undefined> {
  const text = await response.text();
  if (response.headers.get('content-type')?.includes('json')) {
    const body = JSON.parse(text);
    const { code } = body.results?.[0].problem ?? body;
    return code === undefined ? 'read' : judgements[code];
  }
  if (response.status === 303) return 'read';
  return sentences[response.status]?.find(([sentence]) => text.includes(sentence))?.[1];
}

interface Hostile {
  what: string;
  /** The bytes of a text in it. */
  text?: readonly number[] | string;
  more?: (reader: BodyReader) => Field[];
  /** Changes the whole body. */
  whole?: (body: Buffer) => Uint8Array;
  headers?: (reader: BodyReader) => Record<string, string>;
  expected: readonly Judgement[];
  /** It breaks no rule for a text of several lines. */
  isOfLines?: true;
  /** The formats that it is about. */
  formats?: readonly BodyReader['format'][];
}

/** So many that a job of them is too large. */
const MANY_FIELDS = 50_000;

const unreadable: Judgement[] = ['unreadable'];
const rule: Judgement[] = ['rule'];
const type: Judgement[] = ['type'];

const encoded = (coding: string) => () => ({ 'content-encoding': coding });
const inCharset = (charset: string) => (reader: BodyReader) => ({
  'content-type': `${reader.type}; charset=${charset}`,
});
const as = (contentType: string) => () => ({ 'content-type': contentType });

const hostile: Hostile[] = [
  { what: 'a letter of Latin-1', text: [0x5a, 0x6f, 0xe9], expected: unreadable },
  { what: 'an overlong slash', text: [0xc0, 0xaf], expected: unreadable },
  { what: 'half a character of UTF-16', text: [0xed, 0xa0, 0x80], expected: unreadable },
  { what: 'a character after the last one', text: [0xf4, 0x90, 0x80, 0x80], expected: unreadable },
  { what: 'a character that is cut off', text: [0xe2, 0x82], expected: unreadable },
  { what: 'NUL', text: 'Zo\u0000', expected: rule },
  { what: 'an escape character', text: 'Zo\u001B[2J', expected: rule },
  {
    what: 'a line break that would add a header',
    text: 'Zo\r\nBcc: all@example.com',
    expected: rule,
    isOfLines: true,
  },
  { what: 'text that reverses what follows', text: 'Zo\u202Eé', expected: rule, isOfLines: true },
  {
    what: 'UTF-16',
    whole: (body) => Buffer.from(`\uFEFF${body.toString()}`, 'utf16le'),
    expected: unreadable,
  },
  {
    what: 'a byte order mark',
    whole: (body) => Buffer.concat([Buffer.from('\uFEFF'), body]),
    expected: ['read'],
    formats: ['json', 'urlencoded'],
  },
  { what: 'the charset ISO 8859-1', headers: inCharset('iso-8859-1'), expected: type },
  { what: 'the charset UTF-16', headers: inCharset('"UTF-16"'), expected: type },
  { what: 'the charset UTF-8', headers: inCharset('"UTF-8"'), expected: ['read'] },
  { what: 'gzip', headers: encoded('gzip'), whole: (body) => gzipSync(body), expected: type },
  { what: 'Brotli', headers: encoded('br'), whole: (body) => brotliCompressSync(body), expected: type },
  { what: 'gzip that is none', headers: encoded('GZIP'), expected: type },
  { what: 'the coding identity', headers: encoded('identity'), expected: ['read'] },
  { what: 'plain text', headers: as('text/plain'), expected: type },
  { what: 'XML', headers: as('application/xml'), expected: type },
  { what: 'no type', headers: as(''), expected: type },
  {
    what: 'a field twice',
    more: ({ field }) => [[field, 'Another']],
    expected: ['unreadable', 'rule'],
  },
  {
    what: 'reserved names',
    more: () => [
      ['__proto__', 'polluted'],
      ['constructor', 'polluted'],
      ['hasOwnProperty', 'polluted'],
    ],
    expected: ['read'],
  },
  {
    what: 'more fields than anybody needs',
    more: ({ format }) =>
      Array.from({ length: format === 'json' ? MANY_FIELDS : FORM_MAX_FIELDS }, (_, n) => [`f${n}`, '']),
    expected: ['unreadable', 'size'],
  },
  { what: 'too much text', text: 'a'.repeat(APPLICATION_BODY_MAX_BYTES), expected: ['size'] },
];

describe('every reader of a body says the same to', () => {
  test.each(hostile)(
    '$what',
    async ({ text = 'Zoé', more, whole, headers, expected, formats, isOfLines }) => {
      const { acme, job } = await service.employerWithJob({ status: 'active', questions: asked });
      for (const [name, reader] of Object.entries(bodyReaders)) {
        if (formats && !formats.includes(reader.format)) continue;
        const bytes = typeof text === 'string' ? Buffer.from(text) : Uint8Array.from(text);
        const body = reader.body({ text: bytes, more: more?.(reader) ?? [] });
        const response = await fetch(`${service.origin}${reader.path(job.id)}`, {
          method: 'POST',
          headers: { 'api-key': acme.apiKey, 'content-type': reader.type, ...headers?.(reader) },
          body: new Uint8Array(whole?.(body) ?? body),
          redirect: 'manual',
        });
        const breaksNone = reader.hasNoRules || (reader.hasLines && isOfLines);
        const ruled: readonly (Judgement | undefined)[] =
          breaksNone && expected.includes('rule') ? ['read'] : expected;
        expect([name, ruled]).toEqual([name, expect.arrayContaining([await judgementOf(response)])]);
      }
      const isRead = expected.includes('read');
      expect(await totalOf(acme)).toBe(isRead ? 3 : 1);
      expect((await acme.get('/applications')).body.data.length > 0).toBe(isRead);
      expect({}).not.toHaveProperty('polluted');
    },
  );
});
