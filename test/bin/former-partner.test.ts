import { expect, test } from '@jest/globals';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { aJob } from '../setup/a-job.ts';
import { adminOfSuite } from '../setup/admin.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { ownService } from '../setup/own-service.ts';
import { createPartnerClient } from '../setup/partners.ts';
import { recruitingPages } from '../setup/recruiting-page.ts';

process.env['WEBHOOK_TARGETS'] = 'any';
const service = await ownService();
const { linkTo } = recruitingPages(service);
const { printed: admin } = adminOfSuite();

const url = 'https://hooks.example.com/jobs';
const withKey = (apiKey: string) => createHttpClient(service.origin, { 'api-key': apiKey });

/** An employer of a partner, with clients of both. */
async function employerOfPartner() {
  const partner = await createPartnerClient(service);
  const employer = await partner.newEmployer('C-1');
  const ownClient = withKey(await partner.ownKey(employer));
  return { partner, employer, own: ownClient, acting: partner.forEmployer(employer.id) };
}

type Client = ReturnType<typeof withKey>;

const newKey = async ({ post }: Client) => (await post('/keys', { label: 'heir' })).body;
const newWebhook = async ({ post }: Client) => (await post('/webhooks', { url })).body;
const mayRead = async ({ key }: { key: string }) => (await withKey(key).get('/jobs')).status;
/** The status of what a revoked key may no longer do at once. */
const statusOf = async ({ key }: { key: string }) =>
  (await withKey(key).post('/keys', { label: 'heir' })).status;

test.each(['employer move', 'partner suspend'])(
  '%s --revoke ends all that was made with a key of the partner, however many keys lie between',
  async (command) => {
    const { partner, employer, own, acting } = await employerOfPartner();
    const planted = await newKey(acting);
    const second = await newKey(withKey(planted.key));
    const third = await newKey(withKey(second.key));
    const { key: rotated } = await admin(`key rotate ${second.id} --overlap 7`);
    const hook = await newWebhook(withKey(third.key));
    const laterKey = await newKey(own);
    const other = await partner.newEmployer('C-2');
    const otherHook = await newWebhook(partner.forEmployer(other.id));
    const redirected = await newWebhook(own);
    await withKey(third.key).put(`/webhooks/${redirected.id}`, { url: `${url}/elsewhere` });
    const createdBy = { type: 'partner', id: partner.partner.id };
    expect([second, rotated, third, hook]).toMatchObject([1, 2, 3, 4].map(() => ({ createdBy })));
    const byEmployer = { createdBy: { type: 'employer', id: employer.id } };
    expect([laterKey, redirected]).toMatchObject([byEmployer, byEmployer]);

    const line = command === 'employer move' ? `${employer.id} --partner none` : partner.partner.id;
    const listed = await admin(`${command} ${line}`);
    expect(await Promise.all([planted, third].map(mayRead))).toEqual([200, 200]);
    const { made, unknown } = await admin(`${command} ${line} --revoke`);
    expect([listed.made, listed.unknown]).toEqual([made, unknown]);
    const ids = [planted, second, rotated, third].map(({ id }) => id);
    expect(unknown).toEqual([]);
    expect(made).toEqual([
      { employer: employer.id, keys: expect.arrayContaining(ids), webhooks: [hook.id, redirected.id] },
      ...(command === 'employer move' ? [] : [{ employer: other.id, keys: [], webhooks: [otherHook.id] }]),
    ]);
    expect(made[0].keys).toHaveLength(ids.length);
    expect(await Promise.all([planted, second, third, laterKey].map(statusOf))).toEqual([401, 401, 401, 201]);
    const paused = { status: 'paused' };
    expect((await own.get('/webhooks')).body.data).toMatchObject([paused, paused]);
  },
);

test.each(['createdBy.isOrigin', 'createdBy'])(
  'employer move prints keys without %s, which a partner may have made, with what was made with them, and ends none',
  async (attribute) => {
    const { employer, own } = await employerOfPartner();
    const old = await newKey(own);
    const { hash = '' } = (await apiKeyStore(service.db).find(old.id)) ?? {};
    await service.db.update({ Key: accountKeys.apiKey(hash), UpdateExpression: `REMOVE ${attribute}` });
    const heir = await newKey(withKey(old.key));
    const hook = await newWebhook(withKey(heir.key));
    expect([heir.createdBy, hook.createdBy]).toEqual([null, null]);
    const { made, unknown } = await admin(`employer move ${employer.id} --partner none --revoke`);
    expect(made).toEqual([]);
    const keys = expect.arrayContaining([old.id, heir.id]);
    expect(unknown).toEqual([{ employer: employer.id, keys, webhooks: [hook.id] }]);
    expect(await statusOf(heir)).toBe(201);
  },
);

test('employer move ends the links for recruiters, and counts the addresses of applications, which employer readdress replaces', async () => {
  const { employer, own } = await employerOfPartner();
  const create = async (applicationEmail: string) =>
    (await own.post('/jobs', aJob({ status: 'active', applicationEmail }))).body;
  const job = await create('Jobs@former.example');
  for (const address of ['jobs@former.example', 'jobs@acme.example']) await create(address);
  const elsewhere = { applicantRoutingType: { id: 2 }, applicationUrl: url, applicationEmail: null };
  await own.post('/jobs', aJob(elsewhere));
  const link = (await linkTo({ acme: { employer }, job } as never)) ?? '';
  expect((await fetch(link)).status).toBe(200);

  const addresses = [
    { applicationEmail: 'jobs@former.example', jobs: 2 },
    { applicationEmail: 'jobs@acme.example', jobs: 1 },
  ];
  expect((await admin(`employer move ${employer.id} --partner none`)).addresses).toEqual(addresses);
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([404, expect.not.stringContaining('name="token"')]);

  const { replaceAddress } = await admin(`employer move ${employer.id} --partner none --revoke`);
  const line = `employer readdress ${employer.id} --old ADDRESS --new ADDRESS`;
  expect(replaceAddress).toBe(`npm run -s admin -- ${line}`);
  const replaced = line.replace('ADDRESS', 'JOBS@former.example').replace('ADDRESS', 'hr@acme.example');
  expect(await admin(replaced)).toEqual({ employer: employer.id, jobs: 2 });
  const after = await admin(`employer move ${employer.id} --partner none`);
  expect(after.addresses).toEqual([
    { applicationEmail: 'hr@acme.example', jobs: 2 },
    { applicationEmail: 'jobs@acme.example', jobs: 1 },
  ]);
  expect((await admin('verify')).findings).toEqual([]);
});
