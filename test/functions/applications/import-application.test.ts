import { describe, expect, test } from '@jest/globals';
import { applicationKeys } from '../../../functions/applications/keys.ts';
import { aJob } from '../../setup/a-job.ts';
import { aResume } from '../../setup/an-application.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const minimal = { name: 'Zoë Tremblay', email: 'zoe@example.org' };

async function employerWithDraft(fields: Record<string, unknown> = {}) {
  const { acme, job } = await service.employerWithJob({ status: 'draft', ...fields });
  return { acme, job, path: `/jobs/${job.id}/applications` };
}

describe('POST /jobs/{id}/applications by the employer', () => {
  test('stores the application for a draft job, and sends no mail', async () => {
    const { acme, job, path } = await employerWithDraft();
    const { status, body } = await acme.post(path, minimal);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...minimal,
      referenceId: null,
      job: { id: job.id, title: job.title },
      telephone: null,
      coverLetter: null,
      resume: null,
      source: null,
      language: null,
      consent: null,
      stage: 'new',
      state: 'stored',
      confirmation: null,
      repeatOf: null,
    });
    expect((await acme.get(`/applications/${body.id}`)).body).toEqual(body);
    expect((await acme.get(path)).body.data).toEqual([body]);
    expect((await acme.get('/applications?state=stored&email=ZOE@example.org')).body.data).toEqual([body]);
  });

  test('stores every field and the file, but no consent, which was given elsewhere', async () => {
    const { acme, path } = await employerWithDraft();
    const written = { ...minimal, telephone: '+1 514 555 0100', coverLetter: 'I bake.', source: 'Fair' };
    const resume = aResume('cv.txt', Buffer.from('Ten years of bread.'));
    const candidate = { ...written, referenceId: 'C-1', resume, receivedAt: '2020-02-29T09:30:00-05:00' };
    const strictly = { prefer: 'handling=strict' };
    const { body } = await acme.post(path, { ...candidate, consent: true }, strictly);
    expect(body).toMatchObject({
      ...written,
      consent: null,
      referenceId: 'C-1',
      receivedAt: '2020-02-29T14:30:00.000Z',
      resume: { fileName: 'cv.txt', mediaType: 'text/plain' },
    });
    const { headers } = await acme.get(`/applications/${body.id}/resume`);
    expect(await (await fetch(headers.get('location') ?? '')).text()).toBe('Ten years of bread.');
  });

  test('queues the mail when the request asks for a mail, or at a later resend', async () => {
    const { acme, path } = await employerWithDraft({ applicationEmail: 'jobs@acme.example' });
    expect((await acme.post(path, { ...minimal, mail: true })).body.state).toBe('queued');
    const { id } = (await acme.post(path, { ...minimal, coverLetter: 'Another.' })).body;
    expect((await acme.post(`/applications/${id}/resend`, undefined)).body.state).toBe('queued');
  });

  test('400s a request for mail, and 409s a resend, when the job has no mail address', async () => {
    const elsewhere = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/apply' };
    const { acme, path } = await employerWithDraft({ ...elsewhere, applicationEmail: null });
    const refused = await acme.post(path, { ...minimal, mail: true });
    expect([refused.status, refused.body.errors[0]]).toMatchObject([400, { pointer: '/mail' }]);
    const { id } = (await acme.post(path, minimal)).body;
    const resent = await acme.post(`/applications/${id}/resend`, undefined);
    expect([resent.status, resent.body.code]).toEqual([409, 'applied_elsewhere']);
  });

  test('stores one application for a referenceId when the request is repeated, even with other fields', async () => {
    const { acme, path } = await employerWithDraft();
    const candidate = { ...minimal, referenceId: 'C-2', resume: aResume('cv.txt', Buffer.from('Baker')) };
    const replies = await Promise.all(Array.from({ length: 8 }, () => acme.post(path, candidate)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array<number>(7).fill(200), 201]);
    const later = await acme.post(path, { ...candidate, name: 'Somebody else' });
    expect([later.status, later.text]).toEqual([200, replies[0]?.text]);
    expect((await acme.get(path)).body.data).toHaveLength(1);
  });

  test('409s when an application for another job has the referenceId, but ignores other employers’ applications', async () => {
    const { acme, path } = await employerWithDraft();
    const candidate = { ...minimal, referenceId: 'C-5' };
    await acme.post(path, candidate);
    const other = (await acme.post('/jobs', aJob({ referenceId: 'R-other' }))).body;
    const refused = await acme.post(`/jobs/${other.id}/applications`, candidate);
    expect([refused.status, refused.body.code]).toEqual([409, 'reference_id_taken']);
    const stranger = await employerWithDraft();
    expect((await stranger.acme.post(stranger.path, candidate)).status).toBe(201);
  });

  test('frees the referenceId when the application is erased', async () => {
    const { acme, path } = await employerWithDraft();
    const candidate = { ...minimal, referenceId: 'C-6' };
    const { id } = (await acme.post(path, candidate)).body;
    await acme.delete(`/applications/${id}`);
    const key = applicationKeys.applicationReference(acme.employer.id, 'C-6');
    expect(await service.db.get({ Key: key, ConsistentRead: true })).toBeUndefined();
    const replacement = await acme.post(path, candidate);
    expect([replacement.status, replacement.body.id === id]).toEqual([201, false]);
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ receivedAt: '2999-01-01T00:00:00Z' }, '/receivedAt', 'not_allowed'],
    [{ receivedAt: '2026-02-30T00:00:00Z' }, '/receivedAt', 'malformed'],
    [{ resume: aResume('cv.pdf', Buffer.from('no PDF')) }, '/resume', 'file_content'],
  ])('400s and stores no application when the fields are %j', async (fields, pointer, code) => {
    const { acme, path } = await employerWithDraft();
    const { status, body } = await acme.post(path, { ...minimal, ...fields });
    const error = { code, pointer: expect.stringMatching(`^${pointer}`) };
    expect([status, body.errors]).toMatchObject([400, [error]]);
    expect((await acme.get('/applications')).body.data).toEqual([]);
  });
});
