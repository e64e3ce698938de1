import { describe, expect, test } from '@jest/globals';
import { chainByJob } from '../../../../functions/jobs/batch/batch-chains.ts';
import { aJob } from '../../../setup/a-job.ts';
import { sharedService } from '../../../setup/shared-service.ts';

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

/** The title that the first jobs have. */
const { title: FIRST_TITLE } = aJob();

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

/** What random batches and single requests at once do is tried in `test/trials/batches.test.ts`. */
const batches: [string, Step[]][] = [
  [
    'an update, and an upsert that takes it back',
    [
      { operation: 'update', place: 0, body: { title: 'One' } },
      { operation: 'upsert', body: { title: FIRST_TITLE, referenceId: 'A' } },
    ],
  ],
  [
    'a deletion, and an upsert that creates a new job',
    [
      { operation: 'delete', place: 0 },
      { operation: 'upsert', body: { title: 'New', referenceId: 'A' } },
    ],
  ],
  [
    'an upsert, and a deletion of the same job',
    [
      { operation: 'upsert', body: { title: 'New', referenceId: 'A' } },
      { operation: 'delete', place: 0 },
    ],
  ],
  [
    'a referenceId that one job gives up, the next takes, and a third one after that',
    [
      { operation: 'update', place: 0, body: { title: 'One', referenceId: null } },
      { operation: 'update', place: 1, body: { title: 'Two', referenceId: 'A' } },
      { operation: 'create', body: { title: 'Three', referenceId: 'B' } },
    ],
  ],
  [
    'a deletion by referenceId, and a creation that fails beside an update',
    [
      { operation: 'delete', referenceId: 'B' },
      { operation: 'create', body: { title: 'One', referenceId: 'A' } },
      { operation: 'update', place: 2, body: { title: 'Two', referenceId: 'C' } },
    ],
  ],
];

describe('a batch that names jobs by id and by referenceId', () => {
  test.each(batches)('has the same effect as single requests one after another: %s', async (_, all) => {
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
  ])('share a chain only when they name the same job: %j', (named, chains) => {
    expect(chainByJob(named)).toEqual(chains);
  });
});
