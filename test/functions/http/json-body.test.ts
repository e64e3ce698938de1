import { describe, expect, test } from '@jest/globals';
import { JobCreate } from '../../../schemas/job.ts';
import { aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';

const json = (contentType: string) => ({ 'content-type': contentType });

const text = JSON.stringify(aJob());

/** The JSON of a job with the text `begin` inserted before the first field. */
const beginningWith = (begin: string) => `{${begin},${text.slice(1)}`;

const post = (body: string | object, headers?: Record<string, string>) =>
  jobsInMemory().post('/jobs', body, headers);

describe('Content-Type', () => {
  test.each([
    'application/json',
    'application/json; charset=UTF-8',
    'APPLICATION/JSON; CHARSET=utf8',
    'application/json; charset="utf-8"',
    'application/json; charset=us-ascii',
    'application/json; odata=verbose',
    'application/json;',
  ])('201s when the type is %s', async (contentType) => {
    expect((await post(text, json(contentType))).status).toBe(201);
  });

  // hostile-bodies.test.ts sends further types and charsets.
  const almost = ['application/json5', 'application/vnd.api+json', '*/*', 'json'];
  test.each([...almost, 'multipart/form-data; boundary=x', 'application/json; charset=windows-1252'])(
    '415s, and creates no job, when the type is %j',
    async (contentType) => {
      const acme = jobsInMemory();
      const { status, body } = await acme.post('/jobs', text, json(contentType));
      expect([status, body.code]).toEqual([415, 'media_type_unsupported']);
      expect((await acme.get('/jobs/1')).status).toBe(404);
    },
  );
});

describe('a body', () => {
  test.each([
    ...['null', '[]', `[${text}]`, '"text"', '5', 'true'].map((body) => [`not an object: ${body}`, body]),
    ['a cut text', text.slice(0, -1)],
    ['a trailing comma', `${text.slice(0, -1)},}`],
    ['many digits and a letter', beginningWith('"a":12345678901234567890x')],
    ['a line break in a string', beginningWith('"a":"\n"')],
    ['one bracket too many', `${text}]`],
    ['a byte order mark inside', beginningWith('\ufeff"a":1')],
    ['a NUL after it', `${text}\u0000`],
  ] as [string, string][])(
    'causes a 400 with json_malformed, and creates no job, when it is %s',
    async (_, body) => {
      const acme = jobsInMemory();
      const reply = await acme.post('/jobs', body);
      expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
      expect(reply.headers.get('content-type')).toBe('application/problem+json');
      expect((await acme.get('/jobs/1')).status).toBe(404);
    },
  );
});

describe('a key', () => {
  test.each([
    ['in the same spelling', '"status":"active","status":"draft"'],
    ['escaped once of the two times', '"status":"active","st\\u0061tus":"draft"'],
    ['as an unknown field', '"a":1,"a":2'],
    ['in an object inside the body', '"salary":{"amount":1,"amount":2,"period":{"id":1}}'],
    [
      'in an object of a list',
      '"locations":[{"description":"Vancouver"},{"description":"a","description":"b"}]',
    ],
    ['with a list that contains commas in between', '"a":[1,2,{"b":1}],"c":{"d":[]},"a":2'],
    ['as a name that JavaScript reserves', '"__proto__":{},"__proto__":{}'],
  ])('causes a 400 that names the key when an object has the key twice: %s', async (_, begin) => {
    const acme = jobsInMemory();
    const body = beginningWith(begin).replace('"locations":[{"description":"Vancouver, BC"}],', '');
    const reply = await acme.post('/jobs', body);
    expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
    expect(reply.body.message).toContain('twice');
    expect((await acme.get('/jobs/1')).status).toBe(404);
  });

  test('is accepted when several objects have the key, or when a string contains the key', async () => {
    const body = beginningWith('"a":{"a":[{"a":1},{"a":"{\\"a\\":1,\\"a\\":2}"}]},"b":"a","c":"a\\\\"');
    expect((await post(body)).status).toBe(201);
  });

  test.each([
    '"__proto__":{"status":"active","polluted":true}',
    '"\\u005f_proto__":{"status":"active","polluted":true}',
    '"constructor":{"prototype":{"status":"active","polluted":true}}',
    '"prototype":{"status":"active","polluted":true}',
    '"salary":{"__proto__":{"amount":1},"amount":5,"period":{"id":5,"constructor":{"prototype":{"polluted":true}}}}',
    '"toString":1,"hasOwnProperty":1,"valueOf":null,"toJSON":"x"',
  ])('is accepted, and replaces no property, when JavaScript reserves the name: %s', async (begin) => {
    const acme = jobsInMemory();
    const { status, body, headers } = await acme.post('/jobs', beginningWith(begin));
    expect([status, body.status]).toEqual([201, 'draft']);
    expect(body).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
    expect(headers.get('job-warning')).toContain('field_unknown');
    const updated = await acme.put(`/jobs/${body.id}`, `{${begin}}`);
    expect([updated.status, updated.body]).toEqual([200, body]);
  });

  test('causes a 400 when a reserved name would replace a required field', async () => {
    const reply = await post(`{"__proto__":${text}}`);
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
    const others = text.slice(1).replace('"positionType":{"id":1},', '');
    const { status, body } = await post(`{"positionType":{"__proto__":{"id":1}},${others}`);
    expect([status, body.errors[0].pointer]).toEqual([400, '/positionType/id']);
  });
});

/** The JSON of a job with a number in place of #. */
const withNumber = (number: string, fields: object) =>
  JSON.stringify(aJob({ ...fields })).replace('"#"', number);

describe('a number', () => {
  const numbers = ['5', '123', '1234567890123456', '12345678901234567890', '1.5', '1e400', '1e-400', '-0'];
  const places: [pointer: string, fields: object][] = [
    ['/title', { title: '#' }],
    ['/locations', { locations: '#' }],
    ['/salary/period', { salary: { amount: 1, period: '#' } }],
  ];
  test.each(places)(
    'causes a 400 with wrong_type at %s, whatever the digits of the number',
    async (pointer, fields) => {
      for (const number of numbers) {
        const reply = await post(withNumber(number, fields));
        expect([number, reply.status]).toEqual([number, 400]);
        expect(reply.body.errors).toEqual([expect.objectContaining({ pointer, code: 'wrong_type' })]);
      }
    },
  );

  test.each(['0', '1.5', '1e400', '12345678901234567890', '1.00000000000000000001', '1e-400'])(
    'causes a 400 in place of an id: %s',
    async (number) => {
      const reply = await post(withNumber(number, { positionType: { id: '#' } }));
      expect(reply.body.errors).toMatchObject([{ pointer: '/positionType/id' }]);
      expect(reply.body.message).toMatch(/an id from 1 to 5|a whole number/);
    },
  );
});

const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('nesting', () => {
  test.each([
    ['lists', lists(7)],
    ['many side by side', `[${Array.from({ length: 50 }, () => lists(6)).join(',')}]`],
    ['brackets in a text', JSON.stringify(lists(1000))],
  ])('is accepted at a depth of 8: %s', async (_, value) => {
    expect((await post(beginningWith(`"a":${value}`))).status).toBe(201);
  });

  test.each([
    ['lists', lists(8)],
    ['objects', objects(8)],
    ['50,000 objects', objects(50_000)],
    ['250,000 lists that never close', '['.repeat(250_000)],
  ])('causes a 400 at a depth of 9 and beyond: %s', async (_, value) => {
    const acme = jobsInMemory();
    const reply = await acme.post('/jobs', beginningWith(`"a":${value}`));
    expect([reply.status, reply.body.code]).toEqual([400, 'json_malformed']);
    expect(reply.body.message).toContain('8');
    expect((await acme.get('/jobs/1')).status).toBe(404);
  });
});

// parsing-cost.test.ts measures the time that texts and numbers of any length take.
describe('a long body', () => {
  const unknown = Array.from({ length: 40_000 }, (_, index) => `"f${index}":1`).join(',');

  test('is accepted with 40,000 unknown fields, and the warnings fit into a header', async () => {
    const { status, headers } = await post(beginningWith(unknown));
    expect(status).toBe(201);
    expect(headers.get('job-warning')?.length).toBeLessThan(4_000);
  });

  test('causes a 400 with 20,000 locations', async () => {
    const locations = Array.from({ length: 20_000 }, () => ({ description: 'x' }));
    const reply = await post(aJob({ locations }));
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/locations']);
    expect(reply.text.length).toBeLessThan(100_000);
  });

  test('causes a 400 that names at most one invalid category more than a job can have, of 40,000', async () => {
    const categories = Array.from({ length: 40_000 }, () => ({ id: 0 }));
    const reply = await post(aJob({ categories }));
    expect([reply.status, reply.body.errors[0]]).toMatchObject([400, { pointer: '/categories' }]);
    expect(reply.body.errors).toHaveLength(1 + JobCreate.properties.categories.maxItems + 1);
  });

  test('causes a 400 with 40,000 unknown fields in strict handling, in a response that Lambda can send', async () => {
    const reply = await post(beginningWith(unknown), { prefer: 'handling=strict' });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/f0']);
    expect(reply.text.length).toBeLessThan(1_000_000);
  });
});
