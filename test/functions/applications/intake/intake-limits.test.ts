import { describe, expect, test } from '@jest/globals';
import { loadFunction } from '../../../../bin/modules.ts';
import { invoke } from '../../../../bin/local/lambda.ts';
import { HOURLY_APPLICATIONS } from '../../../../schemas/application-limits.ts';
import {
  anApplication,
  apply,
  candidate,
  applyForm,
  sendForm,
  uploadFile,
  uploadInForm,
} from '../../../setup/an-application.ts';
import { setClock } from '../../../setup/clock.ts';
import { gatewayEvent } from '../../../setup/gateway-event.ts';
import { singleSecret } from '../../../setup/only-secret.ts';
import type { Client } from '../../../setup/http-client.ts';
import { ownFiles } from '../../../setup/own-files.ts';
import { smallestFiles } from '../../../setup/resumes.ts';
import { setIntakeCounts } from '../../../setup/applications-in-table.ts';
import { ownService } from '../../../setup/own-service.ts';

process.env['RATE_LIMITS'] = 'on';
const files = ownFiles();
const service = await ownService();
const setCounts = setIntakeCounts(service.db);
// The imports come after the settings, because these modules read them when they are loaded.
const { isTooFast, signIssueTime } = await import('../../../../functions/applications/intake/apply-page.ts');
const { countedAddress } = await import('../../../../functions/applications/intake/admission.ts');

const { address, job: ofJob } = HOURLY_APPLICATIONS;

const statesOf = async ({ get }: Pick<Client, 'get'>): Promise<string[]> =>
  (await get('/applications')).body.data.map(({ state }: { state: string }) => state);

/** Applies for a job from a network address, as an event of API Gateway. */
async function applyFrom(sourceIp: string, publicId: number, fields: Record<string, unknown> = {}) {
  const request = { body: anApplication(fields), sourceIp };
  const { functionName, event } = gatewayEvent('POST', `/public/jobs/${publicId}/applications`, request);
  const { statusCode, headers, body } = await invoke(await loadFunction(functionName), event, {
    functionName,
    millis: 10_000,
  });
  return { status: statusCode, retryAfter: headers?.['retry-after'], body: JSON.parse(body ?? '') };
}

describe('applications from one address', () => {
  test('are held after the 20th in an hour, refused after the 200th, and accepted again in the next hour', async () => {
    setClock('2026-06-01T12:10:00Z');
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const send = async (fields: Record<string, unknown> = {}) => apply(service.anyone, job.id, fields);
    const listed = () => statesOf(acme);

    // Repeated requests count towards the limit, but store one application.
    await send();
    await setCounts(address.held - 1);
    expect((await send()).status).toBe(201);
    const { status, body } = await send({ name: 'The next one' });
    expect([status, Object.keys(body)]).toEqual([201, ['id', 'receivedAt']]);
    expect(await listed()).toEqual(['queued', 'held']);

    await setCounts(address.refused - 1);
    expect((await send({ name: 'The next one' })).status).toBe(201);
    const refused = await send({ name: 'The last one' });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(50 * 60);
    expect(await listed()).toHaveLength(2);
    // Refused applications leave no file.
    expect(await files.of(acme.employer)).toHaveLength(2);
    // The bodies of further requests are not read.
    expect((await service.anyone.post(`/public/jobs/${job.id}/applications`, '{')).status).toBe(429);

    setClock('2026-06-01T13:00:00Z');
    expect((await send({ name: 'The last one' })).status).toBe(201);
    expect(await listed()).toEqual(['queued', 'held', 'queued']);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('from %s are counted towards the limit of %s', (source, counted) => {
    expect(countedAddress(source)).toBe(counted);
  });
});

test('applications for one job are held after the 200th in an hour, and refused after the 2,000th', async () => {
  setClock('2026-06-01T15:10:00Z');
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const nth = async (count: number, sourceIp: string) => {
    // Every application has a new address, so only the count of the job is high.
    await setCounts(count - 1);
    return applyFrom(sourceIp, job.id, { name: `No. ${count}`, email: `c${count}@example.com` });
  };
  await applyFrom('203.0.113.1', job.id);
  expect((await nth(ofJob.held, '203.0.113.2')).status).toBe(201);
  expect(await statesOf(acme)).toEqual(['queued', 'queued']);
  expect((await nth(ofJob.held + 1, '203.0.113.3')).status).toBe(201);
  expect((await nth(ofJob.refused, '203.0.113.4')).status).toBe(201);
  expect(await statesOf(acme)).toEqual(['queued', 'queued', 'held', 'held']);

  const { status, retryAfter, body } = await nth(ofJob.refused + 1, '203.0.113.5');
  expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(body.detail).toContain('for this job');
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(50 * 60);
  expect(await statesOf(acme)).toHaveLength(4);

  const { acme: other, job: another } = await service.employerWithJob({ status: 'active' });
  expect((await applyFrom('203.0.113.6', another.id)).status).toBe(201);
  expect(await statesOf(other)).toEqual(['queued']);
});

test('an application that the address limit refuses does not count towards the job limit', async () => {
  setClock('2026-06-01T16:10:00Z');
  const { job: busy } = await service.employerWithJob({ status: 'active' });
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  await applyFrom('203.0.113.7', busy.id);
  await setCounts(address.refused);
  expect((await applyFrom('203.0.113.7', job.id)).status).toBe(429);
  // If the refused application counted, the job would now be at the limit.
  await setCounts(ofJob.held);
  expect((await applyFrom('203.0.113.8', job.id)).status).toBe(201);
  expect(await statesOf(acme)).toEqual(['queued']);
});

/** Sends a form with the signed time at which it was shown. */
const send = (id: number, issued: string | undefined, fields: Record<string, string> = {}) =>
  sendForm(`${service.origin}/jobs/${id}/apply`, applyForm({ issued, ...fields }));

const issuedIn = (page: string) => /name="issued" value="([^"]+)"/.exec(page)?.[1];

/** Creates a job, and opens its form at the given time. */
async function openForm(at: string) {
  setClock(at);
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const page = await fetch(`${service.origin}/jobs/${job.id}/apply`);
  return { acme, job, issued: issuedIn(await page.text()) };
}

test('a form that exceeds the limit is shown again in its language, with the typed fields and the upload', async () => {
  const hint = 'Veuillez choisir le fichier de nouveau';
  const at = '2026-06-02T12:10:00Z';
  const { acme, job, issued } = await openForm(at);
  const file = await uploadFile(service.anyone, job.id, smallestFiles.pdf);
  setClock(Date.parse(at) + 60_000);
  await send(job.id, issued, { name: 'The first one' });
  await setCounts(address.refused);
  for (const attempt of ['counted', 'known']) {
    const body = applyForm({ issued, resume: new File(['Boulangère'], 'Zoé.txt') });
    const url = `${service.origin}/jobs/${job.id}/apply`;
    const reply = await fetch(url, { method: 'POST', body, headers: { 'accept-language': 'fr' } });
    const text = await reply.text();
    expect([attempt, reply.status]).toEqual([attempt, 429]);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    const typed = [candidate.email, candidate.coverLetter, `value="${issued}"`, ' checked'];
    for (const part of ['Il y a eu trop de candidatures', hint, ...typed]) expect(text).toContain(part);
  }
  const withUpload = await send(job.id, issued, { resume: file });
  const returnedForm = withUpload.text;
  expect([withUpload.status, uploadInForm(returnedForm)]).toEqual([429, { id: file, fileName: 'cv.pdf' }]);
  for (const sentence of ['Please choose the file again', hint]) expect(returnedForm).not.toContain(sentence);
  setClock(Date.parse(at) + 60 * 60 * 1_000);
  expect((await send(job.id, issued, { resume: file })).status).toBe(303);
  expect(await statesOf(acme)).toHaveLength(2);
});

describe('the minimum time for filling in the form', () => {
  const issuedAt = '2026-06-01T19:10:00Z';
  const after = (millis: number) => setClock(Date.parse(issuedAt) + millis);

  test('holds an application without the signed time at which the form was shown', async () => {
    const { acme, job } = await openForm(issuedAt);
    after(60_000);
    expect((await send(job.id, undefined)).status).toBe(303);
    expect(await statesOf(acme)).toEqual(['held']);
  });

  test('starts when the form is first shown, even if the form is shown again after an error', async () => {
    const { acme, job, issued } = await openForm(issuedAt);
    after(3_000);
    const invalid = await send(job.id, issued, { name: '' });
    expect(invalid.status).toBe(400);
    expect((await send(job.id, issuedIn(invalid.text))).status).toBe(303);
    expect(await statesOf(acme)).toEqual(['queued']);
  });

  const secret = Buffer.alloc(32);
  const issued = (publicId = '1') => signIssueTime(secret, publicId, new Date(issuedAt));

  test.each([
    ['2,999 ms after it was shown', issued(), 2_999, true],
    ['3,000 ms after it was shown', issued(), 3_000, false],
    ['by a clock that was set back in between', issued(), -3_600_000, false],
    ['with a time earlier than the signed time', issued().replace(/^\d+/, '1'), 60_000, true],
    ['with the time of another posting', issued('2'), 60_000, true],
  ])('holds only forms sent too fast or with a forged time: a form sent %s', (_, text, millis, isHeld) => {
    expect(isTooFast(singleSecret(secret), '1', text, new Date(Date.parse(issuedAt) + millis))).toBe(isHeld);
  });
});
