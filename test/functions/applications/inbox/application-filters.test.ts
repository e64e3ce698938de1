import { beforeAll, describe, expect, test } from '@jest/globals';
import { hashCandidate } from '../../../../functions/applications/application/application-index.ts';
import { signingKey } from '../../../../functions/platform/crypto/signing-key.ts';
import { apply, listedIds } from '../../../setup/an-application.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();
const applications = applicationsInTable(service.db);

const bakerJob = (id: number) => ({ id, title: 'Baker', referenceId: null });

describe('GET /applications?email=', () => {
  const COUNT = 103;
  const email = 'Zoe.Tremblay@example.net';
  let acme: Awaited<ReturnType<typeof service.newEmployer>>;
  let own: string[];

  beforeAll(async () => {
    acme = await service.newEmployer();
    const candidate = hashCandidate(await signingKey(service.db), email);
    await applications.create(acme.employer, bakerJob(10));
    own = await applications.createMany(acme.employer, COUNT, (number) => ({
      job: bakerJob(10 - (number % 3)),
      fields: { email, candidateHash: candidate, state: number % 50 === 3 ? 'held' : 'sent' },
    }));
    await applications.create(acme.employer, bakerJob(10));
  });

  test.each([email, email.toLowerCase(), email.toUpperCase()])(
    'lists the applications with the address for all jobs, oldest first, and ignores letter case: %s',
    async (typed) => {
      expect(await listedIds(acme, `/applications?email=${typed}`)).toEqual(own);
    },
  );

  test('lists the applications for one job, and continues after any application', async () => {
    const ofJob = own.filter((_, number) => number % 3 === 1);
    expect(await listedIds(acme, `/jobs/9/applications?email=${email}`)).toEqual(ofJob);
    expect(await listedIds(acme, `/applications?email=${email}&after=${own[100]}`)).toEqual(own.slice(101));
    expect(await listedIds(acme, `/jobs/9/applications?email=${email}&after=${own[95]}`)).toEqual(
      own.slice(96).filter((_, index) => (index + 96) % 3 === 1),
    );
  });

  test('combines the address with state and stage', async () => {
    const held = own.filter((_, number) => number % 50 === 3);
    expect(await listedIds(acme, `/applications?email=${email}&state=held`)).toEqual(held);
    await acme.put(`/applications/${held[1]}`, { stage: 'offer' });
    expect(await listedIds(acme, `/applications?email=${email}&state=held&stage=offer`)).toEqual([held[1]]);
    expect(await listedIds(acme, `/applications?email=${email}&state=sent&stage=offer`)).toEqual([]);
    expect(await listedIds(acme, '/applications?stage=offer')).toEqual([held[1]]);
  });

  test('lists no applications of another candidate or another employer', async () => {
    const other = await service.newEmployer();
    expect(await listedIds(other, `/applications?email=${email}`)).toEqual([]);
    expect(await listedIds(acme, '/applications?email=nobody@example.net')).toEqual([]);
  });
});

test('is empty after all applications with the address are erased', async () => {
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  for (const coverLetter of ['I bake.', 'I bake well.']) {
    await apply(service.anyone, job.id, { email: 'gone@example.net', coverLetter });
  }
  const list = '/applications?email=GONE@example.net';
  const ids = await listedIds(acme, list);
  expect(ids).toHaveLength(2);
  for (const id of ids) {
    await acme.delete(`/applications/${id}`);
    expect(await listedIds(acme, list)).not.toContain(id);
  }
  expect(await listedIds(acme, list)).toEqual([]);
});

test.each([
  ['email=nobody', 'email', 'malformed'],
  [`email=${'a'.repeat(250)}@b.ca`, 'email', 'too_long'],
  ['email=a@b.ca&email=c@d.ca', 'email', 'repeated'],
  ['stage=fired', 'stage', 'not_allowed'],
])('GET /applications?%s is a 400', async (query, parameter, code) => {
  const acme = await service.newEmployer();
  for (const path of ['/applications', '/jobs/1/applications']) {
    const { status, body } = await acme.get(`${path}?${query}`);
    expect([status, body.errors]).toEqual([400, [{ parameter, code, message: expect.any(String) }]]);
  }
});
