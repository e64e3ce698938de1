import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { createApplicationToken } from '../../functions/applications/application/application.ts';
import { createUploadId } from '../../functions/applications/intake/uploads.ts';
import { signingSecrets } from '../../functions/platform/crypto/signing-key.ts';
import { UPLOAD_KEPT_SECONDS } from '../../schemas/upload.ts';
import { apply, applyForm, beginUpload, sendFile, sendForm } from '../setup/an-application.ts';
import { adminOfSuite } from '../setup/admin.ts';
import { setClock } from '../setup/clock.ts';
import { ownService } from '../setup/own-service.ts';
import { ownFiles } from '../setup/own-files.ts';
import { smallestFiles } from '../setup/resumes.ts';
import { startReceiver } from '../setup/webhook-receiver.ts';

ownFiles();
process.env['RATE_LIMITS'] = 'on';
process.env['WEBHOOK_TARGETS'] = 'any';
const service = await ownService();
const receiver = await startReceiver();
const { admin, printed } = adminOfSuite();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Each test begins a day after the previous one ended. */
let day = Date.parse('2031-06-01T12:00:00Z');
beforeEach(() => {
  setClock((day += DAY));
});

const pass = (minutes: number) => jest.setSystemTime(Date.now() + minutes * MINUTE);

/** Applies with the form. Returns the address of the candidate's page, to which the form redirects. */
const applied = async (jobId: number, email: string) =>
  submit(jobId, { issued: await issuedFor(jobId), email });

/** The time that a form was shown, as the form signs it. */
async function issuedFor(jobId: number): Promise<string> {
  const form = await (await fetch(`${service.origin}/jobs/${jobId}/apply`)).text();
  return /name="issued" value="([^"]+)"/.exec(form)?.[1] ?? '';
}

async function submit(jobId: number, fields: Record<string, string>): Promise<string> {
  pass(1);
  const { headers } = await sendForm(`${service.origin}/jobs/${jobId}/apply`, applyForm(fields));
  return new URL(headers.get('location') ?? '').searchParams.get('token') ?? '';
}

const rotated = () => printed('secret rotate --by Ada');

/** The signer of application tokens with the current secret. */
async function signer() {
  const [{ bytes }] = await signingSecrets(service.db, new Date());
  return (id: string) => createApplicationToken(bytes, id);
}

const page = async (token: string) => (await fetch(`${service.origin}/application?token=${token}`)).status;

const withdraw = async (token: string) =>
  (await fetch(`${service.origin}/application`, { method: 'POST', body: new URLSearchParams({ token }) }))
    .status;

const idOf = (token: string) => token.split('.')[0] ?? '';

describe('admin secret rotate', () => {
  test('signs with the new secret after five minutes, and keeps signatures of the previous secret valid', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const byFormer = await signer();
    const before = await applied(job.id, 'before@example.net');
    const { body: upload } = await beginUpload(service.anyone, job.id);
    const issued = await issuedFor(job.id);
    expect(before).toBe(byFormer(idOf(before)));
    const { body: hook } = await acme.post('/webhooks', { url: receiver.url });

    const now = Date.now();
    expect(await rotated()).toMatchObject({ signsFrom: new Date(now + 5 * MINUTE).toISOString() });
    pass(3);
    const between = await applied(job.id, 'meanwhile@example.net');
    expect(between).toBe(byFormer(idOf(between)));

    const { body: filed } = await apply(service.anyone, job.id, { email: 'filed@example.net' });
    const json = { accept: 'application/json' };
    const { body: address } = await acme.get(`/applications/${filed.id}/resume`, json);
    pass(3);
    expect((await fetch(address.url)).status).toBe(200);
    const after = await applied(job.id, 'after@example.net');
    expect(after).not.toBe(byFormer(idOf(after)));
    for (const token of [before, between, after]) expect(await page(token)).toBe(200);
    expect(await sendFile(upload, smallestFiles.pdf)).toBe(204);
    const withUpload = { email: 'uploaded@example.net', resume: { file: upload.id } };
    expect((await apply(service.anyone, job.id, withUpload)).status).toBe(201);
    const old = await submit(job.id, { issued, email: 'form@example.net' });
    expect((await acme.get(`/applications/${idOf(old)}`)).body.state).not.toBe('held');
    const { body: listed } = await acme.get('/applications');
    const ids = [before, between].map(idOf);
    expect(listed.data.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual(ids);

    await acme.post(`/webhooks/${hook.id}/test`, undefined);
    const { headers, body } = receiver.received.at(-1)!;
    expect(new Verifier(hook.secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    expect(await withdraw(before)).toBe(200);
    expect((await acme.get(`/applications/${idOf(before)}`)).status).toBe(404);
  });

  test('rejects signatures of a previous secret for applications and files received after the rotation', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const byFormer = await signer();
    const [{ bytes }] = await signingSecrets(service.db, new Date());
    await rotated();
    pass(120);
    const { body } = await apply(service.anyone, job.id, { email: 'later@example.net' });
    const forged = byFormer(body.id);
    expect([await page(forged), await withdraw(forged)]).toEqual([404, 404]);
    expect((await acme.get(`/applications/${body.id}`)).status).toBe(200);
    const owner = { employerId: acme.employer.id, jobId: job.id };
    const until = new Date(Date.now() + UPLOAD_KEPT_SECONDS * 1_000);
    const { id: file } = createUploadId(bytes, owner, { fileName: 'resume.pdf', until });
    const refused = await apply(service.anyone, job.id, { email: 'forged@example.net', resume: { file } });
    expect([refused.status, refused.body.errors[0].code]).toEqual([400, 'file_unknown']);
  });

  test('does not change the secret of a webhook until the employer renews the secret', async () => {
    const { acme } = await service.employerWithJob();
    const { body: hook } = await acme.post('/webhooks', { url: receiver.url });
    await rotated();
    pass(6);
    const { body: renewed } = await acme.post(`/webhooks/${hook.id}/secret`, undefined);
    const { body: other } = await acme.post('/webhooks', { url: receiver.url });
    const signers = { [hook.id]: [hook.secret, renewed.secret], [other.id]: [other.secret] };
    await rotated();
    pass(6);
    for (const [id, secrets] of Object.entries(signers)) {
      await acme.post(`/webhooks/${id}/test`, undefined);
      const { headers, body } = receiver.received.at(-1)!;
      for (const secret of secrets) {
        expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
      }
    }
  });

  test('gives the canary a new key for the same employer', async () => {
    expect(await service.runCanary()).toMatchObject({ passed: true });
    const keysOf = async () =>
      (await printed('key list')).keys.filter(({ label }: { label: string }) => label === 'canary');
    const [former] = await keysOf();
    pass(1);
    await rotated();
    pass(6);
    expect(await service.runCanary()).toMatchObject({ passed: true });
    const [ended, current, ...more] = await keysOf();
    expect([more, ended.id, current.id.split('-')[0]]).toEqual([[], former.id, former.id.split('-')[0]]);
    expect([ended.expiresAt, current.expiresAt]).toEqual([expect.any(String), null]);

    await printed(`key revoke ${current.id}`);
    pass(1);
    await rotated();
    pass(6);
    expect(await service.runCanary()).toEqual({ started: false });
    expect((await printed('canary start')).run).toBeUndefined();
    expect(await service.runCanary()).toMatchObject({ passed: true });
  });

  test('is refused until the newest secret is in use for signing, and is recorded in the operator log', async () => {
    const rotation = await rotated();
    const stderr = expect.stringContaining(`from ${rotation.signsFrom} on`);
    expect(await admin('secret rotate')).toMatchObject({ exitCode: 1, stderr });
    const by = { type: 'operator', name: 'Ada' };
    const event = { at: new Date().toISOString(), type: 'secret.rotated', by, ...rotation };
    expect((await printed('events --operator')).events.at(-1)).toEqual(event);
  });
});
