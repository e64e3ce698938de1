import { describe, expect, test } from '@jest/globals';
import { REFERENCES_MAX, REFERENCES_MAX_BYTES } from '../../../schemas/limits.ts';
import { aJob } from '../../setup/a-job.ts';
import type { Client } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const queryOf = (referenceIds: readonly string[]) =>
  new URLSearchParams(
    referenceIds.map((referenceId): [string, string] => ['referenceId', referenceId]),
  ).toString();

const listByReference = (client: Client, referenceIds: readonly string[]) =>
  client.get(`/jobs?${queryOf(referenceIds)}`);

const namesIn = ({ data }: { data: { referenceId: string }[] }) => data.map(({ referenceId }) => referenceId);

/** An employer with a job of each referenceId. */
async function employerWith(...referenceIds: string[]) {
  const acme = await service.newEmployer();
  const operations = referenceIds.map((referenceId) => ({
    operation: 'create',
    body: aJob({ referenceId }),
  }));
  await acme.post('/jobs/batch', { operations });
  return acme;
}

describe('a list of jobs by referenceId', () => {
  test('has the headers of existing jobs, in the requested order, each once', async () => {
    const acme = await employerWith('a,b', 'É&=', 'R-3');
    const { status, body } = await listByReference(acme, ['R-3', 'none', 'É&=', 'a,b', 'R-3']);
    expect([status, namesIn(body)]).toEqual([200, ['R-3', 'É&=', 'a,b']]);
    expect(body.paging).toEqual({ total: 3, page: 1, pages: 1, pageSize: 100, previous: null, next: null });
    const listed = (await acme.get('/jobs')).body.data;
    expect(body.data[0]).toEqual(listed.find((job: { referenceId: string }) => job.referenceId === 'R-3'));
  });

  test('has no job of another employer', async () => {
    await employerWith('R-1');
    const { body } = await listByReference(await service.newEmployer(), ['R-1']);
    expect(body.data).toEqual([]);
  });

  test(`accepts ${REFERENCES_MAX} referenceIds, and refuses one more`, async () => {
    const ids = Array.from({ length: REFERENCES_MAX }, (_, n) => `R-${n}`);
    const acme = await employerWith(...ids);
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

  test('is the same when a client also sends the defaults of the other parameters, as generated clients do', async () => {
    const acme = await employerWith('R-1');
    const { status, body } = await acme.get('/jobs?referenceId=R-1&page=1&pageSize=10');
    expect([status, namesIn(body), body.paging.pageSize]).toEqual([200, ['R-1'], 100]);
  });

  test.each(['q=a', 'status=draft', 'page=2', 'pageSize=11'])(
    '400s when the query also contains %s',
    async (other) => {
      const acme = await service.newEmployer();
      const { status, body } = await acme.get(`/jobs?referenceId=R-1&${other}`);
      const [parameter] = other.split('=');
      expect([status, body.errors]).toMatchObject([400, [{ parameter, code: 'not_allowed' }]]);
    },
  );

  test.each([
    ['', 'empty'],
    [' R-1', 'malformed'],
    ['x'.repeat(51), 'too_long'],
  ])('400s for a referenceId that no job can have: "%s"', async (referenceId, code) => {
    const acme = await service.newEmployer();
    const { status, body } = await listByReference(acme, ['R-1', referenceId]);
    expect([status, body.errors]).toMatchObject([400, [{ parameter: 'referenceId', code }]]);
  });
});
