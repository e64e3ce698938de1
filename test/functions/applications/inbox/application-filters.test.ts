import { describe, expect, test } from '@jest/globals';
import { hashCandidate } from '../../../../functions/applications/application/application-index.ts';
import { decryptOwnNumber } from '../../../../functions/applications/application/application.ts';
import { applicationKeys } from '../../../../functions/applications/keys.ts';
import { signingKey } from '../../../../functions/platform/crypto/signing-key.ts';
import { applicationPages, listedIds } from '../../../setup/an-application.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();
const applications = applicationsInTable(service.db);

const bakerJob = (id: number) => ({ id, title: 'Baker', referenceId: null });

// The plus sign is not encoded in the queries below.
const email = 'Zoe.Tremblay+jobs@example.net';
const candidateHash = hashCandidate(await signingKey(service.db), email);
const bakery = await service.newEmployer();
await applications.create(bakery.employer, bakerJob(10));
const bakers = await applications.createMany(bakery.employer, 103, (number) => ({
  job: bakerJob(10 - (number % 3)),
  fields: { email, candidateHash, state: number % 50 === 3 ? 'held' : 'sent' },
}));
await applications.create(bakery.employer, bakerJob(10));

describe('GET /applications?email=', () => {
  test.each([email, email.toLowerCase(), email.toUpperCase()])(
    'lists the applications with the address for all jobs, oldest first, and ignores letter case: %s',
    async (typed) => {
      expect(await listedIds(bakery, `/applications?email=${typed}`)).toEqual(bakers);
    },
  );

  test('lists the applications for one job, and continues after any application', async () => {
    const ofJob = bakers.filter((_, number) => number % 3 === 1);
    expect(await listedIds(bakery, `/jobs/9/applications?email=${email}`)).toEqual(ofJob);
    expect(await listedIds(bakery, `/applications?email=${email}&after=${bakers[100]}`)).toEqual(
      bakers.slice(101),
    );
    expect(await listedIds(bakery, `/jobs/9/applications?email=${email}&after=${bakers[95]}`)).toEqual(
      bakers.slice(96).filter((_, index) => (index + 96) % 3 === 1),
    );
  });

  test('combines the address with state and stage', async () => {
    const held = bakers.filter((_, number) => number % 50 === 3);
    expect(await listedIds(bakery, `/applications?email=${email}&state=held`)).toEqual(held);
    await bakery.put(`/applications/${held[1]}`, { stage: 'offer' });
    expect(await listedIds(bakery, `/applications?email=${email}&state=held&stage=offer`)).toEqual([held[1]]);
    expect(await listedIds(bakery, `/applications?email=${email}&state=sent&stage=offer`)).toEqual([]);
    expect(await listedIds(bakery, '/applications?stage=offer')).toEqual([held[1]]);
  });

  test('lists no applications of another candidate or another employer', async () => {
    const other = await service.newEmployer();
    expect(await listedIds(other, `/applications?email=${email}`)).toEqual([]);
    expect(await listedIds(bakery, '/applications?email=nobody@example.net')).toEqual([]);
  });
});

const COUNT = 1_205;
const owner = await service.newEmployer({ plan: 'unlimited' });
const ids = await applications.createMany(owner.employer, COUNT, (number) => ({
  job: bakerJob(number % 10 === 9 ? 8 : 9),
  fields: { state: number === COUNT - 2 ? 'held' : 'sent' },
}));
for (const id of ids.slice(-2)) await owner.put(`/applications/${id}`, { stage: 'offer' });

describe('an employer with 1,205 applications', () => {
  test.each(['/applications', '/jobs/9/applications'])(
    'gets the last applications of %s with a stage or state in one page',
    async (path) => {
      for (const [filter, expected] of [
        ['stage=offer', ids.slice(-2)],
        ['state=held', ids.slice(-2, -1)],
        ['stage=offer&state=sent', ids.slice(-1)],
        ['stage=hired', []],
      ] as const) {
        const { body } = await owner.get(`${path}?${filter}`);
        const listed = body.data.map(({ id }: { id: string }) => id);
        expect([filter, listed, body.paging]).toEqual([filter, expected, { next: null }]);
      }
    },
  );

  test.each(['/applications', '/jobs/9/applications'])(
    'gets every application of %s in the first stage once, in pages of at most 100, none of them empty',
    async (path) => {
      const lengths = (await applicationPages(owner, `${path}?stage=new`)).map(
        ({ body }) => body.data.length,
      );
      expect([Math.min(...lengths) > 0, Math.max(...lengths)]).toEqual([true, 100]);
      const isListed = (_: string, number: number) => path === '/applications' || number % 10 !== 9;
      expect(await listedIds(owner, `${path}?stage=new`)).toEqual(ids.filter(isListed).slice(0, -2));
    },
  );
});

test('lists by stage what version 1.2 has stored and changed, which leaves no stage in the index of the job', async () => {
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const id = await applications.create(acme.employer, job);
  const other = await applications.create(acme.employer, job);
  const number = decryptOwnNumber(await signingKey(service.db), acme.employer.id, id) ?? 0;
  await service.db.update({
    Key: applicationKeys.jobApplication(acme.employer.id, job.id, number),
    UpdateExpression: 'REMOVE stage',
  });
  await service.db.update({
    Key: applicationKeys.application(acme.employer.id, number),
    UpdateExpression: 'SET stage = :stage ADD version :one',
    ExpressionAttributeValues: { ':stage': 'interview', ':one': 1 },
  });
  const at = (stage: string) => listedIds(acme, `/jobs/${job.id}/applications?stage=${stage}`);
  expect([await at('interview'), await at('new')]).toEqual([[id], [other]]);
  await acme.put(`/applications/${id}`, { stage: 'offer' });
  expect([await at('interview'), await at('offer')]).toEqual([[], [id]]);
});

test.each([
  ['email=nobody', 'email', 'malformed'],
  [`email=${'a'.repeat(250)}@b.ca`, 'email', 'too_long'],
  ['email=a@b.ca&email=c@d.ca', 'email', 'repeated'],
  ['stage=fired', 'stage', 'not_allowed'],
  ['state=gone', 'state', 'not_allowed'],
  [`after=${'a'.repeat(1_000)}`, 'after', 'too_long'],
])('GET /applications?%s is a 400', async (query, parameter, code) => {
  const acme = await service.newEmployer();
  for (const path of ['/applications', '/jobs/1/applications']) {
    const { status, body } = await acme.get(`${path}?${query}`);
    expect([status, body.errors]).toEqual([400, [{ parameter, code, message: expect.any(String) }]]);
  }
});
