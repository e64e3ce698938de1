import { describe, expect, test } from '@jest/globals';
import { employerStore } from '../../../functions/employers/store/employers.ts';
import { pathIds } from '../../setup/applications-in-table.ts';
import { clientOf, type Client } from '../../setup/client.ts';
import { documentedRequest, type PathIds } from '../../setup/documented-request.ts';
import { partnerAt } from '../../setup/partners.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { aJob } from '../../setup/a-job.ts';
import { operations, type Operation, type OperationId } from '../../../schemas/operations.ts';
import { INT32_MAX } from '../../../schemas/limits.ts';

const service = sharedService();

/** A partner with an employer that has one of everything. */
async function partnerWithEverything() {
  const partner = await partnerAt(service);
  const employer = await partner.newEmployer('C-1');
  const client = partner.forEmployer(employer.id);
  const { body: job } = await client.post('/jobs', aJob({ status: 'active' }));
  const ids = await pathIds(service.db, { employer }, job);
  return { partner, employer, client, ids: { ...ids, partnersEmployer: employer.id } };
}

const [mine, foreign] = [await partnerWithEverything(), await partnerWithEverything()];
// Webhooks are numbered by employer, so this is one that the other employer has not.
foreign.ids.webhook = (await foreign.client.post('/webhooks', { url: 'https://hooks.example.com' })).body.id;
const ownKey = clientOf(service.origin, { 'api-key': await mine.partner.ownKey(mine.employer) });

/** Ids that nothing has. */
const nothing: PathIds = {
  ...mine.ids,
  job: INT32_MAX,
  application: '0'.repeat(32),
  webhook: INT32_MAX,
  partnersEmployer: INT32_MAX,
  key: `${mine.employer.id}-00000000`,
};

type Row = [OperationId, Operation];

const withKey = (Object.entries<Operation>(operations) as Row[]).filter(
  ([, { access, servedBy }]) => access !== 'public' && servedBy === undefined,
);
const withId = withKey.filter(([, { path }]) => path.includes('{id}'));

/** The response to the example of an operation about one of these ids, without what differs each time. */
async function answer(client: Client, id: OperationId, ids: PathIds) {
  const { method, path, headers, body } = documentedRequest(id, ids);
  const { 'api-key': _, ...sent } = headers;
  const reply = await client.request(method, path, { headers: sent, ...(body && { body }) });
  return [reply.status, reply.text.replace(/"requestId":"[^"]+"/, '')];
}

const sender = ([, { access }]: Row, { partner, client }: typeof mine): Client =>
  access === 'partner' ? partner : client;

describe('what belongs to another partner', () => {
  test.each(withId)('is answered by %s as what there is not, byte for byte', async (id, row) => {
    const client = sender([id, row], mine);
    const told = await answer(client, id, foreign.ids);
    expect(told).toEqual(await answer(client, id, nothing));
    expect(told[0]).toBe(404);
  });

  test.each(withId.filter(([, { access }]) => access !== 'partner'))(
    'is answered by %s the same to the key of an employer',
    async (id) => {
      expect(await answer(ownKey, id, foreign.ids)).toEqual(await answer(ownKey, id, nothing));
    },
  );

  test.each(withId.filter(([, { access }]) => access === 'account'))(
    'is answered by %s the same to the partner itself, also what belongs to an employer of its own',
    async (id) => {
      const told = await answer(mine.partner, id, nothing);
      expect(told[0]).toBe(404);
      for (const ids of [foreign.ids, mine.ids]) {
        expect(await answer(mine.partner, id, ids)).toEqual(told);
      }
    },
  );

  test('is as it was after all of that', async () => {
    for (const path of [
      `/jobs/${foreign.ids.job}`,
      `/applications/${foreign.ids.application}`,
      `/webhooks/${foreign.ids.webhook}`,
    ]) {
      expect((await foreign.client.get(path)).status).toBe(200);
    }
    const [employer] = (await foreign.partner.get('/employers')).body.data;
    expect(employer).toMatchObject({
      id: foreign.employer.id,
      name: foreign.employer.name,
      suspendedAt: null,
    });
    const { data } = (await foreign.client.get('/keys')).body;
    expect(data).toMatchObject([{ id: foreign.ids.key, label: 'other' }]);
  });
});

const former = await partnerAt(service);
const moved = await former.newEmployer('C-1');
const joined = { partner: mine.partner.partner, referenceId: 'C-2' };
const by = { type: 'operator', at: Date.now() } as const;
await employerStore(service.db).move(moved.id, joined, { now: new Date(), by });

describe('an employer that has moved to another partner', () => {
  test.each(withKey.filter(([, { access }]) => access !== 'partner'))(
    'is to its former partner one that there is not: %s',
    async (id) => {
      const told = await answer(former.forEmployer(moved.id), id, mine.ids);
      expect(told).toEqual(await answer(former.forEmployer(INT32_MAX), id, mine.ids));
      expect(told[0]).toBe(404);
    },
  );

  test('is one of its new partner', async () => {
    expect((await mine.partner.forEmployer(moved.id).get('/jobs')).status).toBe(200);
    expect((await former.get(`/employers/${moved.id}`)).status).toBe(404);
  });
});

test('a key that is revoked between two requests of a partner works for none of its employers', async () => {
  const { partner } = await partnerWithEverything();
  const { body } = await partner.post('/keys', { label: 'next' });
  expect((await partner.delete(`/keys/${body.id}`)).status).toBe(204);
  const revoked = { 'api-key': body.key, 'employer-id': String(mine.employer.id) };
  expect((await clientOf(service.origin, revoked).get('/jobs')).status).toBe(401);
});
