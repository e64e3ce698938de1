import { expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { sharedService } from '../../setup/shared-service.ts';

// every-operation.test.ts sends an unknown parameter to each operation.
const service = sharedService();

const strictly = { prefer: 'handling=strict' };
const codesOf = (errors: { code: string }[]) => errors.map(({ code }) => code);

test('400s for an unknown query parameter together with all other errors', async () => {
  const { body: list } = await (await service.newEmployer()).get('/jobs?page=0&reference=R-1', strictly);
  expect(codesOf(list.errors)).toEqual(['too_small', 'parameter_unknown']);
  expect(list.errors[1]).toEqual({
    parameter: 'reference',
    code: 'parameter_unknown',
    message: '"reference" is not a query parameter of this operation.',
  });
  const { body } = await jobsInMemory().post('/jobs?dryRun=true', aJob({ title: '', wage: 1 }), strictly);
  expect(codesOf(body.errors)).toEqual(expect.arrayContaining(['parameter_unknown', 'field_unknown']));
  expect(body.errors).toContainEqual(expect.objectContaining({ pointer: '/title' }));
});

test('400s for a deletion by referenceId with an unknown field under strict handling, and deletes no job', async () => {
  const acme = await service.newEmployer();
  await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
  const body = { referenceId: 'R-1', force: true };
  const refused = await acme.delete('/jobs', body, strictly);
  expect([refused.status, refused.body.errors[0].code]).toEqual([400, 'field_unknown']);
  const deleted = await acme.delete('/jobs', body);
  expect([deleted.status, deleted.headers.get('job-warning')]).toEqual([
    204,
    'field_unknown; pointer="/force"',
  ]);
});
