import { describe, expect, test } from '@jest/globals';
import { disabled } from '../../../functions/webhooks/domain/attempts.ts';
import { webhookQueue } from '../../../functions/webhooks/store/webhook-queue.ts';
import type { Event } from '../../../schemas/event.ts';
import { adminOfSuite } from '../../setup/admin.ts';
import { aJob } from '../../setup/a-job.ts';
import { createHttpClient } from '../../setup/http-client.ts';
import { schemaErrors } from '../../setup/openapi-responses.ts';
import { tableStream } from '../../setup/table-stream.ts';
import { realLogo } from '../../setup/logos.ts';
import { ownService } from '../../setup/own-service.ts';
import { createPartnerClient } from '../../setup/partners.ts';
import { startReceiver } from '../../setup/webhook-receiver.ts';
import * as sender from '../../setup/webhook-sender.ts';
import { usesPartnerKey } from '../../setup/shared-service.ts';

process.env['WEBHOOK_TARGETS'] = 'any';
const service = await ownService();
const stream = await tableStream();
const operator = adminOfSuite();

/** Runs an admin command as the operator Ada, and returns its output. */
const admin = (line: string, now = new Date()) => operator.printed(`${line} --by Ada`, { now });

const ada = { type: 'operator', name: 'Ada' };

/** The events of a client's log without ids and times, after validation against the OpenAPI document. */
async function eventsFor({ get }: Pick<Acme, 'get'>) {
  expect(await stream.catchUp()).toEqual([]);
  const events = (await get('/events')).body.data as Event[];
  for (const event of events) expect(schemaErrors(['components', 'schemas', 'Event'], event)).toEqual([]);
  return events.map(({ type, employer, data }) => ({ type, employer, ...data }));
}

/** A key in the form in which events contain it. */
const keyField = (label: string | null, id: unknown = expect.any(String)) => ({ key: { id, label } });

type Acme = Awaited<ReturnType<typeof service.newEmployer>>;
type EventData = Record<string, unknown>;

const url = 'https://hooks.example.com/jobs';

const newWebhook = async ({ post }: Acme) => `/webhooks/${(await post('/webhooks', { url })).body.id}`;

const typesOf = (all: EventData[], kind: string) =>
  all.map(({ type }) => String(type)).filter((type) => type.startsWith(kind));

/** Changes that an employer makes, and the events that the employer's log then contains. */
const changes: [string, (acme: Acme) => Promise<unknown>, (by: EventData) => EventData[]][] = [
  ['reads only', ({ get }) => get('/employer'), () => []],
  [
    'its keys are created, labelled, limited and revoked',
    async ({ post, put, delete: remove }) => {
      const { id } = (await post('/keys', { label: 'sync' })).body;
      await put(`/keys/${id}`, { label: 'night' });
      await put(`/keys/${id}`, { label: 'night' });
      await put(`/keys/${id}`, { label: 'day', expiresAt: '2090-01-01T00:00:00Z' });
      await remove(`/keys/${id}`);
    },
    (by) =>
      [
        { type: 'key.created', ...keyField('sync') },
        { type: 'key.updated', ...keyField('night'), fields: ['label'] },
        { type: 'key.updated', ...keyField('day'), fields: ['label', 'expiresAt'] },
        { type: 'key.revoked', ...keyField('day') },
      ].map((each) => ({ ...each, by })),
  ],
  [
    'its profile gets new texts and a logo',
    async ({ put, delete: remove }) => {
      await put('/employer', { about: '<p>Bread.</p>', contactEmail: 'ida@acme.example' });
      await put('/employer', { about: '<p>Bread.</p>' });
      const { bytes, mediaType } = realLogo('chromium.png');
      await put('/employer/logo', bytes, { 'content-type': mediaType });
      await remove('/employer/logo');
    },
    (by) =>
      [['contactEmail', 'about'], ['logo'], ['logo']].map((fields) => ({
        type: 'profile.updated',
        fields,
        by,
      })),
  ],
  [
    'a webhook is created, changed, gets a new secret and is deleted',
    async (acme) => {
      const path = await newWebhook(acme);
      await acme.put(path, { description: 'All', types: ['job.created'] });
      await acme.put(path, { status: 'paused', cursor: 0 });
      await acme.post(`${path}/secret`, undefined);
      await acme.delete(path);
    },
    (by) =>
      [
        { type: 'webhook.created' },
        { type: 'webhook.updated', fields: ['types', 'description'] },
        { type: 'webhook.updated', fields: ['status'] },
        { type: 'webhook.updated', fields: ['secret'] },
        { type: 'webhook.deleted' },
      ].map((history) => ({ ...history, by, webhook: { id: 1, reason: null } })),
  ],
  [
    'the service disables a webhook, without events about its deliveries',
    async (acme) => {
      await newWebhook(acme);
      const queue = webhookQueue(service.db);
      const current = async () =>
        (await queue.delivery({ employerId: acme.employer.id, partnerId: null, id: 1 }))!;
      await queue.updateFree(await current(), { ...(await current()), cursor: 1 });
      const delivery = await current();
      const webhook = disabled(delivery.webhook, 'gone', new Date());
      await queue.updateFree(delivery, { ...delivery, webhook });
    },
    (by) => [
      { type: 'webhook.created', by, webhook: { id: 1, reason: null } },
      { type: 'webhook.disabled', by: { type: 'schedule' }, webhook: { id: 1, reason: 'gone' } },
    ],
  ],
  [
    'an operator renames, suspends and resumes it, and replaces its key',
    async ({ employer: { id }, key: { id: keyId } }) => {
      await admin(`employer update ${id} --name "Acme & Co." --plan unlimited`);
      await admin(`employer suspend ${id}`);
      await admin(`employer suspend ${id}`);
      await admin(`employer resume ${id}`);
      // The key of a partner is also that of the other tests.
      if (!usesPartnerKey()) await admin(`key rotate ${keyId} --overlap 1`);
    },
    () => [
      { type: 'employer.updated', fields: ['name', 'plan'], by: ada },
      { type: 'employer.suspended', by: ada },
      { type: 'employer.resumed', by: ada },
      ...(usesPartnerKey()
        ? []
        : [
            { type: 'key.created', ...keyField(null), by: ada },
            { type: 'key.updated', ...keyField(null), fields: ['expiresAt'], by: ada },
          ]),
    ],
  ],
];

describe('the log of an employer', () => {
  test.each(changes)('has one event with its author for each change: %s', async (_, change, expected) => {
    const acme = await service.newEmployer();
    await change(acme);
    const history = await eventsFor(acme);
    const { id, partner } = acme.employer;
    const employer = { id, referenceId: partner?.referenceId ?? null };
    const by = { type: 'key', id: acme.key.id, partner: acme.partner };
    const inLog = expected(by).map((each) => ({ employer, ...each }));
    expect(history).toHaveLength(inLog.length);
    expect(history).toEqual(expect.arrayContaining(inLog));
    // Events from different items, such as two keys, have no fixed order.
    for (const kind of ['profile', 'webhook', 'employer']) {
      expect(typesOf(history, kind)).toEqual(typesOf(inLog, kind));
    }
    expect(JSON.stringify(history)).not.toContain('ida@acme');
  });
});

describe('the log of a partner', () => {
  test('contains changes to the partner and its employers, but not changes that an employer makes within its account', async () => {
    const partner = await createPartnerClient(service);
    const { body: created } = await partner.put('/employers', { referenceId: 'C-1', name: 'Acme Bakery' });
    const { id } = created;
    const acme = partner.forEmployer(id);
    const { body: firstKey } = await acme.post('/keys', { label: 'first' });
    await partner.put(`/employers/${id}`, { suspended: true });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await partner.post(`/employers/${id}/deletion`, undefined);
    await partner.put(`/employers/${id}`, { suspended: false, referenceId: 'C-2' });
    await partner.put('/partner', { contactEmail: 'ida@ats.example' });
    await partner.post('/keys', { label: 'next' });
    const partnerId = partner.partner.id;
    const { employer: issued } = await admin(
      `employer create --name B --partner ${partnerId} --reference C-3`,
    );
    for (const change of ['suspend', 'resume']) await admin(`partner ${change} ${partnerId}`);
    const eventTexts = await eventsFor(partner);

    const by = { type: 'key', id: partner.key.id, partner: { id: partnerId, name: 'Acme ATS' } };
    const [itself, before, after, other] = [
      { id: partnerId, referenceId: null },
      { id, referenceId: 'C-1' },
      { id, referenceId: 'C-2' },
      { id: issued.id, referenceId: 'C-3' },
    ];
    const inLog = [
      { type: 'employer.created', employer: before, by },
      { type: 'employer.suspended', employer: before, by },
      { type: 'employer.deletion_requested', employer: before, by },
      { type: 'employer.updated', employer: after, by, fields: ['referenceId'] },
      { type: 'employer.resumed', employer: after, by },
      { type: 'profile.updated', employer: itself, by, fields: ['contactEmail'] },
      { type: 'key.created', employer: itself, by, ...keyField('next') },
      { type: 'employer.created', employer: other, by: ada },
      { type: 'employer.suspended', employer: itself, by: ada },
      { type: 'employer.resumed', employer: itself, by: ada },
    ];
    expect(eventTexts).toHaveLength(inLog.length);
    expect(eventTexts).toEqual(expect.arrayContaining(inLog));

    const employerEvents = await eventsFor(acme);
    const types = ['suspended', 'deletion_requested', 'updated', 'resumed'].map((name) => `employer.${name}`);
    expect(typesOf(employerEvents, 'employer')).toEqual(types);
    // For a minute, a function names the employer by the referenceId that it last read.
    const employer = { id, referenceId: expect.stringMatching(/^C-[12]$/) };
    const keyCreated = { type: 'key.created', employer, by, ...keyField('first', firstKey.id) };
    expect(employerEvents).toContainEqual(keyCreated);
    expect(employerEvents).toHaveLength(5);
    expect(await eventsFor(partner.forEmployer(issued.id))).toEqual([
      { type: 'key.created', employer: other, by: ada, ...keyField(null) },
    ]);
  });

  test('contains the withdrawal of a request for deletion, also while the operator suspends the employer', async () => {
    const partner = await createPartnerClient(service);
    const { id } = await partner.newEmployer('C-1');
    await admin(`employer suspend ${id}`);
    await partner.post(`/employers/${id}/deletion`, undefined);
    await partner.put(`/employers/${id}`, { suspended: false });
    expect((await eventsFor(partner)).map(({ type, ...data }) => [type, data])).toMatchObject([
      ['employer.suspended', {}],
      ['employer.deletion_requested', {}],
      ['employer.updated', { fields: ['deletionRequestedAt'] }],
    ]);
  });

  test('contains the deletion of an employer by an operator', async () => {
    const partner = await createPartnerClient(service);
    const { id } = await partner.newEmployer('C-1', { name: 'Vanishing' });
    await admin(`employer suspend ${id}`);
    // A deletion needs a suspension of a few minutes.
    await admin(`employer delete ${id} --name Vanishing`, new Date(Date.now() + 600_000));
    const employer = { id, referenceId: 'C-1' };
    expect(await eventsFor(partner)).toEqual([
      { type: 'employer.suspended', employer, by: ada },
      { type: 'employer.deleted', employer, by: ada },
    ]);
  });
});

test('the webhook of a partner receives each change once, and its webhook-id matches the log of the event', async () => {
  const receiver = await startReceiver();
  const partner = await createPartnerClient(service);
  await partner.post('/webhooks', { url: receiver.url });
  const { body: bakery } = await partner.put('/employers', { referenceId: 'C-1', name: 'Bakery' });
  for (const change of [{ name: 'Bakery & Co.' }, { suspended: true }, { suspended: false }])
    await partner.put(`/employers/${bakery.id}`, change);
  await partner.forEmployer(bakery.id).post('/jobs', aJob());
  expect(await stream.catchUp()).toEqual([]);
  await sender.withoutHaste(() => sender.wakeUp(partner.partner.id, bakery.id));
  await receiver.close();

  const deliveries = receiver.received.map(({ headers, body }) => {
    const { id, type, log } = JSON.parse(body) as Event;
    expect(headers['webhook-id']).toBe(`${log.partner ?? log.employer}-${id}`);
    return { type, log };
  });
  const log = { partner: partner.partner.id };
  const ofPartner = ['webhook.created', 'employer.created', 'employer.updated']
    .concat('employer.suspended', 'employer.resumed')
    .map((type) => ({ type, log }));
  const all = [...ofPartner, { type: 'job.created', log: { employer: bakery.id } }];
  expect(deliveries).toHaveLength(all.length);
  expect(deliveries).toEqual(expect.arrayContaining(all));
});

test('the operator’s log shows who created an employer and a partner', async () => {
  const { employer } = await admin('employer create --name "Audited Inc."');
  const { partner } = await admin('partner create --name "Audited ATS"');
  const { events } = await admin('events --operator');
  for (const [type, { id }] of [
    ['employer.created', employer],
    ['partner.created', partner],
  ]) {
    expect(events).toContainEqual({ at: expect.any(String), type, employer: id, by: ada });
  }
});

/** The error message of `employer move`. */
async function refusal(options: string) {
  const { stderr, exitCode } = await operator.admin(`employer move ${options} --by Ada`);
  expect(exitCode).toBe(1);
  return stderr;
}

describe('admin employer move', () => {
  test('moves an employer with its log and keys to another partner, which does not see the former partner', async () => {
    const from = await createPartnerClient(service);
    const to = await createPartnerClient(service, { name: 'Other ATS' });
    const employer = await from.newEmployer('C-1');
    const { id } = employer;
    const ownClient = createHttpClient(service.origin, { 'api-key': await from.ownKey(employer) });
    await to.newEmployer('C-1');
    const { body: job } = await from.forEmployer(id).post('/jobs', aJob());

    expect(await refusal(`${id} --partner ${to.partner.id}`)).toContain('--reference');
    await admin(`employer move ${id} --partner ${to.partner.id} --reference X-1`);
    await ownClient.put(`/jobs/${job.id}`, { title: 'Cook' });

    expect((await from.get('/employers')).body.data).toEqual([]);
    expect((await from.get(`/employers/${id}`)).status).toBe(404);
    const inNew = { id, referenceId: 'X-1' };
    expect((await to.get('/employers?referenceId=X-1')).body.data).toMatchObject([inNew]);
    await stream.catchUp();
    const { body: log } = await to.forEmployer(id).get('/events');
    expect(log.data.map((event: Event) => [event.type, event.employer, event.data.by.partner])).toEqual([
      ['job.created', inNew, null],
      ['employer.updated', inNew, undefined],
      ['job.updated', inNew, null],
    ]);
    expect(JSON.stringify(log)).not.toContain('Acme ATS');
    const moved = (referenceId: string) => ({
      type: 'employer.moved',
      employer: { id, referenceId },
      by: ada,
    });
    expect(await eventsFor(from)).toContainEqual(moved('C-1'));
    expect(await eventsFor(to)).toContainEqual(moved('X-1'));

    await admin(`employer move ${id} --partner none`);
    expect((await to.get('/partner')).body.employers).toBe(1);
    expect((await ownClient.get('/jobs')).body.paging.total).toBe(1);
    expect(await refusal(`${id} --partner ${to.partner.id}`)).toContain('--reference');
    await stream.catchUp();
    expect((await admin('verify')).findings).toEqual([]);
  });

  test('refuses a partner that has its maximum number of employers', async () => {
    const from = await createPartnerClient(service);
    const full = await createPartnerClient(service, { maxEmployers: 1 });
    await full.newEmployer('C-1');
    const { id } = await from.newEmployer('C-2');
    expect(await refusal(`${id} --partner ${full.partner.id}`)).toContain('as many as it may have');
    expect((await from.get(`/employers/${id}`)).status).toBe(200);
  });
});
