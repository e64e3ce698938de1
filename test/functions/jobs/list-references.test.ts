import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import type { Client } from '../../setup/client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

/** An employer with a job of each referenceId, and one without. */
async function employerWith(referenceIds: readonly string[]) {
  const acme = await service.newEmployer();
  const operations = [null, ...referenceIds].map((referenceId) => ({
    operation: 'create',
    body: aJob({ referenceId }),
  }));
  const { body } = await acme.post('/jobs/batch', { operations });
  return { acme, ids: body.results.slice(1).map(({ id }: { id: number }) => id) as number[] };
}

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

/** Neighbours in the order of bytes, and what a query has to encode. */
const names = ['a', 'a&b=', 'a b', 'a+b', 'aa', 'b', 'É', 'é', 'Z', '🙂', '～'];
const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe('the list of references', () => {
  test('has each with the id of its job, in the order of their bytes', async () => {
    const { acme, ids } = await employerWith(names);
    const { status, body } = await acme.get('/jobs/references');
    expect([status, body.paging]).toEqual([200, { next: null }]);
    expect(namesIn(body)).toEqual(sorted);
    for (const { referenceId, id } of body.data) expect(id).toBe(ids[names.indexOf(referenceId)]);
  });

  test.each([1, 2, names.length - 1, names.length])(
    'has each once when it is read %i at a time',
    async (limit) => {
      const { acme } = await employerWith(names);
      expect(await walk(acme, `/jobs/references?limit=${limit}`)).toEqual(sorted);
    },
  );

  test('goes on after a text that no job has any more', async () => {
    const { acme } = await employerWith(['a', 'b', 'c']);
    await acme.delete('/jobs', { referenceId: 'b' });
    expect(namesIn((await acme.get('/jobs/references?after=b')).body)).toEqual(['c']);
  });

  test('follows a change of a referenceId and a deletion at once', async () => {
    const { acme, ids } = await employerWith(['a', 'b']);
    await acme.put(`/jobs/${ids[0]}`, { referenceId: 'c' });
    await acme.delete(`/jobs/${ids[1]}`);
    expect(namesIn((await acme.get('/jobs/references')).body)).toEqual(['c']);
  });

  test('has none of another employer', async () => {
    await employerWith(['a']);
    const { body } = await (await service.newEmployer()).get('/jobs/references');
    expect(body).toEqual({ data: [], paging: { next: null } });
  });

  test.each(['limit=0', 'limit=1001', 'limit=x', `after=${'x'.repeat(51)}`])(
    '400s with %s',
    async (query) => {
      const acme = await service.newEmployer();
      const { status, body } = await acme.get(`/jobs/references?${query}`);
      expect([status, body.errors[0].parameter]).toEqual([400, query.split('=')[0]]);
    },
  );
});
