import { describe, expect, test } from '@jest/globals';
import { operations, type OperationId } from '../../../schemas/operations.ts';
import { aJob } from '../../setup/a-job.ts';
import { pathIds } from '../../setup/applications-in-table.ts';
import { documentedRequest } from '../../setup/documented-request.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const ids = Object.keys(operations) as OperationId[];

async function employerWithAJob(referenceId: string | null) {
  const { acme, job } = await service.employerWithJob({
    referenceId,
    status: 'active',
    locations: [{ description: 'Calgary, AB' }],
  });
  return { acme, named: await pathIds(service.db, acme, job) };
}

/** For requests that change nothing. */
const kept = await employerWithAJob('REQ-2041');

const codesOf = (errors: { code: string }[]) => errors.map(({ code }) => code);

describe('an unknown query parameter', () => {
  test.each(ids)('400s %s under strict handling, which changes nothing, and else is named', async (id) => {
    const isSafe = operations[id].method === 'GET';
    const { acme, named } = isSafe ? kept : await employerWithAJob(id === 'createJob' ? null : 'REQ-2041');
    const { method, path, ...example } = documentedRequest(id, named);
    const send = (query: string, headers: Record<string, string> = {}) =>
      acme.request(method, `${path}${path.includes('?') ? '&' : '?'}${query}`, {
        ...example,
        headers: { ...example.headers, ...headers },
      });
    const { text: before } = await acme.get('/jobs');
    const strict = await send('dryRun=true', { prefer: 'handling=strict' });
    expect([strict.status, strict.body.errors]).toEqual([
      400,
      [
        {
          parameter: 'dryRun',
          code: 'parameter_unknown',
          message: '"dryRun" is not a query parameter of this operation.',
        },
      ],
    ]);
    expect((await acme.get('/jobs')).text).toBe(before);
    // Clients send the _ to bypass caches.
    const { status, headers } = await send('dryRun=true&dryRun=false&r%C3%A9f=1&_=1767225600000');
    expect(status).toBeLessThan(400);
    expect(headers.get('job-warning')).toBe(
      'parameter_unknown; parameter="dryRun", parameter_unknown; parameter="r%C3%A9f"',
    );
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
