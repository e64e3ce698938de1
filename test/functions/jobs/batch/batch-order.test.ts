import { expect, test } from '@jest/globals';
import { aJob } from '../../../setup/a-job.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();

/** An operation on a job, by its index among the first jobs or by a referenceId. */
interface Step {
  operation: 'create' | 'upsert' | 'update' | 'delete';
  job?: number;
  referenceId?: string;
  body?: object;
}

const { title: FIRST } = aJob();

const update = (job: number, body: object): Step => ({ operation: 'update', job, body });
const upsert = (title: string): Step => ({ operation: 'upsert', body: aJob({ title, referenceId: 'A' }) });
const create = (title: string, referenceId: string): Step => ({
  operation: 'create',
  body: aJob({ title, referenceId }),
});
const remove = (target: Pick<Step, 'job' | 'referenceId'>): Step => ({ operation: 'delete', ...target });

/** `test/trials/soak.test.ts` tries random batches beside single requests. */
const batches: [what: string, steps: Step[], statuses: number[], jobs: string[]][] = [
  [
    'an update, and an upsert that reverts it',
    [update(0, { title: 'One' }), upsert(FIRST)],
    [200, 200],
    [`A ${FIRST}`, `B ${FIRST}`, `null ${FIRST}`],
  ],
  [
    'a deletion, and an upsert that creates a new job',
    [remove({ job: 0 }), upsert('New')],
    [204, 201],
    ['A New', `B ${FIRST}`, `null ${FIRST}`],
  ],
  [
    'a referenceId that an update removes from one job and another update gives to a second job, and a creation',
    [
      update(0, { title: 'One', referenceId: null }),
      update(1, { title: 'Two', referenceId: 'A' }),
      create('Three', 'B'),
    ],
    [200, 200, 201],
    ['A Two', 'B Three', 'null One', `null ${FIRST}`],
  ],
];

test.each(batches)(
  'a batch that names jobs by id and by referenceId has the effect of its operations in their order: %s',
  async (_, steps, statuses, expected) => {
    const acme = await service.newEmployer();
    const ids: number[] = [];
    for (const referenceId of ['A', 'B', null])
      ids.push((await acme.post('/jobs', aJob({ referenceId }))).body.id);
    const operations = steps.map(({ job, ...each }) => ({
      ...each,
      ...(job !== undefined && { id: ids[job] }),
    }));
    const { body } = await acme.post('/jobs/batch', { operations });
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual(statuses);
    const { data } = (await acme.get('/jobs')).body;
    const jobs = data.map(
      ({ referenceId, title }: Record<'referenceId' | 'title', string>) => `${referenceId} ${title}`,
    );
    expect(jobs.toSorted()).toEqual(expected.toSorted());
  },
);
