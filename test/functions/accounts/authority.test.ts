import { describe, expect, test } from '@jest/globals';
import { apiKeyStore } from '../../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { writtenBy } from '../../../functions/platform/dynamodb/last-write.ts';
import { operations, type Operation } from '../../../schemas/operations.ts';
import { aJob } from '../../setup/a-job.ts';
import { createHttpClient, type Client } from '../../setup/http-client.ts';
import { createPartnerClient } from '../../setup/partners.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();
const accounts = employerStore(service.db);

const rows = Object.entries<Operation>(operations).filter(([, { servedBy }]) => servedBy === undefined);
const granting = rows.filter(([, { grants }]) => grants);

/** Calls every operation with this access that grants authority. Returns the different refusals. */
async function refusalsOf(client: Client, access: readonly Operation['access'][], id: string | number) {
  const refusals = new Set<string>();
  for (const [, row] of granting.filter(([, each]) => access.includes(each.access))) {
    const path = row.path.replace('{id}', String(id));
    const { status, body } = await client.request(row.method, path, { body: { label: 'heir' } });
    refusals.add(`${status} ${body?.code}`);
  }
  return [...refusals];
}

/** An employer with two keys, both of which the service has just read. */
async function withTwoKeys() {
  const acme = await service.newEmployer();
  const { id, key } = (await acme.post('/keys', { label: 'other' })).body;
  const other = createHttpClient(service.origin, { 'api-key': key }, { mustServe: true });
  expect((await other.get('/keys')).body.data).toHaveLength(2);
  return { acme, other, id };
}

/** A partner and one of its employers, both of which the service has just read. */
async function withPartner() {
  const partner = await createPartnerClient(service);
  const employer = await partner.newEmployer('C-1');
  const forEmployer = partner.forEmployer(employer.id);
  expect((await forEmployer.get('/keys')).status).toBe(200);
  return { partner, employer, forEmployer };
}

test('all writes of keys, webhooks, accounts and profiles reread the key, except logos and webhook tests', () => {
  const subjects = new Set<unknown>(['keys', 'webhooks', 'partners', 'employer']);
  const others = rows.filter(
    ([, { subject, method, grants }]) => subjects.has(subject) && method !== 'GET' && !grants,
  );
  expect(others.map(([id]) => id)).toEqual(['testWebhook', 'setLogo', 'deleteLogo']);
});

test('a former partner cannot write a job of its former employer, and can read jobs for at most 60 seconds', async () => {
  const { employer, forEmployer } = await withPartner();
  const { body: job } = await forEmployer.post('/jobs', aJob());
  const now = new Date();
  const successor = { partner: (await createPartnerClient(service)).partner, referenceId: 'C-1' };
  await accounts.move(employer.id, successor, { now, by: writtenBy({ type: 'operator' }, now) });
  expect((await forEmployer.get(`/jobs/${job.id}`)).status).toBe(200);
  const planted = { applicationEmail: 'former@partner.example' };
  expect(await forEmployer.put(`/jobs/${job.id}`, planted)).toMatchObject({
    status: 404,
    body: { code: 'employer_not_found' },
  });
  const operation = { operation: 'create', job: aJob(planted) };
  expect((await forEmployer.post('/jobs/batch', { operations: [operation] })).status).toBe(404);
  expect((await forEmployer.get(`/jobs/${job.id}`)).status).toBe(404);
});

describe('operations that grant authority refuse immediately', () => {
  test('a revoked key, which cannot read data either', async () => {
    const { acme, other, id } = await withTwoKeys();
    expect((await acme.delete(`/keys/${id}`)).status).toBe(204);
    expect(await refusalsOf(other, ['account', 'employer'], acme.key.id)).toEqual(['401 api_key_invalid']);
    expect((await other.get('/jobs')).status).toBe(401);
    expect((await acme.get('/keys')).body.data).toMatchObject([{ id: acme.key.id }]);
  });

  test('a key that the operator rotated without overlap', async () => {
    const { acme, other, id } = await withTwoKeys();
    const apiKeys = apiKeyStore(service.db);
    const storedKey = (await apiKeys.find(id))!;
    const { key } = await apiKeys.rotate(storedKey, { overlapEnd: null, expiresAt: null, now: new Date() });
    expect(await refusalsOf(other, ['account', 'employer'], key.id)).toEqual(['401 api_key_invalid']);
    expect((await acme.get('/keys')).body.data).toMatchObject([{ id: acme.key.id }, { id: key.id }]);
  });

  test('a suspended employer', async () => {
    const { acme, other, id } = await withTwoKeys();
    await accounts.suspend(acme.employer.id, new Date());
    expect(await refusalsOf(other, ['account', 'employer'], id)).toEqual(['403 employer_suspended']);
  });

  test('the revoked key of a partner', async () => {
    const { partner, employer, forEmployer } = await withPartner();
    const { key } = (await partner.post('/keys', { label: 'next' })).body;
    const next = createHttpClient(service.origin, { 'api-key': key });
    expect((await next.delete(`/keys/${partner.key.id}`)).status).toBe(204);
    expect(await refusalsOf(partner, ['account', 'partner'], employer.id)).toEqual(['401 api_key_invalid']);
    expect(await refusalsOf(forEmployer, ['account', 'employer'], 1)).toEqual(['401 api_key_invalid']);
  });

  test('a suspended partner', async () => {
    const { partner, employer, forEmployer } = await withPartner();
    await accounts.suspend(partner.partner.id, new Date());
    const suspended = ['403 partner_suspended'];
    expect(await refusalsOf(partner, ['account', 'partner'], employer.id)).toEqual(suspended);
    expect(await refusalsOf(forEmployer, ['account', 'employer'], 1)).toEqual(suspended);
  });

  test.each(['is suspended', "is another partner's"])('a partner for an employer that %s', async (change) => {
    const { employer, forEmployer } = await withPartner();
    const now = new Date();
    if (change === 'is suspended') await accounts.suspend(employer.id, now);
    else {
      const joined = { partner: (await createPartnerClient(service)).partner, referenceId: 'C-1' };
      await accounts.move(employer.id, joined, { now, by: writtenBy({ type: 'operator' }, now) });
    }
    const refusal = change === 'is suspended' ? '403 employer_suspended' : '404 employer_not_found';
    expect(await refusalsOf(forEmployer, ['account', 'employer'], 1)).toEqual([refusal]);
    expect((await forEmployer.get('/jobs')).status).not.toBe(200);
  });
});
