import { describe, expect, test } from '@jest/globals';
import { chainByJob } from '../../../../functions/jobs/batch/prefetch.ts';
import { aJob } from '../../../setup/a-job.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();

type Employer = Awaited<ReturnType<typeof service.newEmployer>>;

/** An operation on a job, by its index among the first jobs or by a referenceId. */
interface Step {
  operation: 'create' | 'upsert' | 'update' | 'delete';
  job?: number;
  referenceId?: string;
  body?: { title: string; referenceId?: string | null } | undefined;
}

const references = ['A', 'B', null];

const { title: FIRST_TITLE } = aJob();

async function employerWithJobs(): Promise<{ acme: Employer; ids: number[] }> {
  const acme = await service.newEmployer();
  const operations = references.map((name) => ({ operation: 'create', body: aJob({ referenceId: name }) }));
  const { body } = await acme.post('/jobs/batch', { operations });
  return { acme, ids: body.results.map(({ id }: { id: number }) => id) };
}

const bodyOf = ({ operation, body }: Step) => (operation === 'update' ? body : aJob(body));

const toOperation = (each: Step, ids: readonly number[]) => ({
  operation: each.operation,
  ...(each.job !== undefined && { id: ids[each.job] }),
  ...(each.referenceId !== undefined && { referenceId: each.referenceId }),
  ...(each.body && { body: bodyOf(each) }),
});

/** Sends an operation as its own request. */
async function sendOne(acme: Employer, each: Step, ids: readonly number[]) {
  const path = each.job === undefined ? '/jobs' : `/jobs/${ids[each.job]}`;
  if (each.operation === 'delete') {
    return acme.delete(path, each.job === undefined ? { referenceId: each.referenceId } : undefined);
  }
  return each.operation === 'create' ? acme.post(path, bodyOf(each)) : acme.put(path, bodyOf(each));
}

/** The title and the referenceId of a job. */
const factsOf = (job?: { title?: string; referenceId?: string | null }) => [job?.title, job?.referenceId];

const listOf = async (acme: Employer) =>
  (await acme.get('/jobs')).body.data.map((job: object) => JSON.stringify(factsOf(job))).toSorted();

const update = (job: number, body: Step['body']): Step => ({ operation: 'update', job, body });
const upsert = (title: string): Step => ({ operation: 'upsert', body: { title, referenceId: 'A' } });
const create = (title: string, referenceId: string): Step => ({
  operation: 'create',
  body: { title, referenceId },
});
const remove = (target: Pick<Step, 'job' | 'referenceId'>): Step => ({ operation: 'delete', ...target });

/** `test/trials/batches.test.ts` compares random batches with single requests. */
const batches: [string, Step[]][] = [
  ['an update, and an upsert that reverts it', [update(0, { title: 'One' }), upsert(FIRST_TITLE)]],
  ['a deletion, and an upsert that creates a new job', [remove({ job: 0 }), upsert('New')]],
  ['an upsert, and a deletion of the same job', [upsert('New'), remove({ job: 0 })]],
  [
    'a referenceId that an update removes from one job and another update gives to a second job, and a creation',
    [
      update(0, { title: 'One', referenceId: null }),
      update(1, { title: 'Two', referenceId: 'A' }),
      create('Three', 'B'),
    ],
  ],
  [
    'a deletion by referenceId, a creation that fails, and an update',
    [remove({ referenceId: 'B' }), create('One', 'A'), update(2, { title: 'Two', referenceId: 'C' })],
  ],
];

describe('a batch that names jobs by id and by referenceId', () => {
  test.each(batches)('has the same effect as single requests one after another: %s', async (_, all) => {
    const [batched, single] = [await employerWithJobs(), await employerWithJobs()];
    const operations = all.map((each) => toOperation(each, batched.ids));
    const { body } = await batched.acme.post('/jobs/batch', { operations });
    const expected = [];
    for (const each of all) {
      const reply = await sendOne(single.acme, each, single.ids);
      expected.push([reply.status, reply.status < 300 ? factsOf(reply.body) : []]);
    }
    const results = body.results.map(({ status, job }: { status: number; job?: object }) => [
      status,
      status < 300 ? factsOf(job) : [],
    ]);
    expect(results).toEqual(expected);
    expect(await listOf(batched.acme)).toEqual(await listOf(single.acme));
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
  ])('share a chain only when they name the same job: %j', (names, chains) => {
    expect(chainByJob(names)).toEqual(chains);
  });
});
