import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { signingKey } from '../../../../functions/platform/crypto/signing-key.ts';
import {
  decryptApplicationId,
  createApplicationToken,
  type Application,
  wasNeverMailed,
} from '../../../../functions/applications/application/application.ts';
import type { Incoming } from '../../../../functions/http/incoming.ts';
import { acceptsJson } from '../../../../functions/http/request-body.ts';
import { applicationKeys } from '../../../../functions/applications/keys.ts';
import { idempotencyKeys } from '../../../../functions/idempotency/idempotency.ts';
import { accountKeys } from '../../../../functions/accounts/keys.ts';
import { timeToLive } from '../../../../functions/platform/dynamodb/table.ts';
import { adminOfSuite } from '../../../setup/admin.ts';
import { apply, aStoredApplication, candidate } from '../../../setup/an-application.ts';
import { setClock } from '../../../setup/clock.ts';
import { ownFiles } from '../../../setup/own-files.ts';
import { ownService } from '../../../setup/own-service.ts';

// A separate table and folder: the tests search all of their content, which other suites would change.
const { outbox: mail } = ownFiles();
const service = await ownService();
const { items } = adminOfSuite();
const dataFolder = process.env['DATA_DIR'] ?? '';
const logged = jest.spyOn(console, 'log');

/** The names and the content of the files in a folder as text. */
async function folderText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const texts = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => `${name}\n${await readFile(join(parentPath, name), 'latin1')}`);
  return (await Promise.all(texts)).join('\n');
}

/** Creates the fields of a new candidate, each with a unique marker, so that a search finds any of them. */
const someone = () => {
  const mark = crypto.randomUUID().replaceAll('-', '');
  return {
    mark,
    fields: {
      name: `${candidate.name} ${mark}`,
      email: `z${mark}@example.net`,
      telephone: '+1 514 555 0187',
      coverLetter: `${candidate.coverLetter} ${mark}`,
      source: `Fair ${mark}`,
      answers: [{ question: 'why', value: `I like ${mark}.` }],
      resume: { fileName: `${mark}.txt`, content: Buffer.from(`CV ${mark}`).toString('base64') },
    },
  };
};

/** The content of the table, the files, the outbox and the logs, as text. */
const everything = async () => ({
  table: JSON.stringify(await items()),
  folders: await folderText(dataFolder),
  fileNames: (await readdir(dataFolder, { recursive: true })).join('\n'),
  logs: logged.mock.calls.flat().join('\n'),
});

/** An application with a file and a mail that was written to the outbox. */
async function received(headers: Record<string, string> = {}) {
  const questions = [{ id: 'why', text: 'Why?', type: 'longText' }];
  const { acme, job } = await service.employerWithJob({ status: 'active', questions });
  const { mark, fields } = someone();
  const { status, body } = await apply(service.anyone, job.id, fields, headers);
  expect(status).toBe(201);
  await mail.put(body.id, Buffer.from(`From: ${mark}`));
  const secret = await signingKey(service.db);
  return {
    acme,
    job,
    mark,
    fields,
    id: body.id as string,
    key: decryptApplicationId(secret, body.id)!,
    token: createApplicationToken(secret, body.id),
  };
}

const page = (path: string, options: RequestInit = {}) =>
  fetch(`${service.origin}${path}`, { headers: { 'accept-language': 'en' }, ...options });

const withdraw = (token?: string) =>
  page('/application', { method: 'POST', body: new URLSearchParams(token === undefined ? {} : { token }) });

type Erase = (application: Awaited<ReturnType<typeof received>>) => Promise<number>;

const erasures: [string, Erase, author: string][] = [
  [
    'the employer erases it',
    async ({ acme, id }) => (await acme.delete(`/applications/${id}`)).status,
    'key',
  ],
  ['the candidate withdraws it', async ({ token }) => (await withdraw(token)).status, 'candidate'],
];

describe.each(erasures)('when %s', (_, erase, author) => {
  test('no data of the candidate remains in the table, files, outbox or logs', async () => {
    const application = await received({ 'idempotency-key': crypto.randomUUID() });
    const { mark } = application;
    const before = await everything();
    expect(before.table).toContain(mark);
    expect(before.folders).toContain(mark);
    // File names and logs never contain data of the candidate.
    for (const text of [before.fileNames, before.logs]) expect(text).not.toContain(mark);
    expect((await application.acme.put(`/applications/${application.id}`, { stage: 'offer' })).status).toBe(
      200,
    );
    expect(await erase(application)).toBeLessThan(300);
    const { employerId, number } = application.key;
    const after = await everything();
    for (const text of Object.values(after)) expect(text).not.toContain(mark);
    expect(after.logs).not.toContain(application.token);
    // Only two items remain: the tombstone with its author, and the last number, which the snapshot incremented.
    const partition = applicationKeys.application(employerId, number).PK;
    const remainingItems = JSON.parse(after.table).filter(({ PK }: { PK: string }) => PK === partition);
    const by = expect.objectContaining({ type: author });
    expect(remainingItems).toEqual([
      {
        ...applicationKeys.application(employerId, number),
        lastVersion: 2,
        by,
        [timeToLive]: expect.any(Number),
      },
      { ...applicationKeys.applicationNumbers(employerId), number: number + 1 },
    ]);
    expect(after.table).not.toContain(idempotencyKeys.record(accountKeys.employer(employerId), '').SK);
  });

  test('the application is a 404, and another application of the same candidate remains', async () => {
    const application = await received();
    const { acme, job, fields, id } = application;
    const another = { ...fields, coverLetter: 'A second one.' };
    const secondApplication = await apply(service.anyone, job.id, another);
    expect(await erase(application)).toBeLessThan(300);
    expect((await acme.get(`/applications/${id}`)).status).toBe(404);
    const { status, body } = await acme.get(`/applications/${secondApplication.body.id}`);
    expect([status, body.repeatOf]).toEqual([200, id]);
    expect((await acme.get(`/applications/${secondApplication.body.id}/resume`)).status).toBe(302);
    const third = await apply(service.anyone, job.id, { ...fields, coverLetter: 'A third one.' });
    expect((await acme.get(`/applications/${third.body.id}`)).body.repeatOf).toBe(secondApplication.body.id);
  });
});

test('a candidate item of version 1.1 still detects a repeat, and is deleted with its application', async () => {
  const application = await received();
  const { job, fields, key } = application;
  const { candidate: hash } =
    (await service.db.get({ Key: applicationKeys.application(key.employerId, key.number) })) ?? {};
  const Key = applicationKeys.candidate(key.employerId, hash, job.id, key.number);
  const { PK: _PK, SK: _SK, ...attributes } = (await service.db.get({ Key })) ?? {};
  const before = applicationKeys.lastOfCandidate(key.employerId, hash, job.id);
  await service.db.put({ Item: { ...before, ...attributes, number: key.number } });
  await service.db.delete({ Key });
  expect((await apply(service.anyone, job.id, fields)).body.id).toBe(application.id);
  const another = { ...fields, coverLetter: 'A second one.' };
  const { id: second } = (await apply(service.anyone, job.id, another)).body;
  const { body } = await application.acme.get(`/applications/${second}`);
  expect(body.repeatOf).toBe(application.id);
  expect((await application.acme.delete(`/applications/${application.id}`)).status).toBe(204);
  expect(await service.db.get({ Key: before })).toBeUndefined();
});

test('DELETE /applications/{id} 204s or 404s each of ten concurrent requests, and 404s every later request', async () => {
  const { acme, id } = await received();
  const replies = await Promise.all(Array.from({ length: 10 }, () => acme.delete(`/applications/${id}`)));
  for (const { status } of replies) expect([204, 404]).toContain(status);
  expect((await acme.get(`/applications/${id}`)).status).toBe(404);
  expect((await acme.delete(`/applications/${id}`)).status).toBe(404);
});

describe('GET /applications/{id}/resume', () => {
  test('redirects to an address that serves the file as an attachment for 5 minutes', async () => {
    setClock('2030-01-01T00:00:00Z');
    const { acme, id, mark } = await received();
    const { status, headers } = await acme.get(`/applications/${id}/resume`);
    expect([status, headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    const address = headers.get('location') ?? '';
    const asJson = await acme.get(`/applications/${id}/resume`, { accept: 'application/json' });
    expect([asJson.status, asJson.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(asJson.body).toEqual({ url: address, expiresAt: '2030-01-01T00:05:00.000Z' });
    const file = await fetch(address);
    expect(await file.text()).toBe(`CV ${mark}`);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': expect.stringMatching(new RegExp(`^attachment; .*${mark}\\.txt`)),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    for (const name of new URL(address).searchParams.keys()) {
      const changed = new URL(address);
      changed.searchParams.set(name, `${changed.searchParams.get(name)}1`);
      expect([name, (await fetch(changed)).status]).toEqual([name, 404]);
    }
    const other = await received();
    const { headers: otherHeaders } = await other.acme.get(`/applications/${other.id}/resume`);
    const otherFile = new URL(new URL(address).search, otherHeaders.get('location') ?? '');
    expect((await fetch(otherFile)).status).toBe(404);
    setClock('2030-01-01T00:04:59Z');
    expect((await fetch(address)).status).toBe(200);
    setClock('2030-01-01T00:05:00Z');
    expect((await fetch(address)).status).toBe(404);
  });

  test.each([
    ['application/json', true],
    ['text/html, Application/JSON;q=0.5', true],
    ['*/*', false],
    ['application/problem+json', false],
    ['application/json-seq, text/application/json', false],
    ['application/json ; Q=0.000', false],
    ['application/json; indent=2', true],
  ])('returns the address as JSON only if Accept lists application/json: %s, %s', (accept, isJson) => {
    expect(acceptsJson({ headers: { accept } } as unknown as Incoming)).toBe(isJson);
  });
});

describe('the candidate’s page', () => {
  test('shows the job, employer, address, file and next steps, and links to the page that confirms a withdrawal', async () => {
    const { acme, job, fields, mark, token } = await received();
    const reply = await page(`/application?token=${token}`);
    const text = await reply.text();
    expect(reply.status).toBe(200);
    const { name, id: employerId } = acme.employer;
    const texts = [job.title, name, `/employers/${employerId}"`, fields.email, `${mark}.txt`];
    for (const part of ['We have your application', ...texts, 'What happens next'])
      expect(text).toContain(part);
    for (const part of ['<form', job.applicationEmail, 'REQ-']) expect(text).not.toContain(part);
    expect(text).toContain(`href="?token=${token}&amp;withdraw"`);
    const asking = await page(`/application?token=${token}&withdraw`);
    const question = await asking.text();
    expect(question).toContain('Withdraw your application?');
    for (const { headers } of [reply, asking]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    }
    expect(asking.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(question).toContain(`name="token" value="${token}"`);
    expect((await acme.get(`/applications/${token.split('.')[0]}`)).status).toBe(200);
    const withdrawn = await (await withdraw(token)).text();
    for (const part of [`/employers/${acme.employer.id}"`, 'had not been e-mailed to the employer'])
      expect(withdrawn).toContain(part);
  });

  test('404s for a changed, cut or forged token, and after the application was erased', async () => {
    const { acme, id, token } = await received();
    const [, signature = ''] = token.split('.');
    const other = await received();
    const [otherId = ''] = other.token.split('.');
    const forged = [id, `${id}.`, token.slice(0, -1), `${otherId}.${signature}`, `${token}.a`];
    for (const wrong of ['', 'x', ...forged]) {
      const response = await page(`/application?token=${wrong}`);
      expect([wrong, response.status]).toEqual([wrong, 404]);
      expect(await response.text()).toContain('We can’t find this application');
      expect([wrong, (await withdraw(wrong)).status]).toEqual([wrong, 404]);
    }
    expect((await withdraw()).status).toBe(404);
    expect((await acme.get(`/applications/${id}`)).status).toBe(200);
    await withdraw(token);
    const gone = await page(`/application?token=${token}`);
    expect([gone.status, await gone.text()]).toEqual([
      404,
      expect.stringContaining('Your application is no longer here'),
    ]);
  });

  test.each<[Application['state'], attempts: number, wasNever: boolean]>([
    ['queued', 0, true],
    ['held', 0, true],
    ['stored', 0, true],
    ['queued', 1, false],
    ['sending', 0, false],
    ['bounced', 0, false],
  ])(
    'states after a withdrawal that no mail was sent only if none can have been sent: %s, %d attempts: %s',
    (state, attempts, wasNever) => {
      const receivedAt = '2031-06-01T09:00:00.000Z';
      const application = aStoredApplication({ employerId: 1, number: 1, receivedAt, state, attempts });
      expect(wasNeverMailed(application)).toBe(wasNever);
      // The mail was sent before, and is queued again.
      const requeued = { ...application, queuedAt: '2031-06-01T12:00:00.000Z' };
      expect(wasNeverMailed(requeued)).toBe(wasNever && state !== 'queued');
    },
  );

  test('warns after a repeated withdrawal that the employer may have received the application by mail', async () => {
    const { token } = await received();
    await withdraw(token);
    const repeated = await withdraw(token);
    expect([repeated.status, await repeated.text()]).toEqual([
      200,
      expect.stringContaining('cannot be recalled'),
    ]);
  });
});
