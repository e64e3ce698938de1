import { describe, expect, test } from '@jest/globals';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import { JobStatus } from '../../../schemas/job.ts';
import { aJob } from '../../setup/a-job.ts';
import { createJobs } from '../../setup/job-lists.ts';
import type { Client } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { REFERENCES_MAX, REFERENCES_MAX_BYTES } from '../../../schemas/limits.ts';

const service = sharedService();

/** An employer with one job for each referenceId, with alternating statuses, and one job without a referenceId. */
async function employerWith(referenceIds: readonly string[]) {
  const acme = await service.newEmployer();
  await acme.post('/jobs', aJob());
  const jobs = referenceIds.map((referenceId, index) => ({ referenceId, status: statusAt(index) }));
  return { acme, ids: await createJobs(acme, jobs) };
}

const statuses = JobStatus.enum;
const statusAt = (index: number) => statuses.at(index % statuses.length);

const namesIn = ({ data }: { data: { referenceId: string }[] }) => data.map(({ referenceId }) => referenceId);

/** All references, page by page. */
async function walk(client: Client, first: string): Promise<string[]> {
  const names: string[] = [];
  for (let next: string | null = first; next !== null;) {
    const { status, body } = await client.get(next);
    expect(status).toBe(200);
    names.push(...namesIn(body));
    ({ next } = body.paging);
  }
  return names;
}

/** ReferenceIds that are neighbours in byte order, and ones that a query must encode. */
const names = ['a', 'a&b=', 'a b', 'a+b', 'aa', 'b', 'É', 'é', 'Z', '🙂', '～'];
const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe('the list of references', () => {
  test('has each referenceId once, with the id and the status of its job, in byte order', async () => {
    const { acme, ids } = await employerWith(names);
    const { status, body } = await acme.get('/jobs/references');
    expect([status, body.paging]).toEqual([200, { next: null }]);
    expect(namesIn(body)).toEqual(sorted);
    for (const { referenceId, id, status: current } of body.data) {
      const index = names.indexOf(referenceId);
      expect([id, current]).toEqual([ids[index], statusAt(index)]);
    }
    for (const limit of [1, names.length - 1, names.length]) {
      expect(await walk(acme, `/jobs/references?limit=${limit}`)).toEqual(sorted);
    }
  });

  test('shows a changed referenceId and a deletion in the next request, which may begin after a deleted one', async () => {
    const { acme, ids } = await employerWith(['a', 'b', 'c']);
    await acme.put(`/jobs/${ids[0]}`, { referenceId: 'd' });
    await acme.delete('/jobs', { referenceId: 'b' });
    for (const query of ['', '?after=b'])
      expect(namesIn((await acme.get(`/jobs/references${query}`)).body)).toEqual(['c', 'd']);
  });

  test('filters by prefix and status, also in combination with after, and returns each referenceId once', async () => {
    const { acme } = await employerWith(names);
    for (const prefix of ['', 'a', 'aa', 'a&', 'é', '🙂', 'x']) {
      const expected = sorted.filter((name) => name.startsWith(prefix));
      const query = `prefix=${encodeURIComponent(prefix)}`;
      expect(await walk(acme, `/jobs/references?${query}&limit=2`)).toEqual(expected);
      const drafts = expected.filter((name) => statusAt(names.indexOf(name)) === 'draft');
      expect(await walk(acme, `/jobs/references?${query}&status=draft&limit=1`)).toEqual(drafts);
      for (const after of ['Z', 'a', 'aa', 'é', '🙂🙂']) {
        const isActive = (name: string) => statusAt(names.indexOf(name)) === 'active';
        const isLater = (name: string) => Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0;
        const path = `/jobs/references?${query}&status=active&after=${encodeURIComponent(after)}`;
        expect(await walk(acme, path)).toEqual(expected.filter((name) => isLater(name) && isActive(name)));
      }
    }
  });

  test('reads the status from the job when the index has none', async () => {
    const { acme, ids } = await employerWith(['a', 'b']);
    await service.db.update({
      Key: jobKeys.job(acme.employer.id, ids[0] ?? 0),
      UpdateExpression: 'REMOVE #reference',
      ExpressionAttributeNames: { '#reference': attributes.reference },
    });
    const { body } = await acme.get('/jobs/references');
    expect(body.data).toEqual([
      { referenceId: 'a', id: ids[0], status: statusAt(0) },
      { referenceId: 'b', id: ids[1], status: statusAt(1) },
    ]);
  });

  test('400s with an unknown status', async () => {
    const { status, body } = await (await service.newEmployer()).get('/jobs/references?status=open');
    expect([status, body.errors]).toMatchObject([400, [{ parameter: 'status' }]]);
  });
});

const queryOf = (referenceIds: readonly string[]) =>
  new URLSearchParams(
    referenceIds.map((referenceId): [string, string] => ['referenceId', referenceId]),
  ).toString();

const listByReference = (client: Client, referenceIds: readonly string[]) =>
  client.get(`/jobs?${queryOf(referenceIds)}`);

describe('a list of jobs by referenceId', () => {
  test('has the headers of existing jobs, in the requested order, each once', async () => {
    const { acme } = await employerWith(['a,b', 'É&=', 'R-3']);
    const { status, body } = await listByReference(acme, ['R-3', 'none', 'É&=', 'a,b', 'R-3']);
    expect([status, namesIn(body)]).toEqual([200, ['R-3', 'É&=', 'a,b']]);
    expect(body.paging).toEqual({ total: 3, page: 1, pages: 1, pageSize: 100, previous: null, next: null });
    const listed = (await acme.get('/jobs')).body.data;
    expect(body.data[0]).toEqual(listed.find((job: { referenceId: string }) => job.referenceId === 'R-3'));
  });

  test(`accepts ${REFERENCES_MAX} referenceIds, and refuses one more`, async () => {
    const ids = Array.from({ length: REFERENCES_MAX }, (_, n) => `R-${n}`);
    const { acme } = await employerWith(ids);
    expect(namesIn((await listByReference(acme, ids)).body)).toEqual(ids);
    const { status, body } = await listByReference(acme, [...ids, 'R']);
    expect([status, body.errors]).toMatchObject([400, [{ parameter: 'referenceId', code: 'too_many' }]]);
  });

  test(`accepts a query of ${REFERENCES_MAX_BYTES} bytes, and refuses one byte more`, async () => {
    const acme = await service.newEmployer();
    const ids = Array.from({ length: 80 }, (_, n) => `${n}é${'x'.repeat(40)}`);
    const rest = REFERENCES_MAX_BYTES - queryOf(ids).length - '&_='.length;
    const ask = (bytes: number) => acme.get(`/jobs?${queryOf(ids)}&_=${'x'.repeat(bytes)}`);
    expect((await ask(rest)).status).toBe(200);
    const { status, body } = await ask(rest + 1);
    expect([status, body.errors]).toMatchObject([400, [{ parameter: 'referenceId', code: 'too_long' }]]);
  });

  test('is not changed by parameters with their default values, which generated clients send', async () => {
    const { acme } = await employerWith(['R-1']);
    const { status, body } = await acme.get('/jobs?referenceId=R-1&page=1&pageSize=10');
    expect([status, namesIn(body), body.paging.pageSize]).toEqual([200, ['R-1'], 100]);
  });

  test.each([
    ...['q=a', 'status=draft', 'page=2', 'pageSize=11'].map((other) => [other, 'not_allowed']),
    // No job can have this one.
    ['referenceId=+R-1', 'malformed'],
  ])('400s when the query also contains %s', async (other = '', code = '') => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.get(`/jobs?referenceId=R-1&${other}`);
    const [parameter] = other.split('=');
    expect([status, body.errors]).toMatchObject([400, [{ parameter, code }]]);
  });
});
