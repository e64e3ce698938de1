import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { toJsonFields, parseForm } from '../../../functions/http/form-body.ts';
import type { Incoming } from '../../../functions/http/incoming.ts';
import { readJson } from '../../../functions/http/json-body.ts';
import { Refusal } from '../../../functions/platform/errors.ts';
import { ApplicationCreate } from '../../../schemas/application.ts';
import { jobQuestions, bodyReaders, type BodyReader, type Field } from '../../setup/body-encodings.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { countJobs } from '../../setup/http-client.ts';
import { APPLICATION_BODY_MAX_BYTES } from '../../../schemas/limits.ts';

const service = sharedService();

/** The outcome of reading a body: read, invalid by a rule, or unreadable because of its bytes, its type or its size. */
type Outcome = 'read' | 'rule' | 'unreadable' | 'type' | 'size';

const outcomesByCode: Record<string, Outcome> = {
  validation_failed: 'rule',
  json_malformed: 'unreadable',
  form_malformed: 'unreadable',
  media_type_unsupported: 'type',
  content_too_large: 'size',
};

/** The sentences of pages, by status. */
const sentences: Record<number, [sentence: string, outcome: Outcome][]> = {
  // A withdrawal or a recruiter's form was read if its token is found to be invalid.
  404: [
    ['We can’t find this application', 'read'],
    ['We can’t find this page', 'read'],
  ],
  400: [
    ['Please check your application', 'rule'],
    ['Please check your report', 'rule'],
    ['The form cannot be read', 'unreadable'],
  ],
  413: [['Please go back and choose a smaller file, or write less.', 'size']],
  415: [['The form cannot be read', 'type']],
};

async function outcomeOf(response: Response): Promise<Outcome | undefined> {
  const text = await response.text();
  if (response.headers.get('content-type')?.includes('json')) {
    const body = JSON.parse(text);
    const { code } = body.results?.[0].problem ?? body;
    return code === undefined ? 'read' : outcomesByCode[code];
  }
  if (response.status === 303) return 'read';
  return sentences[response.status]?.find(([sentence]) => text.includes(sentence))?.[1];
}

/** Each reader gets these bodies over HTTP. */
type SentToEach = [what: string, text: Uint8Array, expected: Outcome, isTwice?: boolean];
const sentToEach: SentToEach[] = [
  ['a letter of Latin-1', Uint8Array.of(0x5a, 0x6f, 0xe9), 'unreadable'],
  ['a line break that would add a header', Buffer.from('Zo\r\nBcc: all@example.com'), 'rule'],
  ['a field twice', Buffer.from('Zoé'), 'rule', true],
];

/** Sends a body to a reader, and returns the outcome. */
async function sendTo(reader: BodyReader, ids: { job: number; apiKey: string }, body: Uint8Array) {
  const response = await fetch(`${service.origin}${reader.path(ids.job)}`, {
    method: 'POST',
    headers: { 'api-key': ids.apiKey, 'content-type': reader.type },
    body: new Uint8Array(body),
    redirect: 'manual',
  });
  return outcomeOf(response);
}

describe('every reader of a body', () => {
  test.each(sentToEach)('refuses, and does not store, %s', async (_, text, expected, isTwice = false) => {
    const { acme, job } = await service.employerWithJob({ status: 'active', questions: jobQuestions });
    const outcomes: { [name: string]: unknown } = {};
    const due: typeof outcomes = {};
    for (const [name, reader] of Object.entries(bodyReaders)) {
      const body = reader.body({ text, more: isTwice ? [[reader.field, 'Another']] : [] });
      outcomes[name] = await sendTo(reader, { job: job.id, apiKey: acme.apiKey }, body);
      const breaksNone = reader.hasNoRules || (reader.hasLines && !isTwice);
      const ruled = isTwice && reader.format === 'json' ? 'unreadable' : expected;
      due[name] = ruled === 'rule' && breaksNone ? 'read' : ruled;
    }
    expect(outcomes).toEqual(due);
    expect(await countJobs(acme)).toBe(1);
    expect((await acme.get('/applications')).body.data).toEqual([]);
  });

  test('reads a valid body', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active', questions: jobQuestions });
    for (const [name, reader] of Object.entries(bodyReaders)) {
      const body = reader.body({ text: Buffer.from('Zoé'), more: [] });
      expect([name, await sendTo(reader, { job: job.id, apiKey: acme.apiKey }, body)]).toEqual([
        name,
        'read',
      ]);
    }
  });
});

type Format = BodyReader['format'];

/** Reads the bytes of a body as JSON or as a form. */
function readAs(format: Format, event: Incoming): void {
  if (format === 'json') readJson(event);
  else toJsonFields(parseForm(event, APPLICATION_BODY_MAX_BYTES), ApplicationCreate);
}

function outcomeInMemory(
  format: Format,
  body: Uint8Array,
  headers: Record<string, string>,
): Outcome | undefined {
  const event = { body: Buffer.from(body).toString('base64'), isBase64Encoded: true, headers };
  try {
    readAs(format, event as unknown as Incoming);
    return 'read';
  } catch (error) {
    return error instanceof Refusal ? outcomesByCode[error.code] : undefined;
  }
}

/** One reader of each format. */
const readersOfFormats = ['an application as JSON', 'the form', 'the form, urlencoded'].map(
  (name) => bodyReaders[name]!,
);

interface Hostile {
  what: string;
  /** The bytes of a text in the body. */
  text?: readonly number[] | string;
  more?: Field[];
  /** Changes the whole body. */
  whole?: (body: Buffer) => Uint8Array;
  headers?: (reader: BodyReader) => Record<string, string>;
  expected: readonly Outcome[];
  /** The formats that the case applies to. */
  formats?: readonly Format[];
}

const unreadable: Outcome[] = ['unreadable'];
const type: Outcome[] = ['type'];

const encoded = (coding: string) => () => ({ 'content-encoding': coding });
const inCharset = (charset: string) => (reader: BodyReader) => ({
  'content-type': `${reader.type}; charset=${charset}`,
});
const as = (contentType: string) => () => ({ 'content-type': contentType });

const hostile: Hostile[] = [
  { what: 'a letter of Latin-1', text: [0x5a, 0x6f, 0xe9], expected: unreadable },
  { what: 'an overlong slash', text: [0xc0, 0xaf], expected: unreadable },
  { what: 'half a character of UTF-16', text: [0xed, 0xa0, 0x80], expected: unreadable },
  { what: 'a character beyond U+10FFFF', text: [0xf4, 0x90, 0x80, 0x80], expected: unreadable },
  { what: 'a character that is cut off', text: [0xe2, 0x82], expected: unreadable },
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
  { what: 'Content-Encoding: GZIP for an uncompressed body', headers: encoded('GZIP'), expected: type },
  { what: 'the coding identity', headers: encoded('identity'), expected: ['read'] },
  { what: 'plain text', headers: as('text/plain'), expected: type },
  { what: 'XML', headers: as('application/xml'), expected: type },
  { what: 'no type', headers: as(''), expected: type },
  {
    what: 'reserved names',
    more: ['__proto__', 'constructor', 'hasOwnProperty'].map((name) => [name, 'polluted'] as const),
    expected: ['read'],
  },
  {
    what: '50,000 fields',
    more: Array.from({ length: 50_000 }, (_, n) => [`f${n}`, '']),
    expected: ['unreadable', 'size'],
  },
  { what: 'too much text', text: 'a'.repeat(APPLICATION_BODY_MAX_BYTES), expected: ['size'] },
];

describe.each(readersOfFormats)('$format', (reader) => {
  const rows = hostile.filter(({ formats }) => formats?.includes(reader.format) ?? true);
  test.each(rows)(
    'is read or refused like the other formats: with $what',
    ({ text = 'Zoé', more = [], whole, headers, expected }) => {
      const bytes = typeof text === 'string' ? Buffer.from(text) : Uint8Array.from(text);
      const body = reader.body({ text: bytes, more });
      const headersOfBody = { 'content-type': reader.type, ...headers?.(reader) };
      expect(expected).toContain(outcomeInMemory(reader.format, whole?.(body) ?? body, headersOfBody));
      expect({}).not.toHaveProperty('polluted');
    },
  );
});
