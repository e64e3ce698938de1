import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { operations, type Operation, type OperationId } from '../../../schemas/operations.ts';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { totalOf } from '../../setup/reply.ts';
import { startService, type Client, type Reply } from '../../setup/service.ts';

const service = await startService();
afterAll(service.close);
afterEach(() => {
  jest.useRealTimers();
});

const LARGEST = 512 * 1024;

const json = (contentType: string) => ({ 'content-type': contentType });

type Send = (acme: Client, id: number, body: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** Sends the body with an operation, on a job where it is on one. */
const sending = (id: OperationId): [OperationId, Send] => {
  const { method, path, overrideOnly }: Operation = operations[id];
  const override = overrideOnly ? { 'x-http-method-override': 'DELETE' } : {};
  return [
    id,
    (acme, job, body, headers) =>
      acme.request(method, path.replace('{id}', String(job)), { body, headers: { ...override, ...headers } }),
  ];
};

const rows = Object.entries<Operation>(operations) as [OperationId, Operation][];

/** The operations with a body, each for an employer with a job that has the referenceId R-1. */
const takingBody = rows.filter(([, { body }]) => body).map(([id]) => sending(id));

const employerWithJob = () => service.employerWithJob({ referenceId: 'R-1', status: 'active' });

const text = JSON.stringify(aJob());

/** The text of a body with something inserted before its first field. */
const beginningWith = (begin: string) => `{${begin},${text.slice(1)}`;

describe('Content-Type', () => {
  test.each([
    'application/json',
    'application/json; charset=UTF-8',
    'application/json;charset=utf-8',
    'APPLICATION/JSON; CHARSET=utf8',
    'application/json; charset="utf-8"',
    'application/json; charset=us-ascii',
    'application/json ; charset=utf-8',
    'application/json; odata=verbose',
    'application/json;',
  ])('201s when it is %s', async (contentType) => {
    expect((await (await service.newEmployer()).post('/jobs', text, json(contentType))).status).toBe(201);
  });

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'application/json5',
    'application/vnd.api+json',
    'application/xml',
    'text/plain; application/json',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=windows-1252',
    '*/*',
    'json',
    '',
  ])('415s, and creates nothing, when it is %j', async (contentType) => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.post('/jobs', text, json(contentType));
    expect([status, body.code]).toEqual([415, 'media_type_unsupported']);
    expect(await totalOf(acme)).toBe(0);
  });

  test('415s when there is none', async () => {
    const { apiKey } = await service.newEmployer();
    const response = await fetch(`${service.origin}/api/v1.1/jobs`, {
      method: 'POST',
      headers: { 'api-key': apiKey },
      body: new TextEncoder().encode(text),
    });
    expect(response.status).toBe(415);
  });

  test.each(takingBody)('415s for %s too', async (_, send) => {
    const { acme, job, text: before } = await employerWithJob();
    const reply = await send(acme, job.id, JSON.stringify(aJob({ referenceId: 'R-1' })), json('text/plain'));
    expect(reply.status).toBe(415);
    expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
  });

  /** The operations that write to a job without a body of their own. */
  const bodiless = rows
    .filter(([, { method, body, id }]) => method !== 'GET' && !body && id !== 'text')
    .map(([id]) => sending(id));

  test.each(bodiless)('415s for %s too when there is a body, and changes nothing', async (_, send) => {
    setClock('2030-01-01T12:00:00Z');
    const { acme, job, text: before } = await employerWithJob();
    setClock('2030-01-02T12:00:00Z');
    for (const headers of [json('text/plain'), json(''), { 'content-encoding': 'gzip' }]) {
      const reply = await send(acme, job.id, 'now', headers);
      expect([reply.status, reply.body.code]).toEqual([415, 'media_type_unsupported']);
    }
    expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
    expect((await send(acme, job.id, undefined, json('text/plain'))).status).toBeLessThan(300);
  });

  test.each(['gzip', 'br', 'deflate', 'aws-chunked', 'identity, gzip'])(
    '415s when the Content-Encoding is %s',
    async (encoding) => {
      const { post } = await service.newEmployer();
      const reply = await post('/jobs', gzipSync(text), { 'content-encoding': encoding });
      expect([reply.status, reply.body.code]).toEqual([415, 'media_type_unsupported']);
    },
  );

  test('201s when the Content-Encoding is identity', async () => {
    const { post } = await service.newEmployer();
    expect((await post('/jobs', text, { 'content-encoding': 'identity' })).status).toBe(201);
  });
});

describe('a body', () => {
  test.each(takingBody)('400s with body_missing when %s has none', async (_, send) => {
    const { acme, job, text: before } = await employerWithJob();
    for (const body of [undefined, '']) {
      const reply = await send(acme, job.id, body);
      expect([reply.status, reply.body.code]).toEqual([400, 'body_missing']);
    }
    expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
  });

  test('400s with body_missing even without a content type', async () => {
    const acme = await service.newEmployer();
    expect((await acme.request('POST', '/jobs')).body.code).toBe('body_missing');
  });

  test.each(takingBody)('400s with json_malformed when %s has no object', async (_, send) => {
    const { acme, job, text: before } = await employerWithJob();
    for (const body of ['null', '[]', `[${text}]`, '"text"', '5', 'true']) {
      const reply = await send(acme, job.id, body);
      expect([body, reply.status, reply.body.code]).toEqual([body, 400, 'json_malformed']);
      expect(reply.body.message).toContain('object');
    }
    expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
  });

  test.each([
    ['blanks', ' \n'],
    ['an open brace', '{'],
    ['a cut text', text.slice(0, -1)],
    ['a cut string', text.slice(0, 12)],
    ['a trailing comma', `${text.slice(0, -1)},}`],
    ['a comment', beginningWith('/* new */"a":1')],
    ['single quotes', text.replaceAll('"', "'")],
    ['a bare key', beginningWith('a:1')],
    ['NaN', beginningWith('"a":NaN')],
    ['Infinity', beginningWith('"a":-Infinity')],
    ['undefined', beginningWith('"a":undefined')],
    ['hexadecimal', beginningWith('"a":0x10')],
    ['a plus sign', beginningWith('"a":+1')],
    ['a leading zero', beginningWith('"a":01')],
    ['a bare point', beginningWith('"a":1.')],
    ['two signs', beginningWith('"a":--1')],
    ['a number cut in its exponent', beginningWith('"a":1e')],
    ['many digits and a letter', beginningWith('"a":12345678901234567890x')],
    ['a leading zero before many digits', beginningWith('"a":012345678901234567')],
    ['a bare point after many digits', beginningWith('"a":12345678901234567.')],
    ['a bare point before an exponent', beginningWith('"a":12345678901234567.e5')],
    ['many zeros', beginningWith(`"a":${'0'.repeat(100)}`)],
    ['a line break in a string', beginningWith('"a":"\n"')],
    ['a bad escape', beginningWith('"a":"\\x41"')],
    ['two documents', `${text}${text}`],
    ['text after it', `${text};`],
    ['a form', 'title=Cook&status=active'],
    ['a page', '<html></html>'],
    ['a wrong bracket', beginningWith('"a":[1}')],
    ['one bracket too many', `${text}]`],
    ['a byte order mark inside', beginningWith('\ufeff"a":1')],
    ['a NUL after it', `${text}\u0000`],
  ])('400s with json_malformed when it is %s, and creates nothing', async (_, body) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', body);
    expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(await totalOf(acme)).toBe(0);
  });

  test('201s when it begins with a byte order mark', async () => {
    const { status, body } = await (await service.newEmployer()).post('/jobs', `\ufeff${text}`);
    expect([status, body.title]).toEqual([201, 'Software Developer']);
  });

  test('201s with spaces and line breaks wherever JSON allows them', async () => {
    const spaced = ` \t\r\n${JSON.stringify(aJob(), null, '\t')}\n\n`;
    expect((await (await service.newEmployer()).post('/jobs', spaced)).status).toBe(201);
  });

  test.each([
    ['a lone continuation byte', [0x80]],
    ['a byte of Latin-1', [0xe9]],
    ['a cut sequence', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a code point above the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that UTF-8 never has', [0xff]],
  ])('400s with json_malformed when it holds %s, and creates nothing', async (_, bytes) => {
    const acme = await service.newEmployer();
    const [before = '', after = ''] = JSON.stringify(aJob({ title: 'Cook|' })).split('|');
    const reply = await acme.post(
      '/jobs',
      Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]),
    );
    expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
    expect(await totalOf(acme)).toBe(0);
  });

  test('400s with json_malformed when it is UTF-16', async () => {
    const reply = await (await service.newEmployer()).post('/jobs', Buffer.from(`\ufeff${text}`, 'utf16le'));
    expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
  });
});

describe('a key', () => {
  test.each([
    ['the same', '"status":"active","status":"draft"'],
    ['the same with the same value', '"status":"active","status":"active"'],
    ['one escaped', '"status":"active","st\\u0061tus":"draft"'],
    ['both escaped', '"\\u0073tatus":"active","\\u0073tatus":"draft"'],
    ['unknown', '"a":1,"a":2'],
    ['empty', '"":1,"":2'],
    ['in another object', '"salary":{"amount":1,"amount":2,"period":{"id":1}}'],
    [
      'in an object of a list',
      '"locations":[{"description":"Vancouver"},{"description":"a","description":"b"}]',
    ],
    ['after a list that holds commas', '"a":[1,2,{"b":1}],"c":{"d":[]},"a":2'],
    ['the reserved one', '"__proto__":{},"__proto__":{}'],
  ])('400s, naming it, when it appears twice in one object: %s', async (_, begin) => {
    const acme = await service.newEmployer();
    const reply = await acme.post(
      '/jobs',
      beginningWith(begin).replace('"locations":[{"description":"Vancouver, BC"}],', ''),
    );
    expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
    expect(reply.body.message).toContain('twice');
    expect(await totalOf(acme)).toBe(0);
  });

  test('201s when it appears in several objects, or in a string', async () => {
    const body = beginningWith('"a":{"a":[{"a":1},{"a":"{\\"a\\":1,\\"a\\":2}"}]},"b":"a","c":"a\\\\"');
    expect((await (await service.newEmployer()).post('/jobs', body)).status).toBe(201);
  });

  test.each([
    '"__proto__":{"status":"active","polluted":true}',
    '"\\u005f_proto__":{"status":"active","polluted":true}',
    '"constructor":{"prototype":{"status":"active","polluted":true}}',
    '"prototype":{"status":"active","polluted":true}',
    '"salary":{"__proto__":{"amount":1},"amount":5,"period":{"id":5,"constructor":{"prototype":{"polluted":true}}}}',
    '"toString":1,"hasOwnProperty":1,"valueOf":null,"toJSON":"x"',
  ])('201s and does no harm when it is reserved: %s', async (begin) => {
    const acme = await service.newEmployer();
    const { status, body, headers } = await acme.post('/jobs', beginningWith(begin));
    expect([status, body.status]).toEqual([201, 'draft']);
    expect(body).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
    expect(headers.get('job-warning')).toContain('field_unknown');
    const updated = await acme.put(`/jobs/${body.id}`, `{${begin}}`);
    expect([updated.status, updated.body]).toEqual([200, body]);
  });

  test.each(['constructor', '__proto__', 'prototype', '(constructor)'])(
    'is named as it was sent when it is %s',
    async (key) => {
      const acme = await service.newEmployer();
      const begin = `"${key}":1,"salary":{"amount":1,"period":{"id":1,"${key}":{}}}`;
      const { headers } = await acme.post('/jobs', beginningWith(begin));
      expect(headers.get('job-warning')).toBe(
        `field_unknown; pointer="/${key}", field_unknown; pointer="/salary/period/${key}"`,
      );
    },
  );

  test('400s for a reserved key where it would replace a required field', async () => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', `{"__proto__":${text}}`);
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
    const { status, body } = await acme.post(
      '/jobs',
      `{"positionType":{"__proto__":{"id":1}},${text.slice(1).replace('"positionType":{"id":1},', '')}`,
    );
    expect([status, body.errors[0].pointer]).toEqual([400, '/positionType/id']);
  });
});

describe('a number', () => {
  const numbers = ['5', '123', '1234567890123456', '12345678901234567890', '1.5', '1e400', '1e-400', '-0'];
  const places: [string, (number: string) => string][] = [
    ['/title', (number) => `"title":${number}`],
    ['/referenceId', (number) => `"referenceId":${number}`],
    ['/description', (number) => `"description":${number}`],
    ['/closeDate', (number) => `"closeDate":${number}`],
    ['/locations/0/description', (number) => `"locations":[{"description":${number}}]`],
    ['/confidential', (number) => `"confidential":${number}`],
    ['/locations', (number) => `"locations":${number}`],
    ['/salary/period', (number) => `"salary":{"amount":1,"period":${number}}`],
    ['/positionType', (number) => `"positionType":${number}`],
  ];
  const whole = Object.entries(aJob()).map(([field, value]) => [field, JSON.stringify(value)] as const);
  const without = (pointer: string) =>
    whole
      .filter(([field]) => field !== pointer.split('/')[1])
      .map(([field, value]) => `"${field}":${value}`)
      .join(',');

  test.each(places)('is of the wrong type at %s, whatever its digits', async (pointer, field) => {
    const acme = await service.newEmployer();
    for (const number of numbers) {
      const reply = await acme.post('/jobs', `{${field(number)},${without(pointer)}}`);
      expect([number, reply.status, reply.body.errors]).toEqual([
        number,
        400,
        [expect.objectContaining({ pointer, code: 'wrong_type' })],
      ]);
    }
  });

  test.each(['0', '1.5', '1e400', '12345678901234567890', '1.00000000000000000001', '1e-400'])(
    'is no id when it is %s',
    async (number) => {
      const { post } = await service.newEmployer();
      const reply = await post('/jobs', `{"positionType":{"id":${number}},${without('/positionType')}}`);
      expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        '/positionType/id',
      ]);
      expect(reply.body.message).toMatch(/an id from 1 to 5|a whole number/);
    },
  );

  test('makes another request of the same Idempotency-Key when it differs in any digit', async () => {
    const { post } = await service.newEmployer();
    const send = (number: string) =>
      post('/jobs', beginningWith(`"a":${number}`), { 'idempotency-key': 'night-sync-1' });
    expect((await send('12345678901234567890')).status).toBe(201);
    expect((await send('12345678901234567890')).headers.get('idempotent-replayed')).toBe('true');
    expect((await send('12345678901234567891')).status).toBe(422);
  });
});

const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('nesting', () => {
  test.each([
    ['lists', lists(7)],
    ['objects', objects(7)],
    ['many side by side', `[${Array.from({ length: 50 }, () => lists(6)).join(',')}]`],
    ['brackets in a text', JSON.stringify(lists(1000))],
  ])('201s at a depth of 8: %s', async (_, value) => {
    const reply = await (await service.newEmployer()).post('/jobs', beginningWith(`"a":${value}`));
    expect(reply.status).toBe(201);
  });

  test.each([
    ['lists', lists(8)],
    ['objects', objects(8)],
    ['20,000 lists', lists(20_000)],
    ['50,000 objects', objects(50_000)],
    ['250,000 lists that never close', '['.repeat(250_000)],
  ])('400s at a depth of 9 and beyond: %s', async (_, value) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', beginningWith(`"a":${value}`));
    expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
    expect(reply.body.message).toContain('8');
    expect(await totalOf(acme)).toBe(0);
  });
});

/** A body of exactly so many bytes that creates a job. */
const ofBytes = (bytes: number, letter = 'x') => {
  const [before = '', after = ''] = beginningWith('"padding":"|"').split('|');
  const room = bytes - Buffer.byteLength(before + after);
  const letters = Math.floor(room / Buffer.byteLength(letter));
  return before + letter.repeat(letters) + ' '.repeat(room - letters * Buffer.byteLength(letter)) + after;
};

describe('size', () => {
  test.each(['x', '🙂'])('201s when the body has exactly 512 KiB of %s', async (letter) => {
    const body = ofBytes(LARGEST, letter);
    expect(Buffer.byteLength(body)).toBe(LARGEST);
    expect((await (await service.newEmployer()).post('/jobs', body)).status).toBe(201);
  });

  test.each([
    ['one byte more than 512 KiB', () => ofBytes(LARGEST + 1)],
    ['one byte more than 512 KiB in characters of four bytes', () => ofBytes(LARGEST + 1, '🙂')],
    ['1 MiB', () => ofBytes(1024 * 1024)],
    ['5 MiB', () => ofBytes(5 * 1024 * 1024)],
    ['1 MiB that is not JSON', () => 'x'.repeat(1024 * 1024)],
  ])('413s when the body has %s', async (_, make) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', make());
    expect([reply.status, reply.body.code]).toEqual([413, 'content_too_large']);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(await totalOf(acme)).toBe(0);
  });

  test.each([7, 11])('413s as API Gateway itself does when the body has %d MiB', async (mebibytes) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', ofBytes(mebibytes * 1024 * 1024));
    expect([reply.status, reply.body]).toEqual([413, { message: 'Request Entity Too Large' }]);
    expect(await totalOf(acme)).toBe(0);
  });

  const ITEM = 400 * 1024;
  test.each([
    ['ASCII', 'x'.repeat(ITEM)],
    ['characters of four bytes', '🙂'.repeat(ITEM / 4)],
    ['ampersands, which the encoding makes longer', '&'.repeat(ITEM / 5)],
  ])('413s when the job would be larger than 400 KB: a description of %s', async (_, description) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', aJob({ description, referenceId: 'R-1' }));
    expect([reply.status, reply.body.code]).toEqual([413, 'content_too_large']);
    expect(await totalOf(acme)).toBe(0);
    expect((await acme.post('/jobs', aJob({ referenceId: 'R-1' }))).status).toBe(201);
  });

  test.each([
    ['ASCII', 'x'.repeat(ITEM - 4096)],
    ['characters of four bytes', '🙂'.repeat((ITEM - 4096) / 4)],
  ])('201s when the job is a little smaller than that: a description of %s', async (_, description) => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.post('/jobs', aJob({ description }));
    expect(status).toBe(201);
    expect(body.description === description).toBe(true);
    expect((await acme.get(`/jobs/${body.id}`)).body.description === description).toBe(true);
  });

  test.each([
    ['by id', '', (id: number) => `/jobs/${id}`],
    ['by id in a transaction', 'active', (id: number) => `/jobs/${id}`],
    ['by referenceId', '', () => '/jobs'],
  ])('413s and changes nothing when an update %s would make the job too large', async (_, status, path) => {
    const { acme, job, text: before } = await employerWithJob();
    const description = '🙂'.repeat(ITEM / 4);
    const reply = await acme.put(path(job.id), { referenceId: 'R-1', description, status });
    expect([reply.status, reply.body.code]).toEqual([413, 'content_too_large']);
    expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
  });
});

/** What a careless parser needs minutes or a very deep stack for. */
describe('hostile text', () => {
  const LONG = 128 * 1024;
  test.each([
    ['a text that never ends', `{"a":"${'\\"'.repeat(LONG / 2)}`],
    ['a key that never ends', `{"${'\\"'.repeat(LONG / 2)}`],
    ['quotes', '"'.repeat(LONG)],
    ['backslashes', `{"a":"${'\\'.repeat(LONG)}`],
    ['braces', '{'.repeat(LONG)],
    ['signs', `{"a":${'-'.repeat(LONG)}}`],
    ['commas', `{"a":[${','.repeat(LONG)}]}`],
  ])(
    '400s at once: %s',
    async (_, body) => {
      const reply = await (await service.newEmployer()).post('/jobs', body);
      expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
    },
    10_000,
  );

  test.each([
    ['a number of many digits', `"salary":{"amount":1${'0'.repeat(LONG)}1,"period":{"id":1}}`],
    ['zeros before the last digit', `"salary":{"amount":0.${'0'.repeat(LONG)}1,"period":{"id":1}}`],
    [
      'an exponent of many digits',
      `"salary":{"amount":1e${'0'.repeat(LONG)}1,"period":{"id":1},"maxAmount":1}`,
    ],
    ['an e-mail of dots', `"applicationUrl":"https://a${'.a'.repeat(LONG / 2)}"`],
    ['a URL of at signs', `"applicationUrl":"https://${'@'.repeat(LONG)}"`],
    ['a date of digits', `"closeDate":"${'1'.repeat(LONG)}"`],
    ['a referenceId of blanks', `"referenceId":"a${' '.repeat(LONG)}b"`],
    ['a place of blanks', `"categories":[],"a":1,"status":"${' '.repeat(LONG)}"`],
  ])(
    '400s at once in a field: %s',
    async (_, begin) => {
      const acme = await service.newEmployer();
      const reply = await acme.post('/jobs', beginningWith(begin).replace(',"categories":[{"id":23}]', ''));
      expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
      expect(reply.text.length).toBeLessThan(100_000);
    },
    10_000,
  );

  test('201s at once with 40,000 unknown fields, and the warning stays a header', async () => {
    const unknown = Array.from({ length: 40_000 }, (_, index) => `"f${index}":1`).join(',');
    const { status, headers } = await (await service.newEmployer()).post('/jobs', beginningWith(unknown));
    expect(status).toBe(201);
    expect(headers.get('job-warning')?.length).toBeLessThan(4_000);
  }, 10_000);

  test('400s at once with 20,000 places', async () => {
    const locations = Array.from({ length: 20_000 }, () => ({ description: 'x' }));
    const reply = await (await service.newEmployer()).post('/jobs', aJob({ locations }));
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/locations']);
    expect(reply.text.length).toBeLessThan(100_000);
  }, 10_000);

  test('400s at once with 40,000 broken categories, in an answer that Lambda can send', async () => {
    const categories = Array.from({ length: 40_000 }, () => ({ id: 0 }));
    const reply = await (await service.newEmployer()).post('/jobs', aJob({ categories }));
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toContainEqual(expect.objectContaining({ pointer: '/categories' }));
    expect(reply.text.length).toBeLessThan(1_000_000);
  }, 10_000);

  test('400s at once with 40,000 unknown fields in strict handling, in an answer that Lambda can send', async () => {
    const unknown = Array.from({ length: 40_000 }, (_, index) => `"f${index}":1`).join(',');
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', beginningWith(unknown), { prefer: 'handling=strict' });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/f0']);
    expect(reply.text.length).toBeLessThan(1_000_000);
  }, 10_000);
});
