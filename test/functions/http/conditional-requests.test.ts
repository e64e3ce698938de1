import { describe, expect, test } from '@jest/globals';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import type { Reply } from '../../setup/http-client.ts';
import { startService } from '../../setup/service.ts';
import { parseConditions, requireConditions } from '../../../functions/http/operation-response.ts';
import type { Refusal } from '../../../functions/platform/errors.ts';
import type { Violation } from '../../../schemas/problem.ts';

const service = await startService();

const etagOf = ({ headers }: Reply) => headers.get('etag') ?? 'no ETag';
const ifMatch = (tag: string) => ({ 'if-match': tag });
const ifNoneMatch = (tag: string) => ({ 'if-none-match': tag });

const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();

/** An employer with a job that has the referenceId R-1. */
async function employerWithAJob(fields: Record<string, unknown> = {}) {
  const acme = await service.newEmployer();
  const created = await acme.post('/jobs', aJob({ referenceId: 'R-1', title: 'Baker', ...fields }));
  const path = `/jobs/${created.body.id}`;
  return { acme, created, path, etag: etagOf(created) };
}

function expectFailed(reply: Reply, etag: string | null) {
  expect(reply.status).toBe(412);
  expect(reply.headers.get('etag')).toBe(etag);
  expect(reply.body.code).toBe('precondition_failed');
}

// every-operation.test.ts sends the conditions on tags to each operation.
const { acme: reader, created: readJob } = await employerWithAJob({ status: 'active' });

test.each([
  ['own', `/jobs/${readJob.body.id}`, [304, 412]],
  ['public', `/public/jobs/${readJob.body.id}`, [200, 200]],
])('a read of %s data evaluates dates only if it has Last-Modified', async (_, path, expected) => {
  const dates = { 'if-modified-since': at(1), 'if-unmodified-since': at(-86_400) };
  const replies = await Promise.all(
    Object.entries(dates).map(([name, date]) => reader.get(path, { [name]: date })),
  );
  expect(replies.map(({ status }) => status)).toEqual(expected);
});

describe('a date as a condition', () => {
  const changed = '2026-11-21T10:00:02.900Z';
  // The three forms of RFC 9110, section 5.6.7.
  const [same, old, later] = [
    'Sat, 21 Nov 2026 10:00:02 GMT',
    'Saturday, 21-Nov-26 10:00:01 GMT',
    'Sat Nov 21 10:00:03 2026',
  ];

  test.each<[headers: Record<string, string>, readStatus: number, isWritten: boolean]>([
    [{ 'if-modified-since': same }, 304, true],
    [{ 'if-modified-since': later }, 304, true],
    [{ 'if-modified-since': old }, 200, true],
    [{ 'if-modified-since': '2026-11-21T10:00:03Z' }, 200, true],
    [{ 'if-modified-since': `${later}, ${later}` }, 200, true],
    [{ 'if-modified-since': later, 'if-none-match': '"other"' }, 200, true],
    [{ 'if-unmodified-since': same }, 200, true],
    [{ 'if-unmodified-since': later }, 200, true],
    [{ 'if-unmodified-since': 'yesterday' }, 200, true],
    [{ 'if-unmodified-since': old }, 412, false],
    [{ 'if-unmodified-since': old, 'if-match': '*' }, 200, true],
    [{ 'if-unmodified-since': old, 'if-modified-since': later }, 412, false],
  ])('decides about a read and a write of a job: %j %i %s', async (headers, readStatus, isWritten) => {
    setClock('2026-11-20T10:00:00Z');
    const { acme, path } = await employerWithAJob();
    setClock(changed);
    const etag = etagOf(await acme.put(path, { title: 'Chef' }));
    for (const method of ['GET', 'HEAD']) {
      expect((await acme.request(method, path, { headers })).status).toBe(readStatus);
    }
    const reply = await acme.put(path, { title: 'Cook' }, headers);
    if (isWritten) expect(reply.status).toBe(200);
    else expectFailed(reply, etag);
    expect(etagOf(await acme.get(path)) === etag).toBe(!isWritten);
  });
});

test.each(['/', '/docs', '/robots.txt'])(
  'a page or file evaluates the conditions on tags, one of them weak: %s',
  async (path) => {
    const page = await fetch(`${service.origin}${path}`);
    const etag = page.headers.get('etag') ?? '';
    const status = async (name: string, value: string) =>
      (await fetch(`${service.origin}${path}`, { headers: { [name]: value } })).status;
    expect([page.status, etag]).toEqual([200, expect.stringMatching(/^W\//)]);
    expect(await status('if-none-match', `"other", ${etag}`)).toBe(304);
    expect(await status('if-none-match', etag.slice(2))).toBe(304);
    expect(await status('if-none-match', '"other"')).toBe(200);
    expect(await status('if-match', '*')).toBe(200);
    // A weak tag never matches.
    for (const tag of ['"other"', etag]) expect(await status('if-match', tag)).toBe(412);
  },
);

describe('the ETag of a job', () => {
  test('is the same from POST, GET and a PUT without changes, and differs after each change', async () => {
    const { acme, path, etag } = await employerWithAJob();
    expect(etagOf(await acme.get(path))).toBe(etag);
    expect(etagOf(await acme.put(path, { title: 'Baker' }))).toBe(etag);
    const tags = new Set([etag]);
    const changes: [string, object][] = [
      [path, { title: 'Cook' }],
      [path, { status: 'active' }],
      ['/jobs', { referenceId: 'R-1', salary: { amount: 20, period: { id: 5 } } }],
      [path, { referenceId: null }],
    ];
    for (const [to, change] of changes) {
      const changed = await acme.put(to, change);
      expect(changed.status).toBe(200);
      expect(etagOf(await acme.get(path))).toBe(etagOf(changed));
      tags.add(etagOf(changed));
    }
    expect(tags.size).toBe(1 + changes.length);
  });

  test('is sent with Content-Location when a PUT identifies the job by referenceId', async () => {
    const { acme, path } = await employerWithAJob();
    const updated = await acme.put('/jobs', { referenceId: 'R-1', title: 'Cook' });
    const current = await acme.get(updated.headers.get('content-location') ?? '');
    expect([etagOf(current), current.text]).toEqual([etagOf(updated), updated.text]);
    expect(updated.headers.get('content-location')).toBe(`${service.origin}/api/v1.1${path}`);
    const created = await acme.put('/jobs', aJob({ referenceId: 'R-2' }));
    expect(created.headers.get('content-location')).toBe(created.headers.get('location'));
    expect(etagOf(await acme.get(created.headers.get('location') ?? ''))).toBe(etagOf(created));
  });

  test('is sent with Last-Modified, the time of the last change in seconds', async () => {
    const acme = await service.newEmployer();
    setClock('2026-11-21T10:00:01.900Z');
    const created = await acme.post('/jobs', aJob({ title: 'Baker' }));
    const path = `/jobs/${created.body.id}`;
    setClock('2026-11-21T10:00:02.100Z');
    const unchanged = await acme.put(path, { title: 'Baker' });
    const current = await acme.get(path);
    const changed = await acme.put(path, { title: 'Cook' });
    setClock('2026-11-21T10:00:03Z');
    const replies = [created, unchanged, current, changed, await acme.get(path)];
    expect(replies.map(({ headers }) => headers.get('last-modified'))).toEqual(
      [1, 1, 1, 2, 2].map((second) => `Sat, 21 Nov 2026 10:00:0${second} GMT`),
    );
  });

  test('is sent without Last-Modified while the job has no stored time, until the first change', async () => {
    const { acme, path, created } = await employerWithAJob();
    await service.db.update({
      Key: jobKeys.job(acme.employer.id, created.body.id),
      UpdateExpression: 'REMOVE modifiedAt, createdAt',
    });
    const current = await acme.get(path);
    expect(current.headers.has('last-modified')).toBe(false);
    expect(current.body).toMatchObject({ createdAt: null, updatedAt: null });
    const changed = await acme.put(path, { title: 'Cook' }, ifMatch(etagOf(current)));
    expect([changed.status, changed.headers.has('last-modified')]).toEqual([200, true]);
  });
});

test('the ETag of a list changes with any job on the page, and stays the same on other pages', async () => {
  const { acme, path } = await employerWithAJob();
  for (const title of ['Waiter', 'Cook']) await acme.post('/jobs', aJob({ title }));
  const pages = ['/jobs', '/jobs?status=draft', '/jobs?pageSize=2&page=2', '/jobs?pageSize=2'];
  const tags = () => Promise.all(pages.map(async (page) => etagOf(await acme.get(page))));
  const before = await tags();
  await acme.put(path, { title: 'Confectioner' });
  expect((await tags()).map((tag, index) => tag === before[index])).toEqual([false, false, false, true]);
});

describe('a condition on a job that does not exist', () => {
  test('does not change the 404', async () => {
    const acme = await service.newEmployer();
    for (const headers of [ifMatch('"other"'), ifMatch('*'), ifNoneMatch('*')]) {
      expect((await acme.put('/jobs/2147483647', { title: 'Cook' }, headers)).status).toBe(404);
      expect((await acme.delete('/jobs/2147483647', undefined, headers)).status).toBe(404);
      expect((await acme.delete('/jobs', { referenceId: 'R-1' }, headers)).status).toBe(404);
      expect((await acme.get('/jobs/2147483647', headers)).status).toBe(404);
    }
  });

  test('prevents a PUT by referenceId with If-Match from creating a job: the response is a 412', async () => {
    const acme = await service.newEmployer();
    for (const tag of ['*', '"other"']) {
      expectFailed(await acme.put('/jobs', aJob({ referenceId: 'R-1' }), ifMatch(tag)), null);
    }
    expect((await acme.get('/jobs')).body.paging.total).toBe(0);
  });

  test('lets one of ten PUTs at once with If-None-Match: * create the job, and 412s for the others and a later one', async () => {
    const acme = await service.newEmployer();
    const put = (title: string) => acme.put('/jobs', aJob({ referenceId: 'R-1', title }), ifNoneMatch('*'));
    const replies = await Promise.all(Array.from({ length: 10 }, (_, number) => put(`Cook ${number}`)));
    const [created, ...others] = replies.toSorted((one, two) => one.status - two.status);
    expect(created?.status).toBe(201);
    for (const reply of [...others, await put('Baker')]) expectFailed(reply, etagOf(created!));
    expect((await acme.get('/jobs')).body.data).toMatchObject([{ title: created?.body.title }]);
  });

  test('is ignored by a POST that creates a job', async () => {
    const acme = await service.newEmployer();
    for (const headers of [ifMatch('"other"'), ifMatch('nonsense'), ifNoneMatch('*')]) {
      expect((await acme.post('/jobs', aJob(), headers)).status).toBe(201);
    }
  });
});

const CURRENT = '"current"';

const names = ['If-Match', 'If-None-Match'] as const;

/** The error code of a write with the header when the entity tag is CURRENT; undefined when it succeeds. */
function evaluate(name: (typeof names)[number], value: string) {
  const violations: Violation[] = [];
  const row = { method: 'PUT' } as const;
  const conditions = parseConditions({ headers: { [name.toLowerCase()]: value } }, row, violations);
  if (violations.length > 0) return violations.map(({ header, code }) => `${header} ${code}`);
  try {
    requireConditions(conditions, () => ({ etag: CURRENT }));
  } catch (error) {
    return (error as Refusal).code;
  }
  return undefined;
}

const naming = [CURRENT, '*', `"other", ${CURRENT}`, `"a,b",,\t${CURRENT} ,`];
const namingWeakly = [`W/${CURRENT}`, `"a,b" ,,W/${CURRENT},`, `"a", "b",W/${CURRENT}`];
const namingOthers = ['"other"', 'W/"other"', '"a", "b"', '"current,"', '"CURRENT"'];

const malformedTags = ['', ',', 'abc', '"abc', 'abc"', 'w/"a"', '"a b"'];
const malformedLists = [`${CURRENT} "b"`, `${CURRENT}, b`, `*, ${CURRENT}`, `"${', '.repeat(2_000)}x`];
const malformed = [...malformedTags, ...malformedLists];

type Outcome = ReturnType<typeof evaluate>;
const outcomes: [title: string, name: (typeof names)[number], values: string[], outcome: Outcome][] = [
  ['accepts a write that names the current version', 'If-Match', naming, undefined],
  ['refuses a write that names the version weakly', 'If-Match', namingWeakly, 'precondition_failed'],
  ['refuses a write that names another version', 'If-Match', namingOthers, 'precondition_failed'],
  ['refuses a write that names the version', 'If-None-Match', naming, 'precondition_failed'],
  ['refuses a write that names the version weakly', 'If-None-Match', namingWeakly, 'precondition_failed'],
  ['accepts a write that names another version', 'If-None-Match', namingOthers, undefined],
  ['400s and is named when it is malformed', 'If-Match', malformed, ['If-Match malformed']],
  ['400s and is named when it is malformed', 'If-None-Match', malformed, ['If-None-Match malformed']],
];

describe.each(outcomes)('%s: %s', (_, name, values, outcome) => {
  test.each(values)('%j', (value) => {
    expect(evaluate(name, value)).toEqual(outcome);
  });
});
