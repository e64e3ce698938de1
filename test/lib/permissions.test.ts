import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { createTable } from '../../bin/local/create-table.ts';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { findRoute } from '../../bin/local/routes.ts';
import { addDays } from '../../functions/platform/time/calendar.ts';
import { createApplicationToken } from '../../functions/applications/application/application-token.ts';
import { expiringItem, compress } from '../../functions/events/store/event-items.ts';
import { parkedChanges } from '../../functions/events/store/parked-changes.ts';
import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { disabled } from '../../functions/webhooks/domain/attempts.ts';
import { newWebhook } from '../../functions/webhooks/domain/webhook.ts';
import { webhookStore } from '../../functions/webhooks/store/webhooks.ts';
import { signingKey } from '../../functions/platform/crypto/signing-key.ts';
import { writeItems } from '../bench/write-items.ts';
import { sendReport } from '../setup/a-report.ts';
import { apply, anApplication, applyForm, sendFile } from '../setup/an-application.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { eventKeys } from '../../functions/events/keys.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { tableKeys, attributes } from '../../functions/platform/dynamodb/table.ts';
import { functionNameOf } from '../../lib/function-table.ts';
import { serviceFunctions } from '../../lib/functions.ts';
import { BASE_PATH, operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { filePrefixes } from '../../functions/platform/files/file-prefixes.ts';
import { setLastPosition } from '../setup/employers-in-table.ts';
import { setClock } from '../setup/clock.ts';
import { applicationsInTable, pathIds } from '../setup/applications-in-table.ts';
import { recruitingPages } from '../setup/recruiting-page.ts';
import { tableStream } from '../setup/table-stream.ts';
import { documentedRequest } from '../setup/openapi-requests.ts';
import { jobsInTable } from '../setup/jobs-in-table.ts';
import type { Event } from '../../schemas/event.ts';
import { realLogo } from '../setup/logos.ts';
import { smallestFiles } from '../setup/resumes.ts';
import { createPartner } from '../setup/partners.ts';
import { gatewayEvent } from '../setup/gateway-event.ts';
import { startS3 } from '../setup/s3-server.ts';
import { createHttpClient, type Client } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';
import { recordCalls } from './recorded-calls.ts';
import { startServer } from '../setup/local-server.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';

/** What searches read of 1,000 jobs, enough for a pack, and nothing else of them. */
const searchTextItems = (employerId: number): Item[] =>
  Array.from({ length: 1_000 }, (_, n) => ({
    ...jobKeys.job(employerId, 1_000_000 + n),
    [attributes.position]: n,
    [attributes.searchText]: 'baker\n\u0001',
    [attributes.changed]: n,
  }));

interface SentEmail {
  Content?: { Raw?: object };
}

/**
 * A server that accepts every mail as SES does. `called` is told the actions that each call takes: a mail that the
 * service has composed itself takes two.
 */
function startSes(called: (action: string) => void) {
  return startServer(async (request, response) => {
    const { Content } = (await json(request)) as SentEmail;
    called('SendEmail');
    if (Content?.Raw) called('SendRawEmail');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
  });
}

/** What each function was seen to use. Requests run one at a time, so each call belongs to the current function. */
const seen = new Map<string, Set<string>>();
let atWork: string | undefined;

const record = (permission: string) => void (atWork !== undefined && seen.get(atWork)?.add(permission));

const stopRecording = recordCalls(record);
const folderOfFile = (key: string) => {
  if (key.startsWith(filePrefixes.logos)) return 'logoFiles';
  if (key.startsWith(filePrefixes.uploads)) return 'uploads';
  return key.startsWith(filePrefixes.applications) ? 'applicationFiles' : 'publicFiles';
};
const s3 = await startS3((action, key) => record(`${action} on ${folderOfFile(key)}`));
process.env['AWS_ENDPOINT_URL_S3'] = s3.endpoint;
process.env['FILES_BUCKET'] = 'files';
const ses = await startSes((action) => record(`${action} on mail`));
process.env['AWS_ENDPOINT_URL_SESV2'] = ses.endpoint;
process.env['MAIL_CONFIGURATION_SET'] = 'mail';
// Its own table, so that no other suite takes the first ids or names the new places first.
const TableName = `permissions-${crypto.randomUUID()}`;
process.env['TABLE_NAME'] = TableName;
process.env['RATE_LIMITS'] = 'on';
await withClient((client) => createTable(client, TableName));
const service = await startService();

/** A new client each time, because a connection that idles for the whole suite gets closed. */
async function withClient(work: (client: ReturnType<typeof createDocumentClient>) => Promise<unknown>) {
  const client = createDocumentClient();
  await work(client);
  client.destroy();
}

afterAll(async () => {
  await service.close();
  await s3.close();
  await ses.close();
  await withClient((client) => client.send(new DeleteTableCommand({ TableName })));
  stopRecording();
});

/** Work of a function: what is used meanwhile, that function uses. */
async function as<T>(functionName: string, work: () => Promise<T>): Promise<T> {
  atWork = functionName;
  if (!seen.has(functionName)) seen.set(functionName, new Set());
  try {
    return await work();
  } finally {
    atWork = undefined;
  }
}

/** A run of a function that no request calls. */
const run = (
  functionName: string,
  handler: (event: never, context: ReturnType<typeof lambdaContext>) => Promise<unknown>,
  event: object = {},
) =>
  as(functionName, () =>
    handler(
      event as never,
      lambdaContext(functionName, 'run', () => 900_000),
    ),
  );

type Sent = Parameters<Client['request']>[2];

/** Sends and records; the status shows that the intended path was taken. */
async function send(sender: Client, expected: number, method: string, path: string, sent: Sent = {}) {
  const { pathname } = new URL(path.startsWith('http') ? path : `${service.origin}${BASE_PATH}${path}`);
  const reply = await as(findRoute(method, pathname).functionName, async () => {
    const sentBack = await sender.request(method, path, sent);
    // An address that a function has signed is good for what the function itself may do.
    const address = String(sentBack.headers.get('location') ?? sentBack.body?.url);
    if (address.startsWith(s3.endpoint)) await fetch(address);
    return sentBack;
  });
  const { status, body, text } = reply;
  if (status !== expected) throw new Error(`${method} ${path}: ${status} instead of ${expected}: ${text}`);
  return body;
}

/** A client with a key of an employer that no function has read yet. */
async function otherKeyOf(employer: Employer) {
  const terms = { label: null, expiresAt: null, now: new Date() };
  const { apiKey } = await apiKeyStore(service.db).create(employer, terms);
  return createHttpClient(service.origin, { 'api-key': apiKey });
}

/** An employer whose key no function has read yet. */
async function aStranger() {
  const { apiKey } = await service.newEmployer();
  const employer = createHttpClient(service.origin, { 'api-key': apiKey });
  return (expected: number, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    send(employer, expected, method, path, {
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });
}

const anyone = (expected: number, method: string, path: string) =>
  send(service.anyone, expected, method, path);

const locationList = readFileSync(
  new URL('../../schemas/reference-data/places.tsv', import.meta.url),
  'utf8',
);
const locationsWithoutId = [...locationList.matchAll(/^[^\t]+\tQC\t-\t[^\t]*\t(.+)$/gm)].map(
  ([, name]) => `${name}, QC`,
);

/** A place that no job has named before. */
const newLocation = () => [{ description: locationsWithoutId.pop() }];

/** Creation by `path` and `method`: without and with an id leased, without and with a reference, with a new place. */
async function create() {
  const employer = await aStranger();
  await employer(201, 'POST', '/jobs', aJob());
  await employer(201, 'POST', '/jobs', aJob({ referenceId: 'a', locations: newLocation() }));
  await employer(409, 'POST', '/jobs', aJob({ referenceId: 'a' }));
  await employer(201, 'POST', '/jobs', aJob({ confidential: true }));
  const key = { 'idempotency-key': 'a' };
  await employer(201, 'POST', '/jobs', aJob(), key);
  await employer(201, 'POST', '/jobs', aJob(), key);
  await employer(422, 'POST', '/jobs', aJob({ title: 'Another' }), key);
  await employer(400, 'POST', '/jobs', {});
}

/** PUT of a job in every way, by `put`, which has the referenceId or the id of the job. */
async function changes(put: (status: number, change: object) => Promise<unknown>) {
  await put(200, {});
  await put(200, { title: 'Another title' });
  await put(200, { status: 'archived' });
  await put(200, { status: 'draft', title: 'Two changes' });
  await put(200, { locations: newLocation() });
  await put(200, { confidential: true });
  await put(400, { title: '' });
}

async function upsert(method = 'PUT', headers?: Record<string, string>) {
  const employer = await aStranger();
  const put = (status: number, change: object) =>
    employer(status, method, '/jobs', { referenceId: 'b', ...change }, headers);
  await put(201, aJob({ locations: newLocation() }));
  await changes(put);
}

async function deleteByReference(method = 'DELETE', headers?: Record<string, string>) {
  const employer = await aStranger();
  await employer(404, method, '/jobs', { referenceId: 'c' }, headers);
  for (const confidential of [false, true]) {
    await employer(201, 'POST', '/jobs', aJob({ referenceId: 'c', confidential }));
    await employer(204, method, '/jobs', { referenceId: 'c' }, headers);
  }
}

async function updateById(method = 'PUT', headers?: Record<string, string>) {
  const employer = await aStranger();
  await employer(404, method, '/jobs/1', { title: 'None' }, headers);
  await employer(201, 'POST', '/jobs', aJob({ referenceId: 'taken' }));
  const { id } = await employer(201, 'POST', '/jobs', aJob());
  const put = (status: number, change: object) => employer(status, method, `/jobs/${id}`, change, headers);
  await changes(put);
  await put(200, { referenceId: 'first' });
  await put(200, { referenceId: 'second' });
  await put(409, { referenceId: 'taken' });
  await put(200, { referenceId: null });
  const named = await employer(201, 'POST', '/jobs', aJob({ referenceId: 'third' }));
  await employer(200, method, `/jobs/${named.id}`, { referenceId: 'fourth', confidential: true }, headers);
}

async function deleteById(method = 'DELETE', headers?: Record<string, string>) {
  const employer = await aStranger();
  await employer(404, method, '/jobs/1', undefined, headers);
  for (const change of [{}, { referenceId: 'd' }, { confidential: true }]) {
    const { id } = await employer(201, 'POST', '/jobs', aJob(change));
    await employer(204, method, `/jobs/${id}`, undefined, headers);
  }
}

async function refreshByHand() {
  const employer = await aStranger();
  await employer(404, 'POST', '/jobs/1/refresh');
  const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
  setClock(`${yesterday}T00:00:00Z`);
  const { id } = await employer(201, 'POST', '/jobs', aJob());
  jest.useRealTimers();
  await employer(200, 'POST', `/jobs/${id}/refresh`);
  await employer(200, 'POST', `/jobs/${id}/refresh`);
}

/** What the schedules do: nothing, parking and refreshing. */
async function autoRefresh() {
  const { employer: standard, ...first } = await service.newEmployer();
  const { employer: unlimited, ...second } = await service.newEmployer({ plan: 'unlimited' });
  const job = aJob({ autoRefresh: true, status: 'active' });
  await first.post('/jobs', job);
  await second.post('/jobs', job);
  setClock(Date.now() + 8 * 86_400_000);
  for (const { id } of [standard, unlimited]) {
    await as('refresh-due-jobs', () => service.runAutoRefresh({ id }));
  }
  jest.useRealTimers();
}

/** Folds of a status map, each when a band is full: of a leaf without jobs, and of a base that was replaced. */
async function fold() {
  const { employer, ...acme } = await service.newEmployer();
  for (const lastPosition of [2_365, 4_733, 7_101]) {
    await setLastPosition(service.db, employer.id, lastPosition);
    const posted = [];
    for (let n = 0; n < 3; n += 1) posted.push(await acme.post('/jobs', aJob()));
    await acme.delete(`/jobs/${posted[0]?.body.id}`);
    await as('fold-status-maps', service.foldStatusMaps);
    setClock(Date.now() + 3_600_001);
  }
  jest.useRealTimers();
  const { apiKey } = acme;
  await send(createHttpClient(service.origin, { 'api-key': apiKey }), 200, 'GET', '/jobs?page=3&pageSize=2');
}

async function list() {
  const employer = await aStranger();
  await employer(200, 'GET', '/jobs');
  for (const status of ['active', 'active', 'archived', 'archived']) {
    await employer(201, 'POST', '/jobs', aJob({ status, title: `Baker, ${status}` }));
  }
  const queries = ['', 'status=archived', 'page=2', 'status=active&page=2', 'page=9', 'q=baker', 'q=none'];
  for (const query of [...queries, 'q=baker&status=archived', 'q=baker&page=2']) {
    await employer(200, 'GET', `/jobs?pageSize=1&${query}`);
  }
}

/** A search among so many texts that they are packed. */
async function packing() {
  const { employer, apiKey } = await service.newEmployer();
  await withClient((client) =>
    writeItems({ client, tableName: TableName }, searchTextItems(employer.id).values()),
  );
  await send(createHttpClient(service.origin, { 'api-key': apiKey }), 200, 'GET', '/jobs?q=cook');
  return employer;
}

/** The references of jobs that the index has, and of one that it does not have. */
async function references() {
  const employer = await aStranger();
  await employer(200, 'GET', '/jobs/references');
  const job = await employer(201, 'POST', '/jobs', aJob({ referenceId: 'a' }));
  await service.db.update({
    Key: jobKeys.job(job.employer.id, job.id),
    UpdateExpression: 'REMOVE #reference',
    ExpressionAttributeNames: { '#reference': attributes.reference },
  });
  await employer(200, 'GET', '/jobs/references');
}

/** Reading when there is nothing, for which the secret is made and the job looked for, and when there is something. */
async function applications() {
  const nobody = await aStranger();
  await nobody(404, 'GET', `/applications/${'0'.repeat(32)}`);
  await (
    await aStranger()
  )(404, 'GET', '/jobs/1/applications');
  const { employer, apiKey } = await service.newEmployer();
  const acme = createHttpClient(service.origin, { 'api-key': apiKey });
  const { application } = await pathIds(
    service.db,
    { employer },
    { id: 1, title: 'Baker', referenceId: null },
  );
  await send(acme, 200, 'GET', `/applications/${application}`);
  await send(acme, 200, 'GET', '/jobs/1/applications');
}

/** An application that its employer sends, and again. */
async function imports() {
  const { employer, apiKey } = await service.newEmployer();
  const acme = createHttpClient(service.origin, { 'api-key': apiKey });
  const { body: job } = await acme.post('/jobs', aJob());
  const { consent: _, ...body } = anApplication({ referenceId: 'C-1' });
  const path = `/jobs/${job.id}/applications`;
  await send(await otherKeyOf(employer), 201, 'POST', path, { body });
  await send(acme, 200, 'POST', path, { body });
}

/** What employers change of applications, and what ends them: the employer's request and the candidate's, each for one with an Idempotency-Key. */
async function erasures() {
  const { employer, apiKey } = await service.newEmployer();
  const acme = createHttpClient(service.origin, { 'api-key': apiKey });
  const { body: job } = await acme.post('/jobs', aJob({ status: 'active' }));
  const receive = async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    return (await apply(service.anyone, job.id, {}, key)).body as { id: string };
  };
  const eraser = await otherKeyOf(employer);
  await send(eraser, 204, 'DELETE', `/applications/${(await receive()).id}`);
  const stagedPath = `/applications/${(await receive()).id}`;
  const stager = await otherKeyOf(employer);
  await send(stager, 200, 'PUT', stagedPath, { body: { stage: 'offer' } });
  await send(await otherKeyOf(employer), 200, 'GET', `/applications?email=${anApplication().email}`);
  await send(stager, 204, 'POST', stagedPath, { headers: override('DELETE') });
  const { id } = await receive();
  const batcher = await otherKeyOf(employer);
  for (const one of [
    { operation: 'update', id, body: { stage: 'offer' } },
    { operation: 'delete', id },
  ]) {
    await send(batcher, 200, 'POST', '/applications/batch', { body: { operations: [one] } });
  }
  const token = createApplicationToken(await signingKey(service.db), (await receive()).id);
  const page = `${service.origin}/application`;
  await anyone(200, 'GET', `${page}?token=${token}`);
  await send(service.anyone, 200, 'POST', page, {
    body: `token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** The page for recruiters, with its buttons, and the file of an application. */
async function recruiting() {
  const made = await service.employerWithJob({ status: 'active' });
  const link = (await recruitingPages(service).linkTo(made)) ?? '';
  const token = new URL(link).searchParams.get('token') ?? '';
  const press = (fields: Record<string, string>, status = 303) =>
    send(service.anyone, status, 'POST', `${service.origin}/recruiting`, {
      body: new URLSearchParams({ token, ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const { application } = await pathIds(service.db, made.acme, made.job);
  await anyone(200, 'GET', link);
  await anyone(302, 'GET', `${link}&file=${application}`);
  for (const button of [{ action: 'stage', stage: 'offer', from: 'new' }, { action: 'erase' }]) {
    await press({ application, ...button });
  }
  const held = { state: 'held', suspicions: ['too_fast'] } as const;
  const another = await applicationsInTable(service.db).create(made.acme.employer, made.job, held);
  await press({ application: another, action: 'release' });
  await press({ action: 'link' }, 200);
}

async function referenceData() {
  for (const path of ['/positiontypes', '/jobcategories', '/salaryperiods', '/applicantroutingtypes']) {
    await anyone(200, 'GET', path);
    await anyone(200, 'GET', `${path}/1`);
    await anyone(404, 'GET', `${path}/999`);
  }
  for (const query of ['', '?q=vancouver', '?q=saint&page=2']) await anyone(200, 'GET', `/locations${query}`);
  await anyone(200, 'GET', '/locations/156');
  // Both functions share one memory of places here, which lasts for a minute.
  setClock(Date.now() + 60_000);
  await anyone(200, 'GET', '/locations/100001');
  jest.useRealTimers();
  await anyone(404, 'GET', '/locations/2147483647');
}

/** Operations of each kind, of jobs that are there and of jobs that are not. */
const operationsOf = (id: number) => [
  {
    operation: 'create',
    body: aJob({ referenceId: 'e', locations: newLocation(), confidential: true }),
    idempotencyKey: 'e',
  },
  { operation: 'upsert', body: aJob({ referenceId: 'f' }) },
  { operation: 'upsert', body: { referenceId: 'g', status: 'archived' } },
  { operation: 'update', id, body: { referenceId: 'h', title: 'Another', confidential: true } },
  { operation: 'delete', referenceId: 'i' },
  { operation: 'delete', referenceId: 'j' },
];

async function batches() {
  const employer = await aStranger();
  const batch = (wanted: object[]) => employer(200, 'POST', '/jobs/batch', { operations: wanted });
  const creations = ['d', 'g', 'i'].map((referenceId) => ({
    operation: 'create',
    body: aJob({ referenceId, confidential: referenceId === 'i' }),
  }));
  const { results } = await batch(creations);
  for (const status of [201, 200]) {
    const [, upserted] = (await batch(operationsOf(results[0].id))).results;
    expect(upserted.status).toBe(status);
  }
}

async function validations() {
  for (const method of ['POST', 'PUT']) {
    const employer = await aStranger();
    await employer(200, method, '/jobs/validate', aJob({ referenceId: 'k', locations: newLocation() }));
    const { id } = await employer(201, 'POST', '/jobs', aJob({ referenceId: 'd' }));
    await employer(200, method, '/jobs/validate', { operations: operationsOf(id) });
  }
}

const resume = new File([new Uint8Array(smallestFiles.txt)], 'Zoé.txt');

/** The first application of all, which makes the signing key, and repeated ones. */
async function candidates() {
  const employer = await aStranger();
  const { id } = await employer(201, 'POST', '/jobs', aJob({ status: 'active' }));
  const path = `/public/jobs/${id}/applications`;
  const headers = { 'idempotency-key': 'a' };
  // An address of its own, since a few confirmations are as many as one gets.
  const third = anApplication({ name: 'Third', email: 'third@example.net' });
  for (const body of [anApplication(), anApplication({ name: 'Another' })]) {
    await send(service.anyone, 201, 'POST', path, { body });
  }
  await send(service.anyone, 201, 'POST', path, { body: third, headers });
  const application = await send(service.anyone, 201, 'POST', path, {
    body: third,
    headers,
  });
  const begin = async () =>
    send(service.anyone, 201, 'POST', `/public/jobs/${id}/files`, { body: { fileName: 'cv.txt' } });
  const upload = async () => {
    const begun = await begin();
    // What a function has signed is for what the function itself may do.
    expect(await as('create-upload', () => sendFile(begun, smallestFiles.txt))).toBe(204);
    return begun.id;
  };
  const named = { body: anApplication({ name: 'Uploaded', resume: { file: await upload() } }) };
  await send(service.anyone, 201, 'POST', path, named);
  await send(service.anyone, 201, 'POST', path, named);
  const [first, left] = [await upload(), await upload()];
  expect(left).not.toBe(first);
  const posting = `${service.origin}/jobs/${id}`;
  await anyone(200, 'GET', `${posting}/report`);
  expect((await as('submit-report', () => sendReport(posting))).status).toBe(303);
  const form = `${posting}/apply`;
  await anyone(200, 'GET', form);
  for (const [name, file] of [
    ['Fourth', resume],
    ['Fourth', resume],
    ['Fifth', resume],
    ['Sixth', first],
    ['Sixth', first],
  ] as const) {
    const body = applyForm({ name, resume: file });
    const sent = { method: 'POST', body, redirect: 'manual' } as const;
    const { status } = await as('submit-apply-form', () => fetch(form, sent));
    expect(status).toBe(303);
  }
  return application;
}

/** The mail about a webhook that is disabled. */
async function noticed() {
  const { employer, put } = await service.newEmployer();
  await put('/employer', { contactEmail: 'hr@example.com' });
  const begin = { cursor: 0, createdAt: new Date(0).toISOString() };
  await webhookStore(service.db).create(employer.id, (key) =>
    disabled(newWebhook({ url: 'https://hooks.example.com/' }, { ...key, ...begin }), 'gone', new Date(0)),
  );
  await as('send-notices', service.runNotices);
}

/** The mail of applications, and what SES reports of one. */
async function mails({ id }: { id: string }) {
  await as('send-applications', service.runMail);
  await as('send-confirmations', service.runConfirmations);
  await as('send-reports', service.runReports);
  await noticed();
  const { handler } = await import('../../functions/applications/record-mail-event.ts');
  const tags = { application: [id], queuedAt: ['1'] };
  await run('record-mail-event', handler, { detail: { eventType: 'Delivery', mail: { tags } } });
  const mail = { tags: { ...tags, mail: ['confirmation'] } };
  const bounced = { eventType: 'Bounce', mail, bounce: { bounceType: 'Permanent' } };
  await run('record-mail-event', handler, { detail: bounced });
}

const anEvent = (id: number) =>
  ({
    id,
    type: 'job.created',
    timestamp: new Date().toISOString(),
    data: { job: { id: 1 }, by: {} },
  }) as Event;

/** A log whose older events are in a page already. */
async function eventList() {
  const acme = await service.newEmployer();
  const { id } = acme.employer;
  await service.db.put({
    Item: { ...eventKeys.newestEvents(id), number: 2, events: compress([anEvent(2)]), seen: {} },
  });
  await service.db.put({ Item: expiringItem(eventKeys.eventPage(id, 1), [anEvent(1)], 60) });
  await send(acme, 200, 'GET', '/events');
}

/** An employer's log, part of which is in a page. */
async function logged({ id }: { id: number }, at?: Date): Promise<void> {
  const event = (number: number) => ({ ...anEvent(number), ...(at && { timestamp: at.toISOString() }) });
  await service.db.put({ Item: expiringItem(eventKeys.eventPage(id, 1), [event(1)], 10 * 365 * 86_400) });
  const head = { number: 2, events: compress([event(2)]), seen: {} };
  await service.db.put({ Item: { ...eventKeys.newestEvents(id), ...head } });
}

/** A profile, changed in each way. */
async function profile() {
  for (const [method, headers] of [['PUT'], ['POST', override('PUT')]] as const) {
    const employer = await aStranger();
    await employer(200, method, '/employer', { website: 'https://example.com', about: 'We bake.' }, headers);
    await employer(200, method, '/employer', { website: null, about: null }, headers);
  }
  await (
    await aStranger()
  )(200, 'GET', '/employer');
}

/** Webhooks, changed in each way, and one that is served. */
async function webhooks() {
  const url = 'https://hooks.example.com/';
  for (const headers of [undefined, override('PUT')]) {
    const { employer, apiKey } = await service.newEmployer();
    await logged(employer);
    const acme = createHttpClient(service.origin, { 'api-key': apiKey });
    const { body } = await acme.post('/webhooks', { url });
    const sender = await otherKeyOf(employer);
    const sent = { body: { cursor: 0 }, ...(headers && { headers }) };
    await send(sender, 200, headers ? 'POST' : 'PUT', `/webhooks/${body.id}`, sent);
    if (headers) {
      await send(sender, 204, 'POST', `/webhooks/${body.id}`, { headers: override('DELETE') });
      continue;
    }
    await acme.put(`/webhooks/${body.id}`, { url: 'https://hooks.example/' });
    const { handler } = await import('../../functions/webhooks/send-webhooks.ts');
    const { PK } = eventKeys.newestEvents(employer.id);
    await run('send-webhooks', handler, { Records: [{ dynamodb: { Keys: { PK: { S: PK } } } }] });
    // When an hour begins, a run looks for lost bells.
    setClock(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
    await run('send-webhooks', handler);
    jest.useRealTimers();
  }
}

/** Employers of a partner, created and changed in each way, one with a key of its own and a webhook. */
async function accounts() {
  for (const [method, headers] of [['PUT'], ['POST', override('PUT')]] as const) {
    const partner = await createPartner(service.db);
    const sender = createHttpClient(service.origin, { 'api-key': partner.apiKey, ...headers });
    const put = (expected: number, path: string, body: object) =>
      send(sender, expected, method, path, { body });
    const { id } = await put(201, '/employers', { referenceId: 'C-1', name: 'Acme' });
    const own = createHttpClient(service.origin, { 'api-key': partner.apiKey, 'employer-id': String(id) });
    const url = 'https://hooks.example.com/';
    await own.post('/webhooks', { url });
    const all = createHttpClient(service.origin, { 'api-key': partner.apiKey });
    await all.post('/webhooks', { url });
    await logged({ id }, new Date());
    await partner.ownKey((await employerStore(service.db).get(id))!);
    await put(200, '/employers', { referenceId: 'C-1', name: 'Acme Inc.' });
    await put(200, `/employers/${id}`, { referenceId: 'C-2' });
    await employerStore(service.db).update(id, { plan: 'unlimited' });
    await put(200, `/employers/${id}`, { suspended: false });
    await all.put('/webhooks/1', { cursor: 0 });
    const { handler } = await import('../../functions/webhooks/send-webhooks.ts');
    await run('send-webhooks', handler);
    await all.delete('/webhooks/1');
    await put(200, `/employers/${id}`, { suspended: false });
    await all.post('/webhooks', { url });
    const { PK } = eventKeys.newestEvents(id);
    for (const _ of ['a delivery begins', 'and ends']) {
      await run('send-webhooks', handler, { Records: [{ dynamodb: { Keys: { PK: { S: PK } } } }] });
      await all.delete('/webhooks/2');
    }
    const reader = createHttpClient(service.origin, { 'api-key': (await createPartner(service.db)).apiKey });
    await send(reader, 200, 'GET', '/employers');
    await send(sender, 200, 'GET', '/employers?referenceId=C-2');
  }
}

/** Every operation that needs a key, for an employer that a partner has not. */
async function actingForNobody() {
  const { apiKey } = await createPartner(service.db);
  const keyed = Object.values<Operation>(operations).filter(
    ({ access, servedBy }) => access !== 'public' && access !== 'partner' && servedBy === undefined,
  );
  for (const [index, { method, path }] of keyed.entries()) {
    const sender = createHttpClient(service.origin, {
      'api-key': apiKey,
      'employer-id': String(2_000_000_000 + index),
    });
    await send(sender, 404, method, path.replace('{id}', '1'));
  }
}

/** A new key of an employer, one of whose keys ended long ago. */
async function newKey() {
  const { employer } = await service.newEmployer();
  const sender = await otherKeyOf(employer);
  const ended = { label: null, expiresAt: '2020-01-01T00:00:00.000Z', now: new Date() };
  await apiKeyStore(service.db).create(employer, ended);
  await send(sender, 201, 'POST', '/keys', {
    body: { label: 'ATS' },
    headers: { 'idempotency-key': 'create-key-1' },
  });
}

/** What nothing above has called: its example, for a job that is there, with a key that no function has read yet. */
async function others() {
  const ids = Object.keys(operations) as OperationId[];
  for (const id of ids.filter((each) => !seen.has(functionNameOf(each)))) {
    const { employer, apiKey } = await service.newEmployer();
    const job = await jobsInTable(service.db).create(employer.id, '2029-12-02', { referenceId: 'REQ-2041' });
    const { method, path, headers, body } = documentedRequest(
      id,
      await pathIds(service.db, { employer }, job),
    );
    const sender = createHttpClient(service.origin, { 'api-key': apiKey });
    await send(sender, operations[id].status, method, path, { headers, ...(body && { body }) });
  }
}

/** Postings that nobody has, looked for by id and by name by every function that finds one. */
async function missingPostings() {
  for (const id of ['2147483647', `j${'0'.repeat(32)}`]) {
    const page = `${service.origin}/jobs/${id}`;
    for (const path of [`/public/jobs/${id}`, page, `${page}/go`, `${page}/apply`, `${page}/report`]) {
      await anyone(404, 'GET', path);
    }
    const sent = [`/public/jobs/${id}/applications`, `/public/jobs/${id}/files`];
    for (const path of [...sent, `${page}/apply`, `${page}/report`]) {
      await send(service.anyone, 404, 'POST', path, { body: anApplication() });
    }
  }
}

/** Postings, seen by each public page. */
async function postings() {
  const employer = await aStranger();
  const { id, employer: owner } = await employer(201, 'POST', '/jobs', aJob({ status: 'active' }));
  await anyone(200, 'GET', `${service.origin}/jobs/${id}`);
  await anyone(404, 'GET', `${service.origin}/jobs/2147483647`);
  await anyone(200, 'GET', `${service.origin}/robots.txt`);
  await anyone(200, 'GET', `${service.origin}/reporting`);
  const website = { applicantRoutingType: { id: 2 }, applicationUrl: `${service.origin}/docs` };
  const other = await employer(201, 'POST', '/jobs', aJob({ status: 'active', ...website }));
  await anyone(302, 'GET', `${service.origin}/jobs/${other.id}/go`);
  await anyone(200, 'GET', `${service.origin}/employers/${owner.id}`);
  await anyone(200, 'GET', `${service.origin}/employers/${owner.id}?q=developer`);
  await anyone(200, 'GET', `/public/jobs?employer=${owner.id}`);
}

/** What is published about all postings, made by the schedule and read by the public. */
async function feeds() {
  // What a run long ago has left.
  s3.objects.set('public/old', { bytes: Buffer.alloc(0), type: '', modifiedAt: new Date(0) });
  await as('publish-feeds', service.publishFeeds);
  await anyone(200, 'GET', `${service.origin}/feed.xml`);
  await anyone(200, 'GET', `${service.origin}/`);
  await anyone(200, 'GET', `${service.origin}/sitemap.xml`);
  const { text } = await service.anyone.get(`${service.origin}/sitemap.xml`);
  await anyone(200, 'GET', /<loc>([^<]+)<\/loc>/.exec(text)?.[1] ?? 'no part');
  await anyone(404, 'GET', `${service.origin}/sitemap/none.xml`);
}

/** An employer with a logo, whose other key no function has read yet. */
async function withLogo() {
  const { employer, ...acme } = await service.newEmployer();
  const { bytes, mediaType } = realLogo('chromium.png');
  await acme.put('/employer/logo', bytes, { 'content-type': mediaType });
  const client = await otherKeyOf(employer);
  return (expected: number, method: string, path: string, body?: unknown, headers = {}) =>
    send(client, expected, method, path, { ...(body !== undefined && { body }), headers });
}

/** Logos: a first one and another, by either method, seen by everyone, deleted, and swept. */
async function logos() {
  for (const headers of [undefined, override('PUT')]) {
    const employer = await aStranger();
    const path = '/employer/logo';
    let address = '';
    for (const name of ['chromium.png', 'chromium.jpg']) {
      const { bytes, mediaType } = realLogo(name);
      const sent = { 'content-type': mediaType, ...headers };
      address = (await employer(200, headers ? 'POST' : 'PUT', path, bytes, sent)).logo;
    }
    await anyone(200, 'GET', address);
    await anyone(404, 'GET', address.replace('.jpg', '.png'));
    const other = await withLogo();
    await (headers ? other(204, 'POST', path, undefined, override('DELETE')) : other(204, 'DELETE', path));
  }
  s3.objects.set('logos/1-0123456789abcdef-01234567.png', {
    bytes: Buffer.alloc(1),
    type: 'image/png',
    modifiedAt: new Date(0),
  });
  const { handler } = await import('../../functions/accounts/sweep-logos.ts');
  await run('sweep-logos', handler);
}

/** The mail of an application that waits, and the end of every one that was received above. */
async function sweep() {
  const { handler } = await import('../../functions/applications/sweep-applications.ts');
  const { acme, job } = await service.employerWithJob();
  const held = { state: 'held', suspicions: ['too_fast'] } as const;
  await applicationsInTable(service.db).create(acme.employer, job, held);
  await run('sweep-applications', handler);
  setClock(Date.now() + 366 * 86_400_000);
  await run('sweep-applications', handler);
  jest.useRealTimers();
}

const isOfService = (input: unknown) => typeof input === 'string' && input.startsWith(service.origin);

/** The first run of the canary, which makes its employer, and the next, which finds it; their requests, which are for other functions, find nothing. */
async function canary() {
  const real = globalThis.fetch;
  const nothing = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (input, init) =>
      isOfService(input) ? Response.json({}, { status: 404 }) : real(input, init),
    );
  for (const _ of ['first', 'next']) {
    const tried = await as('run-canary', service.runCanary);
    expect(tried).toMatchObject({ started: true, passed: false });
  }
  nothing.mockRestore();
}

async function noRoute() {
  await anyone(200, 'GET', '/openapi.json');
  await anyone(404, 'GET', '/nothing');
  await anyone(405, 'PATCH', '/jobs');
  await anyone(204, 'OPTIONS', '/jobs');
  const { handler } = await import('../../functions/documentation/maintenance.ts');
  await run('maintenance', handler, gatewayEvent('POST', '/jobs').event);
}

/** The log of all that happened but for the jobs of an employer, which are not whole, made of records that come twice. */
async function events({ id }: { id: number }) {
  const { records, build } = await tableStream();
  const { PK } = accountKeys.employer(id);
  const all = (await records()).filter(({ dynamodb }) => dynamodb?.Keys?.['PK']?.S !== PK);
  expect(await as('build-log', () => build(all))).toEqual([]);
  const known = all.find(({ dynamodb }) => dynamodb?.Keys?.['SK']?.S?.startsWith('J#'))?.dynamodb?.Keys?.[
    'PK'
  ];
  const unknown = (await service.newEmployer()).employer.id;
  for (const employerId of [Number(known?.S?.split('#')[1]), unknown]) {
    const { id: _, ...event } = anEvent(1);
    const change = { employerId, source: 'j', sequenceNumber: '1', event } as const;
    await parkedChanges(service.db).park(employerId, [change]);
  }
  expect(await as('build-log', () => build(all))).toEqual([]);
  await as('add-parked-changes', service.addParkedChanges);
}

const override = (method: string) => ({ 'x-http-method-override': method });

/** Deployments: the first, one of a stage that has the secret, and the end of the stage. */
async function signingSecret() {
  const { handler } = await import('../../functions/platform/create-signing-secret.ts');
  await service.db.delete({ Key: tableKeys.signingKey() });
  const responses: { Status?: string }[] = [];
  const cloudFormation = createServer((request, response) => {
    void json(request).then((body) => {
      responses.push(body as object);
      return response.end();
    });
  });
  await once(cloudFormation.listen(0), 'listening');
  const { port } = cloudFormation.address() as AddressInfo;
  const secrets = new Set<string>();
  for (const RequestType of ['Create', 'Update', 'Delete']) {
    const event = { RequestType, ResponseURL: `http://localhost:${port}/` };
    await run('create-signing-secret', handler, event);
    const item = await service.db.get({ Key: tableKeys.signingKey(), ConsistentRead: true });
    secrets.add(String(item?.['secret']));
  }
  cloudFormation.close();
  expect(responses.map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  expect(secrets.size).toBe(1);
}

async function callAllFunctions() {
  await signingSecret();
  await applications();
  await imports();
  await create();
  await upsert();
  await upsert('POST', override('PUT'));
  await deleteByReference();
  await deleteByReference('POST', override('DELETE'));
  await updateById();
  await updateById('POST', override('PUT'));
  await deleteById();
  await deleteById('POST', override('DELETE'));
  await refreshByHand();
  await autoRefresh();
  await fold();
  await list();
  const partial = await packing();
  await references();
  await erasures();
  await recruiting();
  await referenceData();
  await batches();
  await validations();
  await mails(await candidates());
  await eventList();
  await profile();
  await logos();
  await webhooks();
  await accounts();
  await newKey();
  await others();
  await actingForNobody();
  await postings();
  await missingPostings();
  await feeds();
  await canary();
  await noRoute();
  await sweep();
  await events(partial);
}

// Not in beforeAll, which has a time limit and reports its error once for each function.
await callAllFunctions();

/** All functions share one process here, so only the first of those that need the secret reads it. */
const isOfSecret = (permission: string) => permission.endsWith(' on secret');

/** Whoever reads a file may list those beside it: S3 does not tell everyone else that a file is missing. */
const withListing = (used: ReadonlySet<string>) =>
  used.union(new Set([...used].map((each) => each.replace('GetObject on', 'ListBucket on'))));

describe('the permissions of each function are exactly the actions that its code was seen to use', () => {
  test.each(serviceFunctions)('$name', ({ name, permissions }) => {
    const listed = permissions.map(({ action, on }) => `${action} on ${on}`);
    const used = [...withListing(seen.get(name) ?? new Set(['never called']))];
    const compared = listed.filter((each) => !isOfSecret(each) || used.includes(each));
    expect(used.toSorted()).toEqual(compared.toSorted());
  });

  test('Only one function may write the signing secret', () => {
    const writers = serviceFunctions.filter(({ permissions }) =>
      permissions.some(({ action, on }) => on === 'secret' && action !== 'GetItem'),
    );
    expect(writers.map(({ name }) => name)).toEqual(['create-signing-secret']);
    expect(seen.get('create-signing-secret')).toContain('PutItem on secret');
  });
});
