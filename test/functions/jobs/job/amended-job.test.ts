import { describe, expect, test } from '@jest/globals';
import { aFullJob } from '../../../setup/a-job.ts';
import { employerWithJobInMemory } from '../../../setup/jobs-in-memory.ts';
import { errorPointers } from '../../../setup/http-client.ts';

const salary = { amount: 50000, maxAmount: 60000, period: { id: 1 }, plusCommission: true };

const employerWithJob = (fields: Record<string, unknown> = {}) =>
  employerWithJobInMemory(fields, { plan: 'unlimited' });

test.each([
  [{ maxAmount: 70000.5 }, { maxAmount: 70000.5 }],
  [{ maxAmount: '' }, { maxAmount: null }],
  [{ plusCommission: false }, { plusCommission: false }],
  [{ period: { id: 2 } }, { period: { id: 2, name: 'Monthly', unit: 'month' } }],
  [
    { amount: 5, period: { id: '5' } },
    { amount: 5, period: { id: 5, name: 'Hourly', unit: 'hour' } },
  ],
])('a partial update 200s and changes only the sent members of a salary: %j', async (sent, answered) => {
  const { acme, job, path } = await employerWithJob({ salary });
  const { status, body } = await acme.put(path, { salary: sent });
  expect([status, body]).toEqual([
    200,
    { ...job, updatedAt: expect.any(String), salary: { ...job.salary, ...answered } },
  ]);
});

describe('an empty value', () => {
  test.each([
    ['referenceId', null],
    ['salary', ''],
    ['salary', { amount: '', maxAmount: '', period: { id: '' }, plusCommission: '' }],
    ['benefits', []],
    ['usesAi', ''],
    ['hoursPerWeek', ''],
    ['applicationEmail', ''],
  ])('clears an optional field (200): %s set to %j', async (field, value) => {
    const { acme, job, path } = await employerWithJob(aFullJob());
    const { status, body } = await acme.put(path, { [field]: value });
    expect([status, body]).toEqual([200, { ...job, updatedAt: expect.any(String), [field]: null }]);
    expect((await acme.get(path)).body).toEqual({ ...job, updatedAt: expect.any(String), [field]: null });
  });

  test.each([
    ['confidential', null],
    ['autoRefresh', null],
    ['status', ''],
  ])(
    'causes a warning and keeps the value when the field cannot be cleared: %s set to %j',
    async (field, value) => {
      const { acme, job, path } = await employerWithJob(aFullJob());
      const { status, body, headers } = await acme.put(path, { [field]: value, title: 'Cook' });
      expect([status, body]).toEqual([200, { ...job, updatedAt: expect.any(String), title: 'Cook' }]);
      expect(headers.get('job-warning')).toBe(`empty_ignored; pointer="/${field}"`);
      const strict = await acme.put(path, { [field]: value }, { prefer: 'handling=strict' });
      expect([strict.status, errorPointers(strict)]).toEqual([400, [`/${field}`]]);
    },
  );

  test.each([
    ['period', ''],
    ['period', { id: '' }],
    ['plusCommission', ''],
  ])(
    'causes a warning and keeps the value when the salary member cannot be cleared: %s set to %j',
    async (member, value) => {
      const { acme, job, path } = await employerWithJob(aFullJob());
      const { status, body, headers } = await acme.put(path, {
        salary: { [member]: value, maxAmount: 70000 },
      });
      expect([status, body]).toEqual([
        200,
        { ...job, updatedAt: expect.any(String), salary: { ...job.salary, maxAmount: 70000 } },
      ]);
      expect(headers.get('job-warning')).toBe(`empty_ignored; pointer="/salary/${member}"`);
    },
  );

  const required = [
    'title',
    'locations',
    'categories',
    'positionType',
    'description',
    'applicantRoutingType',
  ];
  test.each([
    ...required.map((field): [string, unknown] => [field, null]),
    ['applicationUrl', ''] as const,
    ['locations', []] as const,
    ['description', '<p> </p>'] as const,
  ])(
    '400s and changes no field when the update clears a required field: %s set to %j',
    async (field, value) => {
      const { acme, text, path } = await employerWithJob(aFullJob());
      const reply = await acme.put(path, { [field]: value });
      expect([reply.status, errorPointers(reply)]).toEqual([400, [`/${field}`]]);
      expect((await acme.get(path)).text).toBe(text);
    },
  );
});

describe('a rule that involves several fields', () => {
  const byUrl = {
    applicantRoutingType: { id: 2 },
    applicationEmail: null,
    applicationUrl: 'https://a.example',
  };
  const [max, amount, period] = ['/salary/maxAmount', '/salary/amount', '/salary/period'];

  test.each<[string, object, object, ...string[]]>([
    ['maxAmount falls below the amount', { salary }, { salary: { maxAmount: 49999.9999 } }, max],
    ['the amount rises above maxAmount', { salary }, { salary: { amount: 60000.5, period: { id: 1 } } }, max],
    ['a maxAmount comes without a salary', {}, { salary: { maxAmount: 5 } }, amount, period],
    ['a period comes without a salary', {}, { salary: { period: { id: 1 } } }, amount],
    ['the amount alone is cleared', { salary }, { salary: { amount: null, maxAmount: 5 } }, amount, period],
    // The period is required on write when the amount is given.
    ['an amount comes without its period', { salary }, { salary: { amount: 55000 } }, period],
    ['routing becomes 2 without a URL', {}, { applicantRoutingType: { id: 2 } }, '/applicationUrl'],
    ['the e-mail of routing 1 is cleared', {}, { applicationEmail: null }, '/applicationEmail'],
    ['routing becomes 1 without an e-mail', byUrl, { applicantRoutingType: { id: 1 } }, '/applicationEmail'],
  ])('400s, checked on the merged job, when %s', async (_, stored, sent, ...pointers) => {
    const { acme, text, path } = await employerWithJob({ ...stored });
    const reply = await acme.put(path, sent);
    expect([reply.status, errorPointers(reply)]).toEqual([400, pointers]);
    expect((await acme.get(path)).text).toBe(text);
  });

  test('200s when the job already has the other field that the rule requires', async () => {
    const { acme, path } = await employerWithJob({ applicationUrl: 'https://example.com' });
    expect((await acme.put(path, { applicantRoutingType: { id: 2 } })).status).toBe(200);
    expect((await acme.put(path, { applicationEmail: '' })).status).toBe(200);
  });

  test('400s with all violations together, and applies none of the valid changes', async () => {
    const { acme, text, path } = await employerWithJob();
    const reply = await acme.put(path, {
      title: '',
      status: 'active',
      closeDate: 'soon',
      applicationEmail: null,
      categories: [{ id: 1 }, { id: 99 }],
    });
    expect(new Set(errorPointers(reply))).toEqual(
      new Set(['/title', '/closeDate', '/applicationEmail', '/categories/1/id']),
    );
    expect((await acme.get(path)).text).toBe(text);
  });
});

const when = { text: 'When can you start?', type: 'date' };
const which = { text: 'Which shift?', type: 'choice', options: ['Day', 'Night'] };

const ids = (questions: { id: string }[]) => questions.map((question) => question.id);

describe('the questions of a job', () => {
  test('have all members in responses, and keep their ids when the list is sent again, even in a different order', async () => {
    const { acme, job, path } = await employerWithJobInMemory({ questions: [when, which] });
    const id = expect.stringMatching(/^[0-9a-f]{12}$/);
    expect(job.questions).toEqual([
      { id, ...when, required: false, options: [] },
      { id, ...which, required: false },
    ]);
    const { body } = await acme.put(path, { questions: [{ ...which, required: true }, when] });
    expect(ids(body.questions)).toEqual(ids(job.questions).toReversed());
    const submitted = { ...which, options: ['Day', 'Evening'] };
    const changed = await acme.put(path, { questions: [submitted] });
    expect(ids(job.questions)).not.toContain(changed.body.questions[0].id);
  });

  test.each([[null], [[]], ['']])('become an empty list when the update sends %j', async (questions) => {
    const { acme, path } = await employerWithJobInMemory({ questions: [when] });
    const { status, body } = await acme.put(path, { questions });
    expect([status, body.questions]).toEqual([200, []]);
  });
});
