import { afterAll, describe, expect, test } from '@jest/globals';
import { addDays } from '../../../functions/platform/values/calendar.ts';
import { aFullJob, aJob } from '../../setup/a-job.ts';
import { pointersOf } from '../../setup/reply.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();
afterAll(service.close);

/** Posts as a new employer. */
const post = async (body: unknown, headers?: Record<string, string>) =>
  (await service.newEmployer()).post('/jobs', body, headers);

/** The text of a body with one more field, so that a number appears in it exactly as written. */
const withRaw = (field: string, json: string) => `${JSON.stringify(aJob()).slice(0, -1)},"${field}":${json}}`;

describe('a created job', () => {
  test('201s with the job, and GET answers the same at its Location', async () => {
    const acme = await service.newEmployer();
    const created = await acme.post('/jobs', aJob());
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${service.origin}/api/v1.1/jobs/${created.body.id}`);
    expect(created.headers.get('content-type')).toBe('application/json');
    expect(created.headers.has('job-warning')).toBe(false);
    const read = await acme.get(created.headers.get('location') ?? '');
    expect(read.status).toBe(200);
    expect(read.text).toBe(created.text);
  });

  test('has the defaults of the fields that were not sent', async () => {
    const { body } = await post(aJob());
    expect(body).toMatchObject({
      referenceId: null,
      closeDate: addDays(body.publishDate, 60),
      confidential: false,
      autoRefresh: false,
      status: 'draft',
      salary: null,
      applicationUrl: null,
    });
  });

  test('returns every field that was sent, in the documented shape', async () => {
    const acme = await service.newEmployer({ name: 'Café Ōkami', plan: 'unlimited' });
    const { status, body, text, headers } = await acme.post('/jobs', aFullJob());
    expect(status).toBe(201);
    expect(headers.has('job-warning')).toBe(false);
    expect(body).toEqual({
      ...aFullJob(),
      id: expect.any(Number),
      employer: { id: acme.employer.id, name: 'Café Ōkami' },
      publishDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      locations: [
        { id: 156, name: 'Vancouver', description: 'Vancouver, BC', type: 'Town' },
        { id: expect.any(Number), name: 'Montréal', description: 'Montréal, QC', type: 'Town' },
      ],
      categories: [
        { id: 23, name: 'Information Technology' },
        { id: 14, name: 'Engineering and Architecture' },
      ],
      positionType: { id: 3, name: 'Contract' },
      salary: {
        amount: 50000,
        maxAmount: 60000.5,
        period: { id: 1, name: 'Yearly', unit: 'year' },
        plusCommission: true,
      },
      applicantRoutingType: { id: 2, name: 'URL' },
    });
    expect(text).toContain('"amount":50000.0000,"maxAmount":60000.5000');
  });

  test.each(['active', 'archived', 'draft'])('may begin as %s', async (status) => {
    expect((await post(aJob({ status }))).body.status).toBe(status);
  });

  test.each([
    ['routing 1 keeps an applicationUrl too', { applicationUrl: 'https://example.com' }],
    [
      'routing 2 keeps an applicationEmail too',
      { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com' },
    ],
  ])('%s', async (_, overrides) => {
    const { body } = await post(aJob(overrides));
    expect([body.applicationEmail, body.applicationUrl]).toEqual(['jobs@example.com', 'https://example.com']);
  });

  test('lists each place and category once, in the order of first mention', async () => {
    const { status, body } = await post(
      aJob({
        locations: ['Vancouver', 'montreal, quebec', 'VANCOUVER, b.c.'].map((description) => ({
          description,
        })),
        categories: [{ id: 23 }, { id: '23' }, { id: 1 }],
      }),
    );
    expect(status).toBe(201);
    expect(body.locations.map(({ description }: { description: string }) => description)).toEqual([
      'Vancouver, BC',
      'Montréal, QC',
    ]);
    expect(body.categories.map(({ id }: { id: number }) => id)).toEqual([23, 1]);
  });

  test('ignores what a client sends for read-only fields, without a warning', async () => {
    const acme = await service.newEmployer();
    const { status, body, headers } = await acme.post(
      '/jobs',
      aJob({
        id: 7,
        employer: { id: 1, name: 'Another Inc.', plan: 'unlimited' },
        publishDate: 'yesterday',
        locations: [{ id: 1, name: 'Toronto', description: 'Vancouver, BC', type: 'City' }],
        categories: [{ id: 23, name: 'Magic' }],
        positionType: { id: 1, name: 'Zero' },
        salary: { amount: 1, period: { id: 1, name: 'Never', unit: 'aeon' } },
        applicantRoutingType: { id: 1, name: 'Owl' },
      }),
    );
    expect(status).toBe(201);
    expect(headers.has('job-warning')).toBe(false);
    expect(body).toMatchObject({
      employer: { id: acme.employer.id, name: 'Acme Inc.' },
      publishDate: expect.stringMatching(/^\d{4}-/),
      locations: [{ id: 156, name: 'Vancouver', description: 'Vancouver, BC', type: 'Town' }],
      categories: [{ id: 23, name: 'Information Technology' }],
      positionType: { id: 1, name: 'Full Time' },
      salary: { period: { id: 1, name: 'Yearly', unit: 'year' } },
      applicantRoutingType: { id: 1, name: 'Email' },
    });
    expect(body.id).not.toBe(7);
  });

  test('has auto-refresh stored on every plan, with a warning where it has no effect', async () => {
    const { status, body, headers } = await post(aJob({ autoRefresh: true }));
    expect([status, body.autoRefresh]).toEqual([201, true]);
    expect(headers.get('job-warning')).toBe('auto_refresh_without_effect; pointer="/autoRefresh"');
  });
});

describe('a copy', () => {
  test('201s when a GET result without id and referenceId is posted', async () => {
    const acme = await service.newEmployer({ plan: 'unlimited' });
    const { body: original } = await acme.post('/jobs', aFullJob());
    const { id, referenceId: _, ...rest } = (await acme.get(`/jobs/${original.id}`)).body;
    const copy = await acme.post('/jobs', rest);
    expect(copy.status).toBe(201);
    expect(copy.headers.has('job-warning')).toBe(false);
    expect(copy.body).toEqual({ ...original, id: expect.any(Number), referenceId: null });
    expect(copy.body.id).not.toBe(id);
  });

  test('201s when a GET result is posted unchanged, with all of its read-only members', async () => {
    const acme = await service.newEmployer({ plan: 'unlimited' });
    const { body } = await acme.post('/jobs', aFullJob({ referenceId: null }));
    const { text } = await acme.get(`/jobs/${body.id}`);
    const copy = await acme.post('/jobs', text);
    expect(copy.status).toBe(201);
    expect(copy.headers.has('job-warning')).toBe(false);
    expect(copy.text).toBe(text.replace(`"id":${body.id}`, `"id":${copy.body.id}`));
    expect(copy.body.id).not.toBe(body.id);
  });

  test('gets its own closeDate when id, publishDate and closeDate were deleted from a GET result', async () => {
    const acme = await service.newEmployer();
    const { body: original } = await acme.post('/jobs', aJob({ closeDate: '2001-01-01' }));
    const { id: _, publishDate: __, closeDate: ___, ...rest } = original;
    const { status, body } = await acme.post('/jobs', rest);
    expect([status, body.closeDate]).toEqual([201, addDays(body.publishDate, 60)]);
  });
});

describe('required fields', () => {
  test('400s, naming all of them at once, when the body is an empty object', async () => {
    const reply = await post({});
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.body).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(pointersOf(reply)).toEqual([
      '/title',
      '/locations',
      '/categories',
      '/positionType',
      '/description',
      '/applicantRoutingType',
      '/applicationEmail',
      '/applicationUrl',
    ]);
    for (const { code, message } of reply.body.errors) {
      expect(code).toBe('required');
      expect(reply.body.message).toContain(message);
    }
  });

  test.each(['draft', 'active', 'archived'])(
    '400s, naming what is missing, also when the status is %s',
    async (status) => {
      const reply = await post({ status, title: 'Cook' });
      expect(reply.status).toBe(400);
      expect(pointersOf(reply)).toHaveLength(7);
    },
  );

  const faults = {
    title: '',
    closeDate: '2026-02-30',
    salary: { amount: 2, maxAmount: 1, period: { id: 1 } },
    applicationEmail: 'nobody',
    locations: [{ description: 'Gotham' }],
  };
  const names = Object.keys(faults) as (keyof typeof faults)[];
  const subsets = Array.from({ length: 2 ** names.length }, (_, mask) =>
    names.filter((__, bit) => mask & (1 << bit)),
  ).slice(1);
  test.each(subsets.map((subset) => [subset.join(', ')]))(
    '400s with exactly the broken fields when these are broken: %s',
    async (list) => {
      const broken = list.split(', ') as (keyof typeof faults)[];
      const reply = await post(aJob(Object.fromEntries(broken.map((name) => [name, faults[name]]))));
      expect(reply.status).toBe(400);
      expect(new Set(pointersOf(reply).map((pointer) => pointer.split('/')[1]))).toEqual(new Set(broken));
    },
  );

  test('creates nothing when a rule is broken', async () => {
    const acme = await service.newEmployer();
    await acme.post('/jobs', aJob({ referenceId: 'R', closeDate: '2026-02-30' }));
    expect((await acme.get('/jobs')).body.paging.total).toBe(0);
    expect((await acme.post('/jobs', aJob({ referenceId: 'R' }))).status).toBe(201);
  });
});

describe('a field', () => {
  /** Nothing else is missing, whichever way to apply the test uses. */
  const applicationUrl = 'https://example.com';

  const wrong: [string, unknown[]][] = [
    ['referenceId', [5, true, {}, []]],
    ['title', ['', ' ', '\u00a0', 5, true, null, {}, []]],
    ['closeDate', [20260101, true, {}, []]],
    ['confidential', ['true', 'yes', 0, 1, {}]],
    ['autoRefresh', ['false', 'on', 0, 1, []]],
    ['status', ['ACTIVE', 'Draft', 'deleted', ' draft', 'archived!!!', 1, true, {}, []]],
    ['locations', [null, '', 'Vancouver, BC', {}, 5, []]],
    ['categories', [null, '', 23, {}, true, []]],
    ['positionType', [null, '', 1, 'Full Time', []]],
    ['salary', [50000, '50000', true, []]],
    ['description', [null, 5, true, {}, [], '', ' \n', '<p></p>', '<p>&nbsp;<br></p>', '<script>1</script>']],
    ['applicantRoutingType', [null, '', 1, 'Email', []]],
    ['applicationEmail', [5, true, {}, []]],
    ['applicationUrl', [5, true, {}, []]],
  ];
  test.each(wrong.flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
    '400s, naming it, when %s is %j',
    async (field, value) => {
      const reply = await post(aJob({ applicationUrl, [field]: value }));
      expect([reply.status, pointersOf(reply)]).toEqual([400, [`/${field}`]]);
    },
  );

  test.each([
    ['locations', [null], '/locations/0'],
    ['locations', ['Vancouver, BC'], '/locations/0'],
    ['locations', [{}], '/locations/0/description'],
    ['locations', [{ id: 156, name: 'Vancouver' }], '/locations/0/description'],
    ['locations', [{ description: null }], '/locations/0/description'],
    ['locations', [{ description: '' }], '/locations/0/description'],
    ['locations', [{ description: 156 }], '/locations/0/description'],
    ['locations', [{ description: 'Vancouver, BC' }, { description: ' ' }], '/locations/1/description'],
    ['categories', [null], '/categories/0'],
    ['categories', [23], '/categories/0'],
    ['categories', [{}], '/categories/0/id'],
    ['categories', [{ name: 'Accounting' }], '/categories/0/id'],
    ['categories', [{ id: 1 }, { id: 2 }, { id: null }], '/categories/2/id'],
    ['positionType', {}, '/positionType/id'],
    ['positionType', { name: 'Full Time' }, '/positionType/id'],
    ['applicantRoutingType', {}, '/applicantRoutingType/id'],
  ])('400s, naming the place of the error, when %s is %j', async (field, value, pointer) => {
    const reply = await post(aJob({ applicationUrl, [field]: value }));
    expect([reply.status, pointersOf(reply)]).toEqual([400, [pointer]]);
  });

  const idValues = [
    0,
    -1,
    1.5,
    2147483648,
    1e20,
    true,
    null,
    '',
    '0',
    '01',
    '1.0',
    ' 1',
    '1 ',
    '+1',
    '1e0',
    'a',
    '１',
  ];
  const ids: [string, number, (id: unknown) => Record<string, unknown>][] = [
    ['/categories/0/id', 41, (id) => ({ categories: [{ id }] })],
    ['/positionType/id', 6, (id) => ({ positionType: { id } })],
    ['/applicantRoutingType/id', 3, (id) => ({ applicantRoutingType: { id } })],
  ];
  test.each(
    ids.flatMap(([pointer, past, make]) =>
      [...idValues, past, String(past)].map((id) => [pointer, id, make(id)] as const),
    ),
  )('400s when %s is %j, which names nothing', async (pointer, _, overrides) => {
    const reply = await post(aJob({ applicationUrl, ...overrides }));
    expect([reply.status, pointersOf(reply)]).toEqual([400, [pointer]]);
  });

  test.each(['1.0', '1e0', '10E-1', '"1"'])('201s when an id is written %s', async (id) => {
    const { status, body } = await post(
      withRaw('positionType', `{"id":${id}}`).replace('"positionType":{"id":1},', ''),
    );
    expect([status, body.positionType]).toEqual([201, { id: 1, name: 'Full Time' }]);
  });
});

describe('a character', () => {
  const oneLine: [string, (text: string) => unknown, string?][] = [
    ['referenceId', (text) => `R${text}1`],
    ['title', (text) => `Cook${text}2`],
    ['applicationEmail', (text) => `a${text}b@example.com`],
    ['applicationUrl', (text) => `https://example.com/a${text}b`],
  ];
  const refused = ['\u0000', '\u0007', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00'];
  test.each(oneLine.flatMap(([field, make]) => refused.map((text) => [field, text, make(text)] as const)))(
    '400s when %s holds %j',
    async (field, _, value) => {
      const reply = await post(aJob({ [field]: value }));
      expect([reply.status, pointersOf(reply)]).toEqual([400, [`/${field}`]]);
    },
  );

  test.each(['\u0000', '\u0008', '\u000b', '\u000c', '\u001f', '\u007f', '\ud83d', '\ude42'])(
    '400s when the description holds %j',
    async (text) => {
      const reply = await post(aJob({ description: `<p>Cook${text}</p>` }));
      expect([reply.status, pointersOf(reply)]).toEqual([400, ['/description']]);
    },
  );

  test.each(['\u0000', '\ud800'])('400s when a location holds %j', async (text) => {
    const reply = await post(aJob({ locations: [{ description: `Vancouver${text}` }] }));
    expect([reply.status, pointersOf(reply)]).toEqual([400, ['/locations/0/description']]);
  });

  test('201s when a description has tabs and line breaks, which it keeps', async () => {
    const description = '<p>One\n\ttwo\r\nthree</p>';
    expect((await post(aJob({ description }))).body.description).toBe(description);
  });

  test.each([
    'é',
    'e\u0301',
    '漢字',
    '👩‍👩‍👧',
    'שָׁלוֹם\u200f',
    'نامه\u200cها',
    '\u2067שף\u2069',
    '<b> & "quotes"',
    "l'œuvre",
    '𝒳',
  ])('201s when title and referenceId hold %j, and keeps them as sent', async (text) => {
    const { status, body } = await post(aJob({ title: `A ${text}`, referenceId: text }));
    expect([status, body.title, body.referenceId]).toEqual([201, `A ${text}`, text]);
  });

  test.each(['\u200B', '\u00AD', '\u2060\uFE0F', '\u3164', '\u2800', '\u202A\u202C'])(
    '400s when title and referenceId are %j, which shows nothing',
    async (text) => {
      const reply = await post(aJob({ title: text, referenceId: text }));
      expect([reply.status, pointersOf(reply).toSorted()]).toEqual([400, ['/referenceId', '/title']]);
    },
  );

  test.each(['\u2028', '\u2029', '\u202D', '\u202E', '\u202A', '\u2067', '\u2069', '\u202C', '\u2067\u202C'])(
    '400s when title, referenceId and applicationUrl hold %j: a line break, or a direction left open',
    async (text) => {
      const reply = await post(
        aJob({ title: `A${text}B`, referenceId: `A${text}B`, applicationUrl: `https://example.com/${text}` }),
      );
      expect([reply.status, pointersOf(reply).toSorted()]).toEqual([
        400,
        ['/applicationUrl', '/referenceId', '/title'],
      ]);
    },
  );

  test.each([' R', 'R ', '   ', '\u00a0R'])(
    '400s when the referenceId is %j: blanks at an end',
    async (referenceId) => {
      const reply = await post(aJob({ referenceId }));
      expect([reply.status, pointersOf(reply)]).toEqual([400, ['/referenceId']]);
    },
  );
});

describe('closeDate', () => {
  test.each([
    '2026-02-28',
    '2028-02-29',
    '2000-02-29',
    '2026-12-31',
    '2027-01-01',
    '1999-12-31',
    '0001-01-01',
    '9999-12-31',
  ])('201s when it is %s', async (closeDate) => {
    const { status, body } = await post(aJob({ closeDate }));
    expect([status, body.closeDate]).toEqual([201, closeDate]);
  });

  test.each([
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '20260101',
    '2026/01/01',
    '01-01-2026',
    '2026-01-01T00:00:00Z',
    '2026-01-01 ',
    ' 2026-01-01',
    '+2026-01-01',
    '-2026-01-01',
    '10000-01-01',
    '+010000-01-01',
    '２０２６-01-01',
    '2026-W01-1',
    'tomorrow',
  ])('400s when it is %j', async (closeDate) => {
    const reply = await post(aJob({ closeDate }));
    expect([reply.status, pointersOf(reply)]).toEqual([400, ['/closeDate']]);
    expect(reply.body.message).toContain('YYYY-MM-DD');
  });

  test.each([null, ''])('is 60 days after publishDate when it is %j', async (closeDate) => {
    const { status, body } = await post(aJob({ closeDate }));
    expect([status, body.closeDate]).toEqual([201, addDays(body.publishDate, 60)]);
  });
});

describe('salary', () => {
  test.each([
    ['0', '0.0000'],
    ['0.0', '0.0000'],
    ['0.0001', '0.0001'],
    ['0.1', '0.1000'],
    ['0.3', '0.3000'],
    ['12.5', '12.5000'],
    ['19.99', '19.9900'],
    ['1.005', '1.0050'],
    ['50000', '50000.0000'],
    ['50000.0000', '50000.0000'],
    ['5e4', '50000.0000'],
    ['1.5E+2', '150.0000'],
    ['25e-1', '2.5000'],
    ['33333333333.3333', '33333333333.3333'],
    ['99999999999.9998', '99999999999.9998'],
    ['99999999999.9999', '99999999999.9999'],
  ])('201s with the exact decimal when an amount is %s', async (amount, answered) => {
    const acme = await service.newEmployer();
    const { status, text, body } = await acme.post(
      '/jobs',
      withRaw('salary', `{"amount":${amount},"maxAmount":${amount},"period":{"id":5}}`),
    );
    expect(status).toBe(201);
    expect(text).toContain(`"salary":{"amount":${answered},"maxAmount":${answered},"period":{"id":5,`);
    expect((await acme.get(`/jobs/${body.id}`)).text).toBe(text);
  });

  test.each([
    '-1',
    '-0.0001',
    '0.00001',
    '50000.00001',
    '99999999999.99999',
    '100000000000',
    '1e11',
    '1e400',
    '-1e400',
    '1e-400',
    '1e-5',
    '9007199254740993',
    '"50000"',
    '"50,000.00"',
    '"$50000"',
    'true',
    '[]',
    '[50000]',
    '{}',
  ])('400s, naming the amount, when it is %s', async (amount) => {
    const reply = await post(withRaw('salary', `{"amount":${amount},"period":{"id":1}}`));
    expect([reply.status, pointersOf(reply)]).toEqual([400, ['/salary/amount']]);
  });

  test.each(['49999.9999', '0', '-1', '1e400', '60000.00001', '100000000000', '"60000"', 'true', '{}'])(
    '400s, naming the maxAmount, when the amount is 50000 and the maxAmount %s',
    async (maxAmount) => {
      const reply = await post(
        withRaw('salary', `{"amount":50000,"maxAmount":${maxAmount},"period":{"id":1}}`),
      );
      expect([reply.status, pointersOf(reply)]).toEqual([400, ['/salary/maxAmount']]);
    },
  );

  test.each([
    // 20 + 224 / 100, 0.1 + 0.2, 4.35 * 100, (0.1 + 0.7) * 10 in JavaScript; Decimal(0.1) in Python.
    ['22.240000000000002', '22.2400'],
    ['0.30000000000000004', '0.3000'],
    ['434.99999999999994', '435.0000'],
    ['7.999999999999999', '8.0000'],
    ['2.2240000000000002e1', '22.2400'],
    ['0.1000000000000000055511151231257827', '0.1000'],
    ['50000.00000000000000001', '50000.0000'],
    ['99999999999.99990001', '99999999999.9999'],
  ])(
    '201s with a warning when an amount is %s, no further from four decimals than a double errs',
    async (amount, answered) => {
      const reply = await post(
        withRaw('salary', `{"amount":${amount},"maxAmount":${amount},"period":{"id":5}}`),
      );
      expect(reply.status).toBe(201);
      expect(reply.text).toContain(
        `"salary":{"amount":${answered},"maxAmount":${answered},"period":{"id":5,`,
      );
      expect(reply.headers.get('job-warning')).toBe(
        'amount_rounded; pointer="/salary/amount", amount_rounded; pointer="/salary/maxAmount"',
      );
    },
  );

  test.each(['22.24000000000001', '22.23999977111816', '0.09999999999999432', '0.00001', '1e-400'])(
    '400s with a sentence about decimals when an amount is %s',
    async (amount) => {
      const reply = await post(withRaw('salary', `{"amount":${amount},"period":{"id":1}}`));
      expect(reply.body.errors).toEqual([
        {
          pointer: '/salary/amount',
          code: 'too_many_decimals',
          message: 'salary.amount must be an amount with at most four decimals, such as 22.24.',
        },
      ]);
    },
  );

  test.each([
    ['-1', 'too_small', 'salary.amount must be at least 0.'],
    ['1e11', 'too_large', 'salary.amount must be at most 99999999999.9999.'],
    ['1e400', 'too_large', 'salary.amount must be at most 99999999999.9999.'],
    ['-1e400', 'too_small', 'salary.amount must be at least 0.'],
    ['123456789012345678', 'too_large', 'salary.amount must be at most 99999999999.9999.'],
    ['"20"', 'wrong_type', 'salary.amount must be a number or null.'],
  ])('400s with only the rule that it breaks when an amount is %s', async (amount, code, message) => {
    const reply = await post(withRaw('salary', `{"amount":${amount},"period":{"id":1}}`));
    expect(reply.body.errors).toEqual([{ pointer: '/salary/amount', code, message }]);
  });

  test.each([undefined, null, ''])('201s with a null maxAmount when it is %j', async (maxAmount) => {
    const { status, body } = await post(aJob({ salary: { amount: 20, maxAmount, period: { id: 5 } } }));
    expect(status).toBe(201);
    expect(body.salary).toEqual({
      amount: 20,
      maxAmount: null,
      period: { id: 5, name: 'Hourly', unit: 'hour' },
      plusCommission: false,
    });
  });

  test.each([
    [1, 'Yearly', 'year'],
    [2, 'Monthly', 'month'],
    [3, 'Weekly', 'week'],
    [4, 'Daily', 'day'],
    [5, 'Hourly', 'hour'],
  ])('201s when the period is %i: %s', async (id, name, unit) => {
    const { body } = await post(aJob({ salary: { amount: 1, period: { id: String(id) } } }));
    expect(body.salary.period).toEqual({ id, name, unit });
  });

  test.each([
    [{}, '/salary/amount', '/salary/period'],
    [{ period: { id: 1 } }, '/salary/amount'],
    [{ plusCommission: true }, '/salary/amount', '/salary/period'],
    [{ maxAmount: 5, period: { id: 1 } }, '/salary/amount'],
    [{ amount: null, maxAmount: 5, period: { id: 1 } }, '/salary/amount'],
    [{ amount: '', maxAmount: 5, period: { id: 1 } }, '/salary/amount'],
    [{ amount: 5 }, '/salary/period'],
    [{ amount: 5, period: null }, '/salary/period'],
    [{ amount: 5, period: '' }, '/salary/period'],
    [{ amount: 5, period: { id: '' } }, '/salary/period'],
    [{ amount: 5, period: 1 }, '/salary/period'],
    [{ amount: 5, period: {} }, '/salary/period/id'],
    [{ amount: 5, period: { id: 0 } }, '/salary/period/id'],
    [{ amount: 5, period: { id: 6 } }, '/salary/period/id'],
    [{ amount: 5, period: { id: '6' } }, '/salary/period/id'],
    [{ amount: 5, period: { id: 1.5 } }, '/salary/period/id'],
    [{ amount: 5, period: { id: 1 }, plusCommission: 'true' }, '/salary/plusCommission'],
    [{ amount: 5, period: { id: 1 }, plusCommission: 1 }, '/salary/plusCommission'],
  ])('400s when it is %j, naming %s', async (salary, ...pointers) => {
    const reply = await post(aJob({ salary }));
    expect([reply.status, pointersOf(reply)]).toEqual([400, pointers]);
  });

  test.each([
    [null],
    [''],
    [{ amount: '' }],
    [{ amount: null }],
    [{ amount: '', maxAmount: '', period: { id: '' }, plusCommission: '' }],
    [{ amount: '', maxAmount: '', period: '', plusCommission: false }],
    [{ amount: null, maxAmount: null, period: { id: 1 }, plusCommission: true }],
  ])('201s without a salary when it is %j', async (salary) => {
    const { status, body } = await post(aJob({ salary }));
    expect([status, body.salary]).toEqual([201, null]);
  });
});

describe('the way to apply', () => {
  test.each([
    [{ applicationEmail: undefined }, '/applicationEmail'],
    [{ applicationEmail: null }, '/applicationEmail'],
    [{ applicationEmail: '' }, '/applicationEmail'],
    [{ applicationEmail: undefined, applicationUrl: 'https://example.com' }, '/applicationEmail'],
    [{ applicantRoutingType: { id: 2 } }, '/applicationUrl'],
    [{ applicantRoutingType: { id: 2 }, applicationUrl: null }, '/applicationUrl'],
    [{ applicantRoutingType: { id: '2' }, applicationUrl: '' }, '/applicationUrl'],
  ])('400s when its field is missing: %j needs %s', async (overrides, pointer) => {
    const reply = await post(aJob(overrides));
    expect([reply.status, pointersOf(reply)]).toEqual([400, [pointer]]);
  });

  test.each([
    [{ applicationUrl: null }],
    [{ applicationUrl: '' }],
    [{ applicantRoutingType: { id: 2 }, applicationEmail: null, applicationUrl: 'https://example.com' }],
    [{ applicantRoutingType: { id: 2 }, applicationEmail: '', applicationUrl: 'https://example.com' }],
  ])('201s when the other field is empty: %j', async (overrides) => {
    const { status, body } = await post(aJob(overrides));
    expect(status).toBe(201);
    expect([body.applicationEmail, body.applicationUrl]).toContain(null);
  });

  test.each([
    'a@b.ca',
    'JOBS@EXAMPLE.COM',
    'first.last@jobs.example.co.uk',
    "o'brien+jobs@example.com",
    'x_y-z@a-b.ca',
    'jobs@xn--bcher-kva.example',
  ])('201s when applicationEmail is %s', async (applicationEmail) => {
    const { status, body } = await post(aJob({ applicationEmail }));
    expect([status, body.applicationEmail]).toEqual([201, applicationEmail]);
  });

  test.each([
    'jobs',
    'jobs@',
    '@example.com',
    'jobs@example',
    'jobs@@example.com',
    'a@b@example.com',
    'a b@example.com',
    'jobs@example.com,hr@example.com',
    'jobs@example.com; hr@example.com',
    'Jobs <jobs@example.com>',
    '<jobs@example.com>',
    '"jobs"@example.com',
    'jobs@example..com',
    '.jobs@example.com',
    'jobs.@example.com',
    'jobs@-example.com',
    'jobs@example.com.',
    'jobs@[127.0.0.1]',
    ' jobs@example.com',
    'jobs@example.com ',
    'mailto:jobs@example.com',
    'jobs@example.com\r\nBcc: x@example.com',
    '=?utf-8?q?ceo=40acme.example?=@evil.example',
    'a.=?utf-8?b?Y2Vv?=@evil.example',
  ])('400s when applicationEmail is %j', async (applicationEmail) => {
    const reply = await post(aJob({ applicationEmail }));
    expect([reply.status, pointersOf(reply)]).toEqual([400, ['/applicationEmail']]);
  });

  test.each([
    'http://example.com',
    'https://example.com/apply?job=1&lang=fr#top',
    'HTTPS://EXAMPLE.COM/APPLY',
    'http://localhost:8080/apply',
    'http://127.0.0.1/',
    'https://example.com/é/%20',
    'https://bücher.example/',
  ])('201s when applicationUrl is %s, which is kept as sent', async (applicationUrl) => {
    const { status, body } = await post(aJob({ applicantRoutingType: { id: 2 }, applicationUrl }));
    expect([status, body.applicationUrl]).toEqual([201, applicationUrl]);
  });

  test.each([
    'example.com/apply',
    'www.example.com',
    '//example.com',
    'ftp://example.com',
    'mailto:jobs@example.com',
    'javascript:alert(1)',
    'https:example.com',
    'https:/example.com',
    'https://',
    'https:///apply',
    'https://?job=1',
    'https://user:secret@example.com',
    'https://user@example.com',
    'https:\\\\example.com',
    'https://example.com\\apply',
    'https://example.com/a b',
    ' https://example.com',
    'https://example.com\n',
    'https://example.com:99999/',
    'https://[::1',
    'https://exa<mple.com/',
  ])('400s when applicationUrl is %j', async (applicationUrl) => {
    const reply = await post(aJob({ applicantRoutingType: { id: 2 }, applicationUrl }));
    expect([reply.status, pointersOf(reply)]).toEqual([400, ['/applicationUrl']]);
  });
});

/** What the header Job-Warning says about a field. */
const warned = (code: string) => (field: string) => `${code}; pointer="/${field}"`;

describe('a form', () => {
  const form = {
    title: 'Cook',
    referenceId: '',
    closeDate: '',
    confidential: '',
    autoRefresh: '',
    status: '',
    locations: [{ id: '', name: '', description: 'Vancouver, BC', type: '' }],
    categories: [{ id: '18', name: '' }],
    positionType: { id: '2', name: '' },
    salary: { amount: '', maxAmount: '', period: { id: '', name: '', unit: '' }, plusCommission: '' },
    description: '<p>Cook for us.</p>',
    applicantRoutingType: { id: '1', name: '' },
    applicationEmail: 'jobs@example.com',
    applicationUrl: '',
    memberStatuses: [],
    careerLevels: '',
    trainingPosition: '',
  };

  test('201s when it sends ids as strings and "" for everything unused', async () => {
    const { status, body } = await post(form);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      referenceId: null,
      closeDate: addDays(body.publishDate, 60),
      confidential: false,
      autoRefresh: false,
      status: 'draft',
      categories: [{ id: 18, name: 'Food and Beverage' }],
      positionType: { id: 2, name: 'Part Time' },
      salary: null,
      applicantRoutingType: { id: 1, name: 'Email' },
      applicationUrl: null,
    });
    expect(body).not.toHaveProperty('memberStatuses');
  });

  test('gets warnings about unknown fields, and about fields that cannot be empty', async () => {
    const { headers } = await post(form);
    expect(headers.get('job-warning')).toBe(
      [
        ...['memberStatuses', 'careerLevels', 'trainingPosition'].map(warned('field_unknown')),
        ...['confidential', 'autoRefresh', 'status'].map(warned('empty_ignored')),
      ].join(', '),
    );
  });

  test('gets warnings about unknown nested fields too', async () => {
    const { status, headers } = await post(
      aJob({
        locations: [{ description: 'Vancouver, BC', country: 'CA' }],
        salary: { amount: 1, period: { id: 1 }, 'a/b~"\\é': 1 },
      }),
    );
    expect(status).toBe(201);
    expect(headers.get('job-warning')).toContain('field_unknown; pointer="/locations/0/country"');
    expect(headers.get('job-warning')).toContain('field_unknown; pointer="/salary/a~1b~0');
  });

  test('keeps its salary when it sends an id for it, which a salary does not have', async () => {
    const salary = { id: '', amount: 60000, period: { id: 1 } };
    const { status, body, headers } = await post(aJob({ salary }));
    expect([status, body.salary?.amount]).toEqual([201, 60000]);
    expect(headers.get('job-warning')).toBe('field_unknown; pointer="/salary/id"');
    const strict = await post(aJob({ salary }), { prefer: 'handling=strict' });
    expect([strict.status, pointersOf(strict)]).toEqual([400, ['/salary/id']]);
  });

  test('gets warnings about unknown fields in an empty salary period too', async () => {
    const { headers } = await post(
      aJob({ salary: { amount: '', maxAmount: '', period: { id: '', code: '' } } }),
    );
    expect(headers.get('job-warning')).toBe('field_unknown; pointer="/salary/period/code"');
  });

  test('creates a job with every POST without a referenceId', async () => {
    const acme = await service.newEmployer();
    const statuses = [(await acme.post('/jobs', form)).status, (await acme.post('/jobs', form)).status];
    expect([statuses, (await acme.get('/jobs')).body.paging.total]).toEqual([[201, 201], 2]);
  });
});

describe('Prefer: handling=strict', () => {
  test.each([
    ['an unknown field', { memberStatuses: [] }, '/memberStatuses'],
    ['an unknown field in another', { positionType: { id: 1, size: 2 } }, '/positionType/size'],
    ['markup that is removed', { description: '<p style="color:red">Cook</p>' }, '/description'],
    ['auto-refresh without effect', { autoRefresh: true }, '/autoRefresh'],
  ])('400s for %s, and creates nothing', async (_, overrides, pointer) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', aJob(overrides), { prefer: 'handling=strict' });
    expect([reply.status, pointersOf(reply)]).toEqual([400, [pointer]]);
    expect((await acme.get('/jobs')).body.paging.total).toBe(0);
  });

  test.each([
    'handling=strict',
    'respond-async, handling=strict',
    'handling="strict"',
    'handling = strict; a=b',
  ])('400s for a warning when it is written %s', async (prefer) => {
    expect((await post(aJob({ wage: 1 }), { prefer })).status).toBe(400);
  });

  test.each(['handling=lenient', 'handling=strictly', 'return=minimal', ''])(
    '201s with the warning when the preference is %j',
    async (prefer) => {
      const { status, headers } = await post(aJob({ wage: 1 }), { prefer });
      expect([status, headers.get('job-warning')]).toEqual([201, 'field_unknown; pointer="/wage"']);
    },
  );

  test('400s with the warnings and the broken rules together', async () => {
    const reply = await post(aJob({ wage: 1, title: '' }), { prefer: 'handling=strict' });
    expect(pointersOf(reply).toSorted()).toEqual(['/title', '/wage']);
  });

  test('201s when there are no warnings', async () => {
    expect((await post(aJob({ id: 5 }), { prefer: 'handling=strict' })).status).toBe(201);
  });
});

describe('a referenceId', () => {
  test('409s, naming the job that has it, when it is posted a second time', async () => {
    const acme = await service.newEmployer();
    const { body: first } = await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    const second = await acme.post('/jobs', aJob({ referenceId: 'R-1', title: 'Another' }));
    expect(second.status).toBe(409);
    expect(second.headers.get('content-type')).toBe('application/problem+json');
    expect(second.body).toMatchObject({
      code: 'reference_id_taken',
      message: expect.stringContaining('"R-1"'),
      existingJob: { id: first.id, href: `${service.origin}/api/v1.1/jobs/${first.id}` },
    });
    const { body } = await acme.get('/jobs');
    expect([body.paging.total, body.data[0].title]).toEqual([1, 'Software Developer']);
  });

  test('400s rather than 409s when a rule is broken as well', async () => {
    const acme = await service.newEmployer();
    await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    expect((await acme.post('/jobs', aJob({ referenceId: 'R-1', title: '' }))).status).toBe(400);
  });

  test('201s when only another employer has it', async () => {
    await post(aJob({ referenceId: 'R-1' }));
    expect((await post(aJob({ referenceId: 'R-1' }))).status).toBe(201);
  });

  test.each([
    ['R-1', 'r-1'],
    ['é', 'e\u0301'],
    ['1', '01'],
  ])('201s for both %j and %j, which are different', async (one, other) => {
    const acme = await service.newEmployer();
    const replies = [
      await acme.post('/jobs', aJob({ referenceId: one })),
      await acme.post('/jobs', aJob({ referenceId: other })),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  });

  test('201s once and 409s 49 times when 50 POSTs use it at once', async () => {
    const acme = await service.newEmployer();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        acme.post('/jobs', aJob({ referenceId: 'R-1', title: `Job ${index}` })),
      ),
    );
    const created = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status }) => status === 409);
    expect([created.length, refused.length]).toEqual([1, 49]);
    expect(new Set(refused.map(({ body }) => body.existingJob.id))).toEqual(new Set([created[0]?.body.id]));
    const { body } = await acme.get('/jobs');
    expect([body.paging.total, body.data[0].title]).toEqual([1, created[0]?.body.title]);
  });
});

test('60 parallel creates of one employer get 60 ids and an exact total', async () => {
  const acme = await service.newEmployer();
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) => acme.post('/jobs', aJob({ title: `Job ${index}` }))),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(60);
  const { body } = await acme.get('/jobs?pageSize=100');
  expect(body.paging.total).toBe(60);
  expect(new Set(body.data.map(({ id }: { id: number }) => id))).toEqual(
    new Set(replies.map((reply) => reply.body.id)),
  );
});
