import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { errorPointers, countJobs } from '../../setup/http-client.ts';

const service = sharedService();

describe('PUT /jobs with a new referenceId', () => {
  test('201s with the job and its Location, as POST does', async () => {
    const acme = await service.newEmployer();
    const created = await acme.put('/jobs', aJob({ referenceId: 'R-1' }));
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${service.origin}/api/v1.1/jobs/${created.body.id}`);
    expect((await acme.get(`/jobs/${created.body.id}`)).text).toBe(created.text);
    const posted = await acme.post('/jobs', aJob());
    const { id, createdAt, updatedAt } = created.body;
    expect(created.body).toEqual({ ...posted.body, referenceId: 'R-1', id, createdAt, updatedAt });
  });
});

describe('PUT /jobs with an existing referenceId', () => {
  test('200s without a Location, changes the job, and is idempotent', async () => {
    const acme = await service.newEmployer();
    const body = aJob({ referenceId: 'R-1', status: 'active', salary: { amount: 5, period: { id: 5 } } });
    const created = await acme.put('/jobs', body);
    const repeated = [await acme.put('/jobs', body), await acme.put('/jobs', body)];
    for (const { status, text, headers } of repeated) {
      expect([status, text, headers.has('location')]).toEqual([200, created.text, false]);
    }
    expect(await countJobs(acme)).toBe(1);
  });

  test('200s and ignores the id, because the referenceId names the job', async () => {
    const acme = await service.newEmployer();
    const { body: one } = await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    const { body: two } = await acme.post('/jobs', aJob({ referenceId: 'R-2' }));
    const { body } = await acme.put('/jobs', { id: two.id, referenceId: 'R-1', title: 'Cook' });
    expect(body).toEqual({ ...one, title: 'Cook', updatedAt: expect.any(String) });
    expect((await acme.get(`/jobs/${two.id}`)).body).toEqual(two);
  });
});

describe('the referenceId of PUT /jobs', () => {
  test.each([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['blank', '  '],
    ['a number', 5],
    ['a list', ['R-1']],
    ['cut in half', '\ud83d'],
    ['two lines', 'R\n1'],
  ])('400s and names the referenceId when it is %s', async (_, referenceId) => {
    const reply = await jobsInMemory().put('/jobs', aJob({ referenceId }));
    expect([reply.status, errorPointers(reply)]).toEqual([400, ['/referenceId']]);
  });

  const ofAddresses = ['/', '?', '#', '%', '%2F', '%00', '"', "'", '\\', '../..', ':', '~', 'R#1', 'R#1#'];
  const ofPrograms = ['REFERENCE#R', 'null', 'undefined', '0', '__proto__', 'constructor', '{"$ne":null}'];
  const ofPeople = ['a b', '<R&1>', 'é', 'e\u0301', '🙂', '漢字', 'R\u200f1', '1', '01', 'R-1', 'r-1'];
  const odd = [...ofAddresses, ...ofPrograms, ...ofPeople];

  test('201s for referenceIds of any characters, and finds each job by its exact referenceId', async () => {
    const acme = await service.newEmployer();
    const ids = new Map<string, number>();
    for (const referenceId of odd) {
      const { status, body } = await acme.put('/jobs', aJob({ referenceId }));
      expect([referenceId, status, body.referenceId]).toEqual([referenceId, 201, referenceId]);
      ids.set(referenceId, body.id);
    }
    for (const [referenceId, id] of ids) {
      const { status, body } = await acme.put('/jobs', { referenceId, title: 'Cook' });
      expect([referenceId, status, body.id]).toEqual([referenceId, 200, id]);
    }
    expect(new Set(ids.values()).size).toBe(odd.length);
    expect(await countJobs(acme)).toBe(odd.length);
  });
});
