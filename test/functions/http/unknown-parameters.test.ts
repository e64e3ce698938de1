import { describe, expect, test } from '@jest/globals';
import { operations, type OperationId } from '../../../schemas/operations.ts';
import { aJob } from '../../setup/a-job.ts';
import { pathIds } from '../../setup/applications-in-table.ts';
import { documentedRequest } from '../../setup/documented-request.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const ids = Object.keys(operations) as OperationId[];

async function employerWithAJob(referenceId: string | null) {
  const { acme, job } = await service.employerWithJob({ referenceId, status: 'active' });
  return { acme, named: await pathIds(service.db, acme, job) };
}

/** For requests that change nothing. */
const kept = await employerWithAJob('REQ-2041');

/** Sends an operation's documented example request with a query, and returns what happened to the jobs. */
async function sent(id: OperationId, query: string, headers: Record<string, string> = {}) {
  const isSafe = operations[id].method === 'GET';
  const { acme, named } = isSafe ? kept : await employerWithAJob(id === 'createJob' ? null : 'REQ-2041');
  const { method, path, ...example } = documentedRequest(id, named);
  const before = (await acme.get('/jobs')).text;
  const reply = await acme.request(method, `${path}${path.includes('?') ? '&' : '?'}${query}`, {
    ...example,
    headers: { ...example.headers, ...headers },
  });
  return { reply, isChanged: (await acme.get('/jobs')).text !== before };
}

const codesOf = (errors: { code: string }[]) => errors.map(({ code }) => code);

describe('an unknown query parameter', () => {
  test.each(ids)('is named in Job-Warning, and %s is carried out', async (id) => {
    const { reply } = await sent(id, 'dryRun=true&dryRun=false&r%C3%A9f=1');
    expect(reply.status).toBeLessThan(400);
    expect(reply.headers.get('job-warning')).toBe(
      'parameter_unknown; parameter="dryRun", parameter_unknown; parameter="r%C3%A9f"',
    );
  });

  test.each(ids)('400s %s under strict handling, which changes nothing', async (id) => {
    const { reply, isChanged } = await sent(id, 'dryRun=true', { prefer: 'handling=strict' });
    expect([reply.status, isChanged]).toEqual([400, false]);
    expect(reply.body.errors).toEqual([
      {
        parameter: 'dryRun',
        code: 'parameter_unknown',
        message: '"dryRun" is not a query parameter of this operation.',
      },
    ]);
  });

  test.each(ids)('causes no warning when it is the _ that %s is sent with to bypass caches', async (id) => {
    const { reply } = await sent(id, '_=1767225600000', { prefer: 'handling=strict' });
    expect([reply.status < 400, reply.headers.get('job-warning')]).toEqual([true, null]);
  });

  test('is reported together with all other errors', async () => {
    const acme = await service.newEmployer();
    const strictly = { prefer: 'handling=strict' };
    const { body: list } = await acme.get('/jobs?page=0&reference=R-1', strictly);
    expect(codesOf(list.errors)).toEqual(['too_small', 'parameter_unknown']);
    const { body } = await acme.post('/jobs?dryRun=true', aJob({ title: '', wage: 1 }), strictly);
    expect(codesOf(body.errors)).toEqual(expect.arrayContaining(['parameter_unknown', 'field_unknown']));
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer: '/title' }));
  });
});

describe('strict handling', () => {
  test('400s for a deletion by referenceId with an unknown field, and deletes nothing', async () => {
    const acme = await service.newEmployer();
    await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    const body = { referenceId: 'R-1', force: true };
    const refused = await acme.delete('/jobs', body, { prefer: 'handling=strict' });
    expect([refused.status, refused.body.errors[0].code]).toEqual([400, 'field_unknown']);
    const deleted = await acme.delete('/jobs', body);
    expect([deleted.status, deleted.headers.get('job-warning')]).toEqual([
      204,
      'field_unknown; pointer="/force"',
    ]);
  });
});
