import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { findRoute } from '../../bin/local/routes.ts';
import { createApplicationToken } from '../../functions/applications/application/application.ts';
import { disabled } from '../../functions/webhooks/domain/attempts.ts';
import { newWebhook } from '../../functions/webhooks/domain/webhook.ts';
import { webhookStore } from '../../functions/webhooks/store/webhooks.ts';
import { signingKey } from '../../functions/platform/crypto/signing-key.ts';
import { sendReport } from '../setup/a-report.ts';
import { apply, anApplication, applyForm, sendFile } from '../setup/an-application.ts';
import { fileResources, serviceFunctions } from '../../lib/functions.ts';
import type { Permission } from '../../lib/permissions.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { filePrefixes } from '../../lib/partitions.ts';
import { setClock } from '../setup/clock.ts';
import { applicationsInTable, pathIds } from '../setup/applications-in-table.ts';
import { recruitingPages } from '../setup/recruiting-page.ts';
import { realLogo } from '../setup/logos.ts';
import { smallestFiles } from '../setup/resumes.ts';
import { startS3 } from '../setup/s3-server.ts';
import { permissionText } from './call-permissions.ts';
import type { Client } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';
import { ownTable } from '../setup/own-table.ts';
import { startServer } from '../setup/local-server.ts';

interface SentEmail {
  Content?: { Raw?: object };
}

/**
 * A server that accepts every mail as SES does. `called` gets the actions that each call needs: a mail that the
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

/** The permissions that each function used. Requests run one at a time, so each call belongs to the current function. */
const usedByFunction = new Map<string, Set<string>>();
let atWork: string | undefined;

const record = (permission: string) =>
  void (atWork !== undefined && usedByFunction.get(atWork)?.add(permission));

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
process.env['RATE_LIMITS'] = 'on';
await ownTable();
const service = await startService();

afterAll(async () => {
  await s3.close();
  await ses.close();
});

/** Runs work and records its calls as those of a function. */
async function as<T>(functionName: string, work: () => Promise<T>): Promise<T> {
  atWork = functionName;
  if (!usedByFunction.has(functionName)) usedByFunction.set(functionName, new Set());
  try {
    return await work();
  } finally {
    atWork = undefined;
  }
}

/** Runs a function that has no route. */
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

/** Sends a request and records its calls. The expected status shows that the request took the intended path. */
async function send(sender: Client, expected: number, method: string, path: string, sent: Sent = {}) {
  const { pathname } = new URL(path.startsWith('http') ? path : `${service.origin}${BASE_PATH}${path}`);
  const reply = await as(findRoute(method, pathname).functionName, async () => {
    const sentBack = await sender.request(method, path, sent);
    // A signed URL has the permissions of the function that signed it.
    const address = String(sentBack.headers.get('location') ?? sentBack.body?.url);
    if (address.startsWith(s3.endpoint)) await fetch(address);
    return sentBack;
  });
  const { status, body, text } = reply;
  if (status !== expected) throw new Error(`${method} ${path}: ${status} instead of ${expected}: ${text}`);
  return body;
}

const anyone = (expected: number, method: string, path: string) =>
  send(service.anyone, expected, method, path);

/** Imports an application twice, and reads its file. */
async function imports() {
  const { acme, job } = await service.employerWithJob();
  const { consent: _, ...body } = anApplication({ referenceId: 'C-1' });
  const path = `/jobs/${job.id}/applications`;
  const { id } = await send(acme, 201, 'POST', path, { body });
  await send(acme, 200, 'POST', path, { body });
  await send(acme, 302, 'GET', `/applications/${id}/resume`);
}

/** Sends every request that erases an application: those of the employer, and that of the candidate. */
async function erasures() {
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const receive = async () => {
    const { body } = await apply(service.anyone, job.id);
    return (body as { id: string }).id;
  };
  await send(acme, 204, 'DELETE', `/applications/${await receive()}`);
  await send(acme, 204, 'POST', `/applications/${await receive()}`, { headers: override('DELETE') });
  const operations = [{ operation: 'delete', id: await receive() }];
  await send(acme, 200, 'POST', '/applications/batch', { body: { operations } });
  const token = createApplicationToken(await signingKey(service.db), await receive());
  await send(service.anyone, 200, 'POST', `${service.origin}/application`, {
    body: `token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** Opens the page for recruiters, presses its buttons, and reads the file of an application. */
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

const resume = new File([new Uint8Array(smallestFiles.txt)], 'Zoé.txt');

/** Sends applications with a file in the request and with an upload, each twice, and a report. */
async function candidates() {
  const { job } = await service.employerWithJob({ status: 'active' });
  const posting = `${service.origin}/jobs/${job.id}`;
  const upload = async () => {
    const body = { fileName: 'cv.txt' };
    const begun = await send(service.anyone, 201, 'POST', `/public/jobs/${job.id}/files`, { body });
    expect(await as('create-upload', () => sendFile(begun, smallestFiles.txt))).toBe(204);
    return begun.id;
  };
  const body = anApplication({ name: 'Uploaded', resume: { file: await upload() } });
  for (const application of [anApplication(), anApplication(), body, body]) {
    await send(service.anyone, 201, 'POST', `/public/jobs/${job.id}/applications`, { body: application });
  }
  const uploaded = await upload();
  for (const file of [resume, resume, uploaded, uploaded]) {
    const form = {
      method: 'POST',
      body: applyForm({ name: 'Zoé', resume: file }),
      redirect: 'manual',
    } as const;
    expect((await as('submit-apply-form', () => fetch(`${posting}/apply`, form))).status).toBe(303);
  }
  // The sweep deletes this unused upload.
  await upload();
  expect((await sendReport(posting)).status).toBe(303);
}

/** Sends the mail about a disabled webhook. */
async function noticed() {
  const { employer, put } = await service.newEmployer();
  await put('/employer', { contactEmail: 'hr@example.com' });
  const begin = { cursor: 0, createdAt: new Date(0).toISOString() };
  await webhookStore(service.db).create(employer.id, (key) =>
    disabled(newWebhook({ url: 'https://hooks.example.com/' }, { ...key, ...begin }), 'gone', new Date(0)),
  );
  await as('send-notices', service.runNotices);
}

async function mails() {
  await as('send-applications', service.runMail);
  await as('send-confirmations', service.runConfirmations);
  await noticed();
}

/** Publishes the feed and the sitemap as the schedule does, and reads them as the public does. */
async function feeds() {
  // An old file, which the run deletes.
  s3.objects.set('public/old', { bytes: Buffer.alloc(0), type: '', modifiedAt: new Date(0) });
  await as('publish-feeds', service.publishFeeds);
  for (const path of ['/feed.xml', '/', '/sitemap.xml']) await anyone(200, 'GET', `${service.origin}${path}`);
  const { text } = await service.anyone.get(`${service.origin}/sitemap.xml`);
  await anyone(200, 'GET', /<loc>([^<]+)<\/loc>/.exec(text)?.[1] ?? 'no part');
}

/** Runs the notification of search engines, while there is nothing to send. */
async function notifications() {
  process.env['SEARCH_ENGINES'] = 'indexNow';
  await as('notify-search-engines', service.notifySearchEngines);
}

/** Sets, replaces, shows, deletes and sweeps a logo. */
async function logos() {
  const acme = await service.newEmployer();
  const path = '/employer/logo';
  let address = '';
  for (const name of ['chromium.png', 'chromium.jpg']) {
    const { bytes, mediaType } = realLogo(name);
    const headers = { 'content-type': mediaType };
    address = (await send(acme, 200, 'PUT', path, { body: bytes, headers })).logo;
  }
  await anyone(200, 'GET', address);
  await send(acme, 204, 'DELETE', path);
  s3.objects.set('logos/1-0123456789abcdef-01234567.png', {
    bytes: Buffer.alloc(1),
    type: 'image/png',
    modifiedAt: new Date(0),
  });
  const { handler } = await import('../../functions/applications/sweep-applications.ts');
  await run('sweep-applications', handler);
}

/** Runs the sweep, which erases applications after their retention. */
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

const override = (method: string) => ({ 'x-http-method-override': method });

// Not in beforeAll, which would report an error once for each function.
await notifications();
await imports();
await erasures();
await recruiting();
await candidates();
await mails();
await logos();
await feeds();
await sweep();

/** Adds the listing that every function with reads has: without it, S3 responds to a missing file with a 403. */
const withListing = (used: ReadonlySet<string>) =>
  used.union(new Set([...used].map((each) => each.replace('GetObject on', 'ListBucket on'))));

const onFilesOrMail = ({ on }: Permission) => on === 'mail' || fileResources.has(on);

describe('the functions with permissions on files or mail', () => {
  const permitted = serviceFunctions
    .map(({ name, permissions }) => ({ name, listed: permissions.filter(onFilesOrMail) }))
    .filter(({ listed }) => listed.length > 0);

  test.each(permitted)('use exactly the actions that they are permitted: $name', ({ name, listed }) => {
    const used = withListing(usedByFunction.get(name) ?? new Set(['never called']));
    expect([...used].toSorted()).toEqual(listed.map(permissionText).toSorted());
  });

  test('are all functions that use files or mail', () => {
    const users = [...usedByFunction].filter(([, used]) => used.size > 0).map(([name]) => name);
    expect(users.toSorted()).toEqual(permitted.map(({ name }) => name).toSorted());
  });
});
