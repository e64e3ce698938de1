import { describe, expect, test } from '@jest/globals';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { IDEMPOTENCY_KEY_MAX } from '../../../schemas/limits.ts';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { type Reply, countJobs } from '../../setup/http-client.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();

const withKey = (key: string) => ({ 'idempotency-key': key });
const isReplay = ({ headers }: Reply) => headers.get('idempotent-replayed') === 'true';

describe('a POST that is repeated with its Idempotency-Key', () => {
  test('returns the first response again, marked as a replay, whatever the whitespace and key order of the body', async () => {
    const acme = await service.newEmployer();
    const salary = { amount: 20, period: { id: 5 }, maxAmount: 30 };
    const body = aJob({ salary, description: '<h1>A job</h1>', careerLevels: [] });
    setClock('2026-11-21T10:00:00.400Z');
    const original = await acme.post('/jobs', body, withKey('sync-1'));
    setClock('2026-11-21T11:00:00Z');
    const { title, ...rest } = body;
    const { maxAmount, ...others } = salary;
    const reordered = JSON.stringify({ ...rest, salary: { maxAmount, ...others }, title }, undefined, 2);
    const replay = await acme.post('/jobs', reordered, withKey('sync-1'));
    expect([original.status, replay.status]).toEqual([201, 201]);
    expect(replay.text).toBe(original.text);
    for (const name of ['location', 'link', 'content-type', 'etag', 'last-modified', 'job-warning']) {
      expect([name, replay.headers.get(name)]).toEqual([name, original.headers.get(name) ?? 'missing']);
    }
    expect([isReplay(original), isReplay(replay)]).toEqual([false, true]);
    expect(original.headers.has('idempotent-replayed')).toBe(false);
    await acme.post('/jobs', body);
    expect(await countJobs(acme)).toBe(2);
  });

  test('creates a job for each employer that sends the same key and body', async () => {
    const employers = [await service.newEmployer(), await service.newEmployer()];
    const replies = await Promise.all(employers.map(({ post }) => post('/jobs', aJob(), withKey('same'))));
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies.map(isReplay)).toEqual([false, false]);
  });

  test('returns the first response even after the job has been changed or deleted', async () => {
    const acme = await service.newEmployer();
    const original = await acme.post('/jobs', aJob(), withKey('sync-1'));
    await acme.put(`/jobs/${original.body.id}`, { title: 'Changed' });
    expect((await acme.post('/jobs', aJob(), withKey('sync-1'))).text).toBe(original.text);
    await acme.delete(`/jobs/${original.body.id}`);
    expect((await acme.post('/jobs', aJob(), withKey('sync-1'))).text).toBe(original.text);
    expect(await countJobs(acme)).toBe(0);
  });

  test('works for a job whose JSON exceeds the size limit of an item', async () => {
    const acme = await service.newEmployer();
    const body = aJob({ description: `<p>${'"'.repeat(230_000)}</p>` });
    const original = await acme.post('/jobs', body, withKey('sync-1'));
    const replay = await acme.post('/jobs', body, withKey('sync-1'));
    expect(original.text.length).toBeGreaterThan(400 * 1024);
    expect([original.status, replay.status, isReplay(replay)]).toEqual([201, 201, true]);
    expect(replay.text === original.text).toBe(true);
  });
});

describe('an Idempotency-Key', () => {
  test('422s when it is sent with a different body, and changes no job', async () => {
    const acme = await service.newEmployer();
    await acme.post('/jobs', aJob({ title: 'Baker' }), withKey('sync-1'));
    for (const other of [aJob({ title: 'Cook' }), aJob({ title: 'Baker', status: 'draft' })]) {
      const reply = await acme.post('/jobs', other, withKey('sync-1'));
      expect([reply.status, reply.body.code]).toEqual([422, 'idempotency_key_reused']);
      expect(reply.body.message).toContain('Idempotency-Key');
      expect(reply.headers.has('etag')).toBe(false);
    }
    expect(await countJobs(acme)).toBe(1);
  });

  test('accepts exactly one of ten different concurrent bodies, and 422s the others', async () => {
    const acme = await service.newEmployer();
    const titles = Array.from({ length: 10 }, (_, number) => `Cook ${number}`);
    const replies = await Promise.all(
      titles.map((title) => acme.post('/jobs', aJob({ title }), withKey('sync-1'))),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array<number>(9).fill(422)]);
    expect(await countJobs(acme)).toBe(1);
  });

  test('can be used again with a corrected body after an error', async () => {
    const acme = await service.newEmployer();
    expect((await acme.post('/jobs', aJob({ title: '' }), withKey('sync-1'))).status).toBe(400);
    await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    expect((await acme.post('/jobs', aJob({ referenceId: 'R-1' }), withKey('sync-1'))).status).toBe(409);
    const mended = await acme.post('/jobs', aJob({ referenceId: 'R-2' }), withKey('sync-1'));
    expect([mended.status, isReplay(mended)]).toEqual([201, false]);
  });

  test('is stored for 24 hours, and can be used for a new request afterwards, even if its record still exists', async () => {
    const acme = await service.newEmployer();
    const day = 24 * 60 * 60 * 1_000;
    const noon = Date.parse('2026-06-01T12:00:00Z');
    setClock(noon);
    const original = await acme.post('/jobs', aJob(), withKey('sync-1'));
    setClock(noon + day - 1_000);
    expect((await acme.post('/jobs', aJob(), withKey('sync-1'))).text).toBe(original.text);
    setClock(noon + day);
    const next = await acme.post('/jobs', aJob({ title: 'Cook' }), withKey('sync-1'));
    expect([next.status, isReplay(next)]).toEqual([201, false]);
    const replay = await acme.post('/jobs', aJob({ title: 'Cook' }), withKey('sync-1'));
    expect([replay.text, isReplay(replay)]).toEqual([next.text, true]);
    expect(await countJobs(acme)).toBe(2);
  });

  test('may contain every visible ASCII character, up to the maximum length', async () => {
    const acme = await service.newEmployer();
    const odd = ['!', '"8e03978e-40d5"', "#$%&'()*+-./09:;<=>?@AZ[\\]^_`az{|}~"];
    for (const key of [...odd, 'k'.repeat(IDEMPOTENCY_KEY_MAX)]) {
      for (const isRepeated of [false, true]) {
        const reply = await acme.post('/jobs', aJob(), withKey(key));
        expect([key, reply.status, isReplay(reply)]).toEqual([key, 201, isRepeated]);
      }
    }
  });

  test.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(IDEMPOTENCY_KEY_MAX + 1)],
    ['two words', 'night sync'],
    ['a tab', 'night\tsync'],
    ['not ASCII', 'cl\u00e9'],
    ['two keys, as from two headers', 'sync-1,sync-2'],
  ])('400s and names the header when it is %s', async (_, key) => {
    const { status, body } = await jobsInMemory().post('/jobs', aJob(), withKey(key));
    const errors = [{ header: 'Idempotency-Key', code: 'malformed' }];
    expect([status, body]).toMatchObject([400, { code: 'validation_failed', errors }]);
    expect(body.message).toContain('1 to 255 visible ASCII characters');
  });

  test('is ignored by operations that are idempotent without a key', async () => {
    const acme = await service.newEmployer();
    const body = aJob({ referenceId: 'R-1' });
    expect((await acme.put('/jobs', body, withKey('no key at all'))).status).toBe(201);
    await acme.put('/jobs', { ...body, title: 'Cook' }, withKey('sync-1'));
    const { text } = await acme.put('/jobs', { ...body, title: 'Baker' }, withKey('sync-1'));
    expect(text).toContain('Baker');
  });

  test('is encrypted or hashed in the table, and so is the response', async () => {
    const acme = await service.newEmployer();
    await acme.post('/jobs', aJob({ title: 'Secret title' }), withKey('sync-1'));
    const items = await service.db.query({
      KeyConditionExpression: 'PK = :PK AND SK BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':PK': accountKeys.employer(acme.employer.id).PK,
        ':from': 'IDEMPOTENCY#',
        ':to': 'IDEMPOTENCY#~',
      },
    });
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toMatch(/sync-1|Secret title/);
  });
});
