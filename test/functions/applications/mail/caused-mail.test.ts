import { beforeEach, describe, expect, test } from '@jest/globals';
import { employerStore } from '../../../../functions/accounts/store/employers.ts';
import { applicationOf, applicationKeys, mailPartitions } from '../../../../functions/applications/keys.ts';
import { defineApplicationMails } from '../../../../functions/applications/mail/application-mail.ts';
import { attributes } from '../../../../functions/platform/dynamodb/table.ts';
import { aJob } from '../../../setup/a-job.ts';
import { apply } from '../../../setup/an-application.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { setClock } from '../../../setup/clock.ts';
import { startMailServer } from '../../../setup/mail-servers.ts';
import { ownService } from '../../../setup/own-service.ts';
import { createPartnerClient } from '../../../setup/partners.ts';
import { recruitingPages } from '../../../setup/recruiting-page.ts';

const mailServer = await startMailServer();
process.env['SMTP_URL'] = mailServer.url;
process.env['MAILS_PER_ADDRESS'] = '4';
/** The half of the limit that one account may cause. */
const HALF = 2;
// A separate table, because a run sends the mail of all employers.
const service = await ownService();
const applications = applicationsInTable(service.db);
const { linkTo, press } = recruitingPages(service);

const NOON = '2026-06-01T12:00:00.000Z';
const HALF_DAY_SECONDS = 12 * 60 * 60;
beforeEach(async () => {
  setClock(NOON);
  await service.runMail();
});

const newAddress = () => `jobs.${crypto.randomUUID().slice(0, 8)}@acme.example`;

type Api = Pick<Awaited<ReturnType<typeof service.newEmployer>>, 'post' | 'get'>;

const importFor = (acme: Api, jobId: number, fields: Record<string, unknown> = {}) =>
  acme.post(`/jobs/${jobId}/applications`, {
    name: crypto.randomUUID(),
    email: 'zoe@example.org',
    mail: true,
    ...fields,
  });

/** Creates an employer with a job, whose applications are mailed to an address. */
const employerFor = (to: string, terms: { test?: true } = {}) =>
  service.employerWithJob({ status: 'active', applicationEmail: to }, terms);

/** Uses up what the employer may cause for the address of its job. */
async function useUp({ acme, job }: Awaited<ReturnType<typeof employerFor>>, count = HALF) {
  for (let n = 0; n < count; n += 1) expect((await importFor(acme, job.id)).status).toBe(201);
}

const received = (to: string) => mailServer.received.filter((mail) => mail.to.includes(to));

async function inState(state: 'held' | 'sent') {
  const to = newAddress();
  const created = await employerFor(to);
  const suspicions = state === 'held' ? (['too_fast'] as const) : [];
  const id = await applications.create(created.acme.employer, created.job, { state, suspicions, mailTo: to });
  await useUp(created);
  return { ...created, id };
}

describe('a mail that a key or a recruiter causes, when its address has had those of the day', () => {
  test.each([
    ['a resend', 'sent'],
    ['a release', 'held'],
  ] as const)('is refused at once, and the application stays as it is: %s', async (_, state) => {
    const { acme, id } = await inState(state);
    const { status, headers, body } = await acme.post(
      `/applications/${id}/${state === 'held' ? 'release' : 'resend'}`,
      undefined,
    );
    const limited = [429, String(HALF_DAY_SECONDS), 'rate_limit_exceeded'];
    expect([status, headers.get('retry-after'), body.code]).toEqual(limited);
    expect(body.detail).toContain('has had as many mails as keys and recruiters may cause in a day');
    expect((await acme.get(`/applications/${id}`)).body.state).toBe(state);
  });

  test('is refused at once for an import, which is not stored unless it needs no mail', async () => {
    const created = await employerFor(newAddress());
    const { acme, job } = created;
    await useUp(created);
    const { status, headers } = await importFor(acme, job.id);
    expect([status, headers.get('retry-after')]).toEqual([429, String(HALF_DAY_SECONDS)]);
    expect((await acme.get('/applications')).body.data).toHaveLength(HALF);
    expect((await importFor(acme, job.id, { mail: false })).status).toBe(201);
  });

  test('is refused at once for a release by a recruiter', async () => {
    const created = await inState('held');
    const link = (await linkTo(created)) ?? '';
    const { status, retryAfter } = await press(link, { action: 'release', application: created.id });
    expect([status, retryAfter]).toEqual([429, String(HALF_DAY_SECONDS)]);
    expect((await created.acme.get(`/applications/${created.id}`)).body.state).toBe('held');
  });

  test('may be caused again on the next day (UTC), when nothing has waited', async () => {
    const to = newAddress();
    const created = await employerFor(to);
    await useUp(created);
    for (let n = 0; n < 3; n += 1) expect((await importFor(created.acme, created.job.id)).status).toBe(429);
    await service.runMail();
    setClock('2026-06-02T00:00:00.000Z');
    expect(await service.runMail()).toMatchObject({ sent: 0, postponed: 0 });
    expect(received(to)).toHaveLength(HALF);
    await useUp(created);
  });

  test('counts no repeated import, and no resend while the mail is being sent', async () => {
    const created = await employerFor(newAddress());
    const { acme, job } = created;
    const id = await applications.create(acme.employer, job, { state: 'sending' });
    for (const status of [201, 200, 200, 200]) {
      expect((await importFor(acme, job.id, { referenceId: 'C-1' })).status).toBe(status);
      expect((await acme.post(`/applications/${id}/resend`, undefined)).status).toBe(200);
    }
    await useUp(created, 1);
    expect((await importFor(acme, job.id)).status).toBe(429);
    expect((await importFor(acme, job.id, { referenceId: 'C-1' })).status).toBe(200);
  });
});

test('an account can use up half of an address’s mails of the day, a partner for all of its employers', async () => {
  const to = newAddress();
  const ats = await createPartnerClient(service);
  const ofPartner = await Promise.all(
    ['C-1', 'C-2'].map(async (referenceId) => {
      const acme = ats.forEmployer((await ats.newEmployer(referenceId)).id);
      const { body: job } = await acme.post('/jobs', aJob({ applicationEmail: to }));
      return { acme, job };
    }),
  );
  const statuses = [];
  for (const { acme, job } of [...ofPartner, ...ofPartner])
    statuses.push((await importFor(acme, job.id)).status);
  expect(statuses).toEqual([201, 201, 429, 429]);
  await useUp(await employerFor(to));
  const { acme, job } = await employerFor(to);
  expect((await importFor(acme, job.id)).status).toBe(429);
});

test('a candidate’s application is mailed first, and also to an address that has had the mails of keys', async () => {
  const to = newAddress();
  const created = await employerFor(to);
  await useUp(created);
  setClock('2026-06-01T12:00:10.000Z');
  expect((await apply(service.anyone, created.job.id)).status).toBe(201);
  const order = [];
  for await (const { key } of defineApplicationMails(service.db).queue.due(new Date())) {
    order.push(applicationOf(key).number);
  }
  expect(order).toEqual([HALF + 1, 1, 2]);
  await service.runMail();
  expect(received(to)).toHaveLength(HALF + 1);
});

test('an application to a test employer has no limit', async () => {
  await useUp(await employerFor(newAddress(), { test: true }), 5);
});

describe('a suspension', () => {
  test('stops the mail that keys have caused and that was not sent, not that of candidates', async () => {
    const to = newAddress();
    const created = await employerFor(to);
    const { acme, job } = created;
    const { body: imported } = await importFor(acme, job.id);
    const { body: applied } = await apply(service.anyone, job.id);
    const employers = employerStore(service.db);
    await employers.suspend(acme.employer.id, new Date());
    expect(await service.runMail()).toMatchObject({ sent: 1, failed: 0 });
    await employers.resume(acme.employer.id);
    expect((await acme.get(`/applications/${imported.id}`)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'suspended', address: to },
    });
    expect((await acme.get(`/applications/${applied.id}`)).body.state).toBe('sent');
    expect((await acme.post(`/applications/${imported.id}/resend`, undefined)).body.state).toBe('queued');
    await service.runMail();
    expect(received(to)).toHaveLength(2);
  });

  test('of a partner stops the mail of its employers', async () => {
    const to = newAddress();
    const ats = await createPartnerClient(service);
    const acme = ats.forEmployer((await ats.newEmployer('C-1')).id);
    const { body: job } = await acme.post('/jobs', aJob({ applicationEmail: to }));
    await importFor(acme, job.id);
    await employerStore(service.db).suspend(ats.partner.id, new Date());
    expect(await service.runMail()).toMatchObject({ sent: 0, skipped: 1 });
    expect(received(to)).toEqual([]);
  });
});

test('mail that release 1.2.0 has postponed is sent from its shard', async () => {
  const to = newAddress();
  const { acme, job } = await employerFor(to);
  await importFor(acme, job.id);
  const key = applicationKeys.application(acme.employer.id, 1);
  const item = await service.db.get({ Key: key });
  const former = { mailError: 'enough_today', [attributes.mailPartition]: mailPartitions[0] };
  await service.db.put({ Item: { ...item, ...key, ...former } });
  await service.runMail();
  expect(received(to)).toHaveLength(1);
});
