import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../../setup/a-job.ts';
import { jobsInMemory } from '../../../setup/jobs-in-memory.ts';
import { errorPointers } from '../../../setup/http-client.ts';

const post = (body: unknown, headers?: Record<string, string>) => jobsInMemory().post('/jobs', body, headers);

/** The text of a body with one more field, so that a number appears in it exactly as written. */
const withRaw = (field: string, json: string) => `${JSON.stringify(aJob()).slice(0, -1)},"${field}":${json}}`;

describe('a field', () => {
  /** Has the addresses for both ways to apply, so that only the tested field is invalid. */
  const applicationUrl = 'https://example.com';

  const wrong: [string, unknown[]][] = [
    ['referenceId', [5, true, {}]],
    ['title', ['', ' ', '\u00a0', 5, null, []]],
    ['closeDate', [20260101, {}]],
    ['confidential', ['true', 0, {}]],
    ['autoRefresh', ['on', 1, []]],
    ['status', ['ACTIVE', 'deleted', ' draft', 1, {}]],
    ['locations', [null, '', 'Vancouver, BC', {}, []]],
    ['categories', [null, '', 23, {}, []]],
    ['positionType', [null, '', 1, 'Full Time', []]],
    ['salary', [50000, '50000', []]],
    ['description', [null, 5, {}, '', ' \n', '<p>&nbsp;<br></p>', '<script>1</script>']],
    ['applicantRoutingType', [null, '', 1, 'Email', []]],
    ['applicationEmail', [5, {}]],
    ['applicationUrl', [true, []]],
  ];
  test.each(wrong.flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
    '400s and names the field when %s is %j',
    async (field, value) => {
      const reply = await post(aJob({ applicationUrl, [field]: value }));
      expect([reply.status, errorPointers(reply)]).toEqual([400, [`/${field}`]]);
    },
  );

  test.each([
    ['locations', ['Vancouver, BC'], '/locations/0'],
    ['locations', [{}], '/locations/0/description'],
    ['locations', [{ description: 'Vancouver, BC' }, { description: ' ' }], '/locations/1/description'],
    ['categories', [null], '/categories/0'],
    ['categories', [{ id: 1 }, { id: 2 }, { id: null }], '/categories/2/id'],
    ['positionType', {}, '/positionType/id'],
  ])('400s and points at the error when %s is %j', async (field, value, pointer) => {
    const reply = await post(aJob({ applicationUrl, [field]: value }));
    expect([reply.status, errorPointers(reply)]).toEqual([400, [pointer]]);
  });

  // limits.test.ts sends an id after the last one to each field.
  test.each([0, -1, 1.5, true, null, '', '01', '1.0', ' 1', 'a', '１', '41'])(
    '400s when the id of a category is %j',
    async (id) => {
      const reply = await post(aJob({ categories: [{ id }] }));
      expect([reply.status, errorPointers(reply)]).toEqual([400, ['/categories/0/id']]);
    },
  );

  test.each(['1.0', '1e0', '10E-1', '"1"'])('201s when an id is written %s', async (id) => {
    const { status, body } = await post(
      withRaw('positionType', `{"id":${id}}`).replace('"positionType":{"id":1},', ''),
    );
    expect([status, body.positionType]).toEqual([201, { id: 1, name: 'Full Time' }]);
  });
});

const ofLine = (text: string) => ({ title: `A${text}B`, referenceId: `A${text}B` });

describe('a character', () => {
  const oneLine: [string, (text: string) => unknown, string?][] = [
    ['referenceId', (text) => `R${text}1`],
    ['title', (text) => `Cook${text}2`],
    ['applicationEmail', (text) => `a${text}b@example.com`],
    ['applicationUrl', (text) => `https://example.com/a${text}b`],
  ];
  const refused = ['\u0000', '\u0007', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00'];
  test.each(oneLine.flatMap(([field, make]) => refused.map((text) => [field, text, make(text)] as const)))(
    '400s when %s contains %j',
    async (field, _, value) => {
      const reply = await post(aJob({ [field]: value }));
      expect([reply.status, errorPointers(reply)]).toEqual([400, [`/${field}`]]);
    },
  );

  test.each([
    ['/description', (text: string) => ({ description: `<p>Cook${text}</p>` })],
    ['/locations/0/description', (text: string) => ({ locations: [{ description: `Vancouver${text}` }] })],
  ])('400s when %s has a control character or a lone surrogate', async (pointer, make) => {
    for (const text of ['\u0000', '\u0008', '\u001f', '\u007f', '\ud83d', '\ude42']) {
      const reply = await post(aJob(make(text)));
      expect([text, reply.status, errorPointers(reply)]).toEqual([text, 400, [pointer]]);
    }
  });

  test('201s when a description has tabs and line breaks, and stores them', async () => {
    const description = '<p>One\n\ttwo\r\nthree</p>';
    expect((await post(aJob({ description }))).body.description).toBe(description);
  });

  test('201s when title and referenceId have letters of any script, and stores them as sent', async () => {
    const latin = ['é', 'e\u0301', '<b> & "q"', '𝒳'];
    const others = ['漢字', '👩‍👩‍👧', 'שָׁלוֹם\u200f', 'نامه\u200cها', '\u2067שף\u2069'];
    for (const text of [...latin, ...others]) {
      const { status, body } = await post(aJob({ title: `A ${text}`, referenceId: text }));
      expect([status, body.title, body.referenceId]).toEqual([201, `A ${text}`, text]);
    }
  });

  const invisible = ['\u200B', '\u00AD', '\u2060\uFE0F', '\u3164', '\u2800', '\u202A\u202C'];
  const leftOpen = ['\u202D', '\u202E', '\u202A', '\u2067', '\u2069', '\u202C', '\u2067\u202C'];
  test.each<[string, string[], (text: string) => object]>([
    ['only invisible characters', invisible, (text) => ({ title: text, referenceId: text })],
    ['a line break', ['\u2028', '\u2029'], ofLine],
    ['a direction left open', leftOpen, ofLine],
  ])('400s when title and referenceId contain %s', async (_, texts, make) => {
    for (const text of texts) {
      const reply = await post(aJob({ ...make(text) }));
      expect([text, errorPointers(reply).toSorted()]).toEqual([text, ['/referenceId', '/title']]);
    }
  });

  test('400s when applicationUrl contains an unclosed text direction, or the referenceId begins or ends with a blank', async () => {
    expect(errorPointers(await post(aJob({ applicationUrl: 'https://example.com/\u202E' })))).toEqual([
      '/applicationUrl',
    ]);
    for (const referenceId of [' R', 'R ', '   ', '\u00a0R']) {
      expect(errorPointers(await post(aJob({ referenceId })))).toEqual(['/referenceId']);
    }
  });
});

describe('closeDate', () => {
  test.each(['2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    '201s when it is %s',
    async (closeDate) => {
      const { status, body } = await post(aJob({ closeDate }));
      expect([status, body.closeDate]).toEqual([201, closeDate]);
    },
  );

  const noDays = ['2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-01-00'];
  const otherNotations = ['2026-1-1', '20260101', '2026/01/01', '2026-W01-1', 'tomorrow', '２０２６-01-01'];
  const withMore = ['2026-01-01T05:00:00Z', ' 2026-01-01', '+2026-01-01', '10000-01-01'];
  test.each([...noDays, ...otherNotations, ...withMore])('400s when it is %j', async (closeDate) => {
    const reply = await post(aJob({ closeDate }));
    expect([reply.status, errorPointers(reply)]).toEqual([400, ['/closeDate']]);
    expect(reply.body.message).toContain('YYYY-MM-DD');
  });
});

describe('salary', () => {
  const exact = { '0': '0.0000', '0.0001': '0.0001', '0.1': '0.1000', '19.99': '19.9900', '1.005': '1.0050' };
  const large = { '5e4': '50000.0000', '1.5E+2': '150.0000', '99999999999.9999': '99999999999.9999' };
  // 20 + 224 / 100 and 4.35 * 100 in JavaScript; Decimal(0.1) in Python.
  const rounded = {
    '22.240000000000002': '22.2400',
    '434.99999999999994': '435.0000',
    '0.1000000000000000055511151231257827': '0.1000',
    '50000.00000000000000001': '50000.0000',
    '99999999999.99990001': '99999999999.9999',
  };
  test.each([
    ...Object.entries({ ...exact, ...large }).map((each) => [...each, null] as const),
    ...Object.entries(rounded).map(
      (each) =>
        [
          ...each,
          'amount_rounded; pointer="/salary/amount", amount_rounded; pointer="/salary/maxAmount"',
        ] as const,
    ),
  ])('201s when an amount is %s, and stores %s with the warning %j', async (amount, stored, warning) => {
    const amounts = `"amount":${amount},"maxAmount":${amount},"period":{"id":5}`;
    const { status, text, headers } = await post(withRaw('salary', `{${amounts}}`));
    expect([status, headers.get('job-warning')]).toEqual([201, warning]);
    expect(text).toContain(`"salary":{"amount":${stored},"maxAmount":${stored},"period":{"id":5,`);
  });

  const decimals = 'must be an amount with at most four decimals, such as 22.24.';
  const most = 'must be at most 99999999999.9999.';
  test.each([
    ['22.24000000000001', 'too_many_decimals', decimals],
    ['0.00001', 'too_many_decimals', decimals],
    ['1e-400', 'too_many_decimals', decimals],
    ['-1', 'too_small', 'must be at least 0.'],
    ['1e11', 'too_large', most],
    ['1e400', 'too_large', most],
    ['"20"', 'wrong_type', 'must be a number or null.'],
    ['"50,000.00"', 'wrong_type', 'must be a number or null.'],
  ])('400s with only one violation when an amount is %s', async (amount, code, message) => {
    const reply = await post(withRaw('salary', `{"amount":${amount},"period":{"id":1}}`));
    expect(reply.body.errors).toEqual([
      { pointer: '/salary/amount', code, message: `salary.amount ${message}` },
    ]);
  });

  test.each([
    [{}, '/salary/amount', '/salary/period'],
    [{ period: { id: 1 } }, '/salary/amount'],
    [{ amount: null, maxAmount: 5, period: { id: 1 } }, '/salary/amount'],
    [{ amount: 5, period: { id: '' } }, '/salary/period'],
    [{ amount: 5, period: 1 }, '/salary/period'],
    [{ amount: 5, period: {} }, '/salary/period/id'],
    [{ amount: 5, period: { id: 1 }, plusCommission: 'true' }, '/salary/plusCommission'],
  ])('400s when it is %j, and names %s', async (salary, ...pointers) => {
    const reply = await post(aJob({ salary }));
    expect([reply.status, errorPointers(reply)]).toEqual([400, pointers]);
  });

  test.each([
    [''],
    [{ amount: '' }],
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
    [{ applicationUrl: '' }],
    [{ applicantRoutingType: { id: 2 }, applicationEmail: '', applicationUrl: 'https://example.com' }],
  ])('201s when the address of the other way is empty: %j', async (overrides) => {
    const { status, body } = await post(aJob(overrides));
    expect(status).toBe(201);
    expect([body.applicationEmail, body.applicationUrl]).toContain(null);
  });

  const usual = ['a@b.ca', 'JOBS@EXAMPLE.COM', 'first.last@jobs.example.co.uk', "o'brien+jobs@example.com"];
  test.each([...usual, 'x_y-z@a-b.ca', 'jobs@xn--bcher-kva.example'])(
    '201s when applicationEmail is %s',
    async (applicationEmail) => {
      const { status, body } = await post(aJob({ applicationEmail }));
      expect([status, body.applicationEmail]).toEqual([201, applicationEmail]);
    },
  );

  test.each([
    [{ applicationEmail: '\u00A0jobs@example.com ' }, 'jobs@example.com'],
    [{ applicantRoutingType: { id: 2 }, applicationUrl: ' https://example.com\n' }, 'https://example.com'],
  ])('201s without the spaces around %j', async (fields, address) => {
    const { status, body } = await post(aJob(fields));
    expect(status).toBe(201);
    expect([body.applicationEmail, body.applicationUrl]).toContain(address);
  });

  const incomplete = ['jobs', 'jobs@', '@example.com', 'jobs@example', 'jobs@@example.com', 'a@b@c.com'];
  const several = ['jobs@example.com,hr@example.com', 'jobs@example.com; hr@example.com'];
  const wrapped = ['Jobs <jobs@example.com>', '<jobs@example.com>', 'mailto:jobs@example.com'];
  const dotted = ['jobs@example..com', '.jobs@example.com', 'jobs.@example.com', 'jobs@example.com.'];
  const hosts = ['jobs@-example.com', 'jobs@[127.0.0.1]'];
  const blanks = ['a b@example.com', 'jobs @example.com', '"jobs"@example.com'];
  const smuggled = [
    'jobs@example.com\r\nBcc: x@example.com',
    '=?utf-8?q?ceo=40acme.example?=@evil.example',
    'a.=?utf-8?b?Y2Vv?=@evil.example',
  ];
  test.each([incomplete, several, wrapped, dotted, hosts, blanks, smuggled].flat())(
    '400s when applicationEmail is %j',
    async (applicationEmail) => {
      const reply = await post(aJob({ applicationEmail }));
      expect([reply.status, errorPointers(reply)]).toEqual([400, ['/applicationEmail']]);
    },
  );

  test.each([
    'http://example.com',
    'https://example.com/apply?job=1&lang=fr#top',
    'HTTPS://EXAMPLE.COM/APPLY',
    'http://localhost:8080/apply',
    'http://127.0.0.1/',
    'https://example.com/é/%20',
    'https://bücher.example/',
  ])('201s when applicationUrl is %s, and stores it as sent', async (applicationUrl) => {
    const { status, body } = await post(aJob({ applicantRoutingType: { id: 2 }, applicationUrl }));
    expect([status, body.applicationUrl]).toEqual([201, applicationUrl]);
  });

  const otherSchemes = ['ftp://example.com', 'mailto:jobs@example.com', 'javascript:alert(1)'];
  const withoutScheme = ['example.com/apply', 'www.example.com', '//example.com'];
  const withoutHost = ['https:example.com', 'https:/example.com', 'https://', 'https:///apply', 'https://?a'];
  const withUser = ['https://user:secret@example.com', 'https://user@example.com'];
  const backslashes = ['https:\\\\example.com', 'https://example.com\\apply'];
  const blank = ['https://example.com/a b', 'https:// example.com', 'https://example.com/\na'];
  const brokenHosts = ['https://example.com:99999/', 'https://[::1', 'https://exa<mple.com/'];
  test.each([otherSchemes, withoutScheme, withoutHost, withUser, backslashes, blank, brokenHosts].flat())(
    '400s when applicationUrl is %j',
    async (applicationUrl) => {
      const reply = await post(aJob({ applicantRoutingType: { id: 2 }, applicationUrl }));
      expect([reply.status, errorPointers(reply)]).toEqual([400, ['/applicationUrl']]);
    },
  );
});
