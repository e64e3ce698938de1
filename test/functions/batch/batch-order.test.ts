import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { chainsOf } from '../../../functions/batch/domain/batch.ts';
import { aJob } from '../../setup/a-job.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

type Employer = Awaited<ReturnType<typeof service.newEmployer>>;

/** An operation on one of the first jobs, by its place, or by a referenceId. */
interface Step {
  operation: 'create' | 'upsert' | 'update' | 'delete';
  place?: number;
  referenceId?: string;
  body?: { title: string; referenceId?: string | null };
}

const first = ['A', 'B', null];
const names = ['A', 'B', 'C'];

const place = fc.nat(first.length - 1);
const referenceId = fc.constantFrom(...names);
/** The title that the first jobs have, and others. */
const { title: FIRST_TITLE } = aJob();
const title = fc.constantFrom(FIRST_TITLE, 'One', 'Two', 'Three');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ operation: fc.constant('create' as const), body: fc.record({ title, referenceId }) }),
  fc.record({ operation: fc.constant('upsert' as const), body: fc.record({ title, referenceId }) }),
  fc.record({
    operation: fc.constant('update' as const),
    place,
    body: fc.record({ title, referenceId: fc.option(referenceId) }, { requiredKeys: ['title'] }),
  }),
  fc.record({ operation: fc.constant('delete' as const), place }),
  fc.record({ operation: fc.constant('delete' as const), referenceId }),
);

/** A batch may name neither an id nor a referenceId twice. */
const steps = fc.array(step, { minLength: 2, maxLength: 6, size: 'max' }).map((all) => {
  const named = new Set<unknown>();
  return all.filter(({ place: of, referenceId: target, body }) => {
    const own = [of, target, body?.referenceId].filter((name) => name !== undefined && name !== null);
    if (own.some((name) => named.has(name))) return false;
    for (const name of own) named.add(name);
    return true;
  });
});

async function employerWithJobs(): Promise<{ acme: Employer; ids: number[] }> {
  const acme = await service.newEmployer();
  const operations = first.map((name) => ({ operation: 'create', body: aJob({ referenceId: name }) }));
  const { body } = await acme.post('/jobs/batch', { operations });
  return { acme, ids: body.results.map(({ id }: { id: number }) => id) };
}

const bodyOf = ({ operation, body }: Step) => (operation === 'update' ? body : aJob(body));

const sent = (each: Step, ids: readonly number[]) => ({
  operation: each.operation,
  ...(each.place !== undefined && { id: ids[each.place] }),
  ...(each.referenceId !== undefined && { referenceId: each.referenceId }),
  ...(each.body && { body: bodyOf(each) }),
});

/** The request of its own that an operation stands for. */
async function single(acme: Employer, each: Step, ids: readonly number[]) {
  const path = each.place === undefined ? '/jobs' : `/jobs/${ids[each.place]}`;
  if (each.operation === 'delete') {
    return acme.delete(path, each.place === undefined ? { referenceId: each.referenceId } : undefined);
  }
  return each.operation === 'create' ? acme.post(path, bodyOf(each)) : acme.put(path, bodyOf(each));
}

/** What a client is told of a job, or sees of it, apart from its id. */
const factsOf = (job?: { title?: string; referenceId?: string | null }) => [job?.title, job?.referenceId];

const listOf = async (acme: Employer) =>
  (await acme.get('/jobs')).body.data.map((job: object) => JSON.stringify(factsOf(job))).toSorted();

describe('a batch that names jobs by id and by referenceId', () => {
  test('does what its operations do as requests of their own, one after another', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const [together, alone] = [await employerWithJobs(), await employerWithJobs()];
        const operations = all.map((each) => sent(each, together.ids));
        const { body } = await together.acme.post('/jobs/batch', { operations });
        const expected = [];
        for (const each of all) {
          const reply = await single(alone.acme, each, alone.ids);
          expected.push([reply.status, reply.status < 300 ? factsOf(reply.body) : []]);
        }
        const results = body.results.map(({ status, job }: { status: number; job?: object }) => [
          status,
          status < 300 ? factsOf(job) : [],
        ]);
        expect(results).toEqual(expected);
        expect(await listOf(together.acme)).toEqual(await listOf(alone.acme));
      }),
      {
        numRuns: 25,
        examples: [
          [
            [
              { operation: 'update', place: 0, body: { title: 'One' } },
              { operation: 'upsert', body: { title: FIRST_TITLE, referenceId: 'A' } },
            ],
          ],
          [
            [
              { operation: 'delete', place: 0 },
              { operation: 'upsert', body: { title: 'New', referenceId: 'A' } },
            ],
          ],
          [
            [
              { operation: 'upsert', body: { title: 'New', referenceId: 'A' } },
              { operation: 'delete', place: 0 },
            ],
          ],
          [
            [
              { operation: 'update', place: 0, body: { title: 'One', referenceId: null } },
              { operation: 'update', place: 1, body: { title: 'Two', referenceId: 'A' } },
              { operation: 'create', body: { title: 'Three', referenceId: 'B' } },
            ],
          ],
        ],
      },
    );
  });
});

describe('the operations of a batch', () => {
  test.each([
    [
      [[], ['a'], [], ['b']],
      [[0], [1], [2], [3]],
    ],
    [
      [['a'], ['b'], ['a', 'c'], ['c']],
      [[1], [0, 2, 3]],
    ],
    [
      [['a'], ['b'], ['c'], ['b', 'a']],
      [[2], [0, 1, 3]],
    ],
  ])('are in one chain only where they name the same: %j', (named, chains) => {
    expect(chainsOf(named)).toEqual(chains);
  });
});
