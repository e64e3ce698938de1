import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { apiKeyStore } from '../../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { INT32_MAX } from '../../../schemas/limits.ts';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { createHttpClient, type Reply, type Client } from '../../setup/http-client.ts';
import { createPartnerClient, issueKey } from '../../setup/partners.ts';
import { startService } from '../../setup/service.ts';
import { writtenBy } from '../../../functions/platform/dynamodb/last-write.ts';
import { operations, type Operation } from '../../../schemas/operations.ts';

const service = await startService();
afterEach(() => void jest.restoreAllMocks());

const noon = Date.parse('2026-06-01T12:00:00.000Z');
const SECOND = 1_000;

const accounts = employerStore(service.db);
const [mine, others] = [await createPartnerClient(service), await createPartnerClient(service)];
const [bakery, cafe, foreign] = [
  await mine.newEmployer('C-1'),
  await mine.newEmployer('C-2'),
  await others.newEmployer('C-1'),
];
const bakeryClient = createHttpClient(service.origin, { 'api-key': await mine.ownKey(bakery) });

const withoutId = ({ status, text }: Reply) => [status, text.replace(/"requestId":"[^"]+"/, '')];

describe('a partner', () => {
  test('gets with an Employer-Id the jobs of that employer, and a 404 for the job of another of its employers', async () => {
    const client = mine.forEmployer(bakery.id);
    const { status, body: job } = await client.post('/jobs', aJob({ referenceId: 'R-1' }));
    expect([status, job.employer]).toEqual([201, { id: bakery.id, name: bakery.name }]);
    expect((await bakeryClient.get(`/jobs/${job.id}`)).body).toEqual(job);
    expect((await mine.forEmployer(cafe.id).get(`/jobs/${job.id}`)).status).toBe(404);
  });

  test('gets a 404 with the same bytes for an employer for which another partner acts, an unknown id and a malformed id', async () => {
    const ids = [foreign.id, INT32_MAX, mine.partner.id, others.partner.id, 0, -1, 'abc', '', '01', '1.0'];
    expect((await others.forEmployer(foreign.id).get('/jobs')).status).toBe(200);
    const replies = new Set<string>();
    for (const id of [...ids, `${bakery.id},${bakery.id}`, '9'.repeat(400)]) {
      replies.add(JSON.stringify(withoutId(await mine.forEmployer(id).get('/jobs'))));
    }
    expect([...replies]).toEqual([expect.stringMatching(/^\[404,.*employer_not_found/)]);
  });

  test('costs one more read a minute for its own employer, and one more read in 10 s for any other id', async () => {
    setClock(noon);
    const calls: number[] = [];
    jest.spyOn(console, 'log').mockImplementation((line) => void calls.push(JSON.parse(String(line)).calls));
    for (const [id, seconds] of [
      [cafe.id, [0, 1, 59, 60, 61]],
      [INT32_MAX, [62, 71, 72]],
    ] as const) {
      const client = createHttpClient(service.origin, { 'api-key': mine.apiKey, 'employer-id': String(id) });
      for (const second of seconds) {
        jest.setSystemTime(noon + second * SECOND);
        await client.get('/jobs/none');
      }
    }
    // The first request also reads the key and its account, and records its use; after a minute, both are read again.
    expect(calls).toEqual([4, 0, 0, 3, 0, 1, 0, 1]);
  });
});

describe('an employer with a key of its own', () => {
  test('can send its own id as Employer-Id, and 404s for any other id', async () => {
    for (const id of [cafe.id, foreign.id, mine.partner.id, INT32_MAX, '', `0${bakery.id}`]) {
      const { status, body } = await bakeryClient.get('/jobs', { 'employer-id': String(id) });
      expect([status, body.code]).toEqual([404, 'employer_not_found']);
    }
    expect((await bakeryClient.get('/jobs', { 'employer-id': String(bakery.id) })).status).toBe(200);
  });
});

test.each([
  ['more than 30 days', 31, null],
  ['30 days', 30, 'Wed, 01 Jul 2026 12:00:00 GMT'],
  ['a minute', 1 / 1_440, 'Mon, 01 Jun 2026 12:01:00 GMT'],
])(
  'every response has API-Key-Expires only when the key expires within 30 days: in %s',
  async (_, days, expected) => {
    setClock(noon);
    const expiresAt = new Date(noon + days * 86_400_000).toISOString();
    const { apiKey } = await issueKey(service.db, bakery, { expiresAt });
    const client = createHttpClient(service.origin, { 'api-key': apiKey });
    for (const path of ['/jobs', '/jobs/none', '/partner']) {
      expect((await client.get(path)).headers.get('api-key-expires')).toBe(expected);
    }
  },
);

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

/** Moves an employer to another partner as the operator does. */
async function move({ id }: { id: number }) {
  const now = new Date();
  const successor = { partner: (await createPartnerClient(service)).partner, referenceId: 'C-1' };
  await accounts.move(id, successor, { now, by: writtenBy({ type: 'operator' }, now) });
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
  const notGranting = rows.filter(
    ([, { subject, method, grants }]) => subjects.has(subject) && method !== 'GET' && !grants,
  );
  expect(notGranting.map(([id]) => id)).toEqual(['testWebhook', 'setLogo', 'deleteLogo']);
});

test('a former partner cannot write a job of its former employer, and can read jobs for at most 60 seconds', async () => {
  const { employer, forEmployer } = await withPartner();
  const { body: job } = await forEmployer.post('/jobs', aJob());
  // Each function on AWS knows for 60 s what it read itself.
  await forEmployer.get(`/jobs/${job.id}`);
  await move(employer);
  expect((await forEmployer.get(`/jobs/${job.id}`)).status).toBe(200);
  const planted = { applicationEmail: 'former@partner.example' };
  expect(await forEmployer.put(`/jobs/${job.id}`, planted)).toMatchObject({
    status: 404,
    body: { code: 'employer_not_found' },
  });
  const operation = { operation: 'create', job: aJob(planted) };
  expect((await forEmployer.post('/jobs/batch', { operations: [operation] })).status).toBe(404);
  setClock(Date.now() + 61_000);
  expect((await forEmployer.get(`/jobs/${job.id}`)).status).toBe(404);
});

describe('an operation that grants authority', () => {
  test('refuses a revoked key at once, which cannot read data either', async () => {
    const { acme, other, id } = await withTwoKeys();
    expect((await acme.delete(`/keys/${id}`)).status).toBe(204);
    expect(await refusalsOf(other, ['account', 'employer'], acme.key.id)).toEqual(['401 api_key_invalid']);
    expect((await other.get('/jobs')).status).toBe(401);
    expect((await acme.get('/keys')).body.data).toMatchObject([{ id: acme.key.id }]);
  });

  test('refuses a suspended employer at once', async () => {
    const { acme, other, id } = await withTwoKeys();
    await accounts.suspend(acme.employer.id, new Date());
    expect(await refusalsOf(other, ['account', 'employer'], id)).toEqual(['403 employer_suspended']);
  });

  test('refuses a suspended partner at once, but not the keys of its employers', async () => {
    const { partner, employer, forEmployer } = await withPartner();
    const ofEmployer = createHttpClient(service.origin, { 'api-key': await partner.ownKey(employer) });
    await accounts.suspend(partner.partner.id, new Date());
    const suspended = ['403 partner_suspended'];
    for (const access of ['partner', 'account'] as const)
      expect(await refusalsOf(partner, [access], employer.id)).toEqual(suspended);
    expect(await refusalsOf(forEmployer, ['account', 'employer'], 1)).toEqual(suspended);
    expect((await ofEmployer.get('/jobs')).status).toBe(200);
  });

  test.each<[string, string, (acting: Awaited<ReturnType<typeof withPartner>>) => Promise<unknown>]>([
    [
      'the employer is suspended',
      '403 employer_suspended',
      ({ employer: { id } }) => accounts.suspend(id, new Date()),
    ],
    ["the employer is another partner's", '404 employer_not_found', ({ employer }) => move(employer)],
    [
      'its key is revoked',
      '401 api_key_invalid',
      ({ partner }) => apiKeyStore(service.db).revoke(partner.key.id, new Date()),
    ],
  ])('refuses a partner at once for an employer when %s: %s', async (_, refusal, change) => {
    const acting = await withPartner();
    const { forEmployer } = acting;
    await change(acting);
    expect(await refusalsOf(forEmployer, ['account', 'employer'], 1)).toEqual([refusal]);
    expect((await forEmployer.get('/jobs')).status).not.toBe(200);
  });
});
