import { describe, expect, test } from '@jest/globals';
import { applicationKeys, causedMailPartition } from '../../../../functions/applications/keys.ts';
import { jobKeys } from '../../../../functions/jobs/keys.ts';
import { attributes } from '../../../../functions/platform/dynamodb/table.ts';
import { consentSentences } from '../../../../schemas/consent.ts';
import { apply, applicationPages, candidate, listedIds } from '../../../setup/an-application.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { setClock } from '../../../setup/clock.ts';
import { startService } from '../../../setup/service.ts';

const service = await startService();
const applications = applicationsInTable(service.db);

/** Reads the item of an application by its number. */
const storedIn = ({ employer }: { employer: { id: number } }, number: number) =>
  service.db.get({ Key: applicationKeys.application(employer.id, number), ConsistentRead: true });

const DAY_SECONDS = 24 * 60 * 60;

describe('GET /applications/{id}', () => {
  test('shows the employer the fields that the candidate sent, and the state of the application', async () => {
    const { acme, job } = await service.employerWithJob({ referenceId: 'REQ-1' });
    const earlier = await applications.create(acme.employer, job, { candidateHash: 'the same' });
    const id = await applications.create(acme.employer, job, { candidateHash: 'the same', state: 'held' });
    const { fileName: _, ...written } = candidate;
    const { status, body } = await acme.get(`/applications/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      referenceId: null,
      receivedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      job: { id: job.id, referenceId: 'REQ-1', title: job.title },
      answers: [],
      ...written,
      resume: null,
      source: null,
      language: 'en',
      consent: { text: consentSentences.en(365), at: body.receivedAt, language: 'en' },
      stage: 'new',
      stageChangedAt: null,
      state: 'held',
      failure: null,
      confirmation: null,
      repeatOf: earlier,
    });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  test('returns the résumé with any If-Match and If-None-Match', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const { id } = (await apply(service.anyone, job.id)).body;
    for (const [name, value] of [
      ['if-match', '"another"'],
      ['if-match', 'malformed'],
      ['if-none-match', '*'],
      ['if-none-match', 'malformed'],
    ] as const) {
      const { status, headers } = await acme.get(`/applications/${id}/resume`, { [name]: value });
      expect([name, value, status]).toEqual([name, value, 302]);
      expect(headers.get('location')).toContain('http');
    }
  });

  test('404s, and the lists omit the application, from the second at which its retention ends', async () => {
    const { acme, job } = await service.employerWithJob();
    setClock('2030-01-01T00:00:00.000Z');
    const id = await applications.create(acme.employer, job, { keptSeconds: 30 * DAY_SECONDS });
    setClock('2030-01-30T23:59:59.999Z');
    expect((await acme.get(`/applications/${id}`)).status).toBe(200);
    setClock('2030-01-31T00:00:00.000Z');
    expect((await acme.get(`/applications/${id}`)).status).toBe(404);
    expect(await listedIds(acme, '/applications')).toEqual([]);
    expect(await listedIds(acme, `/jobs/${job.id}/applications`)).toEqual([]);
  });
});

describe('resending and releasing an application', () => {
  test('resend queues a mail to the present address of the job, but 409s while the application is held', async () => {
    const { acme, job } = await service.employerWithJob({ applicationEmail: 'old@example.com' });
    const id = await applications.create(acme.employer, job, { state: 'bounced', mailError: 'refused' });
    await acme.put(`/jobs/${job.id}`, { applicationEmail: 'new@example.com' });
    const { status, body } = await acme.post(`/applications/${id}/resend`, undefined);
    expect([status, body.id, body.state]).toEqual([200, id, 'queued']);
    expect(await storedIn(acme, 1)).toMatchObject({
      mailTo: 'new@example.com',
      attempts: 0,
      [attributes.mailOrder]: expect.any(String),
    });
    const held = await applications.create(acme.employer, job, { state: 'held', suspicions: ['too_fast'] });
    const refused = await acme.post(`/applications/${held}/resend`, undefined);
    expect([refused.status, refused.body.code]).toEqual([409, 'application_held']);
  });

  test('resend uses the last known address of a deleted job, and has no effect while the mail is being sent', async () => {
    const { acme, job } = await service.employerWithJob();
    const id = await applications.create(acme.employer, job, { state: 'sent', mailTo: 'hr@example.com' });
    const sending = await applications.create(acme.employer, job, { state: 'sending' });
    await acme.delete(`/jobs/${job.id}`);
    expect((await acme.post(`/applications/${id}/resend`, undefined)).body.state).toBe('queued');
    expect((await storedIn(acme, 1))?.['mailTo']).toBe('hr@example.com');
    const { status, body } = await acme.post(`/applications/${sending}/resend`, undefined);
    expect([status, body.state]).toEqual([200, 'sending']);
  });

  test('release queues the mail, has no effect a second time, and 409s when the application was never held', async () => {
    const { acme, job } = await service.employerWithJob();
    const id = await applications.create(acme.employer, job, { state: 'held', suspicions: ['too_fast'] });
    expect(await storedIn(acme, 1)).not.toHaveProperty(attributes.mailPartition);
    const release = await acme.post(`/applications/${id}/release`, undefined);
    expect([release.status, release.body.state]).toEqual([200, 'queued']);
    const stored = await storedIn(acme, 1);
    expect(stored).toHaveProperty(attributes.mailPartition, causedMailPartition);
    const second = await acme.post(`/applications/${id}/release`, undefined);
    expect([second.status, second.text]).toEqual([200, release.text]);
    expect(await storedIn(acme, 1)).toEqual(stored);
    const neverHeld = await applications.create(acme.employer, job);
    const refused = await acme.post(`/applications/${neverHeld}/release`, undefined);
    expect([refused.status, refused.body.code]).toEqual([409, 'application_not_held']);
  });
});

const COUNT = 230;
const owner = await service.newEmployer();
const ids = await applications.createMany(owner.employer, COUNT, (number) => ({
  job: { id: (number % 2) + 1, title: 'Baker', referenceId: null },
  fields: { state: number % 50 === 7 ? 'bounced' : 'delivered' },
}));

const bounced = ids.filter((_, number) => number % 50 === 7);

describe('GET /applications and GET /jobs/{id}/applications', () => {
  test('list every application once, oldest first, in pages of at most 100, and continue after any application', async () => {
    const pages = await applicationPages(owner, '/applications');
    expect(pages.map(({ body }) => body.data.length)).toEqual([100, 100, 30]);
    expect(await listedIds(owner, '/applications')).toEqual(ids);
    expect(await listedIds(owner, `/applications?after=${ids[COUNT - 3]}`)).toEqual(ids.slice(-2));
    const { body } = await owner.get(`/applications?after=${ids.at(-1)}`);
    expect(body).toEqual({ data: [], paging: { next: null } });
  });

  test('list exactly the applications in the requested state, on every page', async () => {
    expect(await listedIds(owner, '/applications?state=bounced')).toEqual(bounced);
    expect(await listedIds(owner, `/applications?state=bounced&after=${ids[60]}`)).toEqual(bounced.slice(2));
    expect(await listedIds(owner, '/applications?state=held')).toEqual([]);
  });

  test('list the applications for one job, even if the job no longer exists', async () => {
    const odd = ids.filter((_, number) => number % 2 === 1);
    expect(await listedIds(owner, '/jobs/2/applications')).toEqual(odd);
    expect(await listedIds(owner, '/jobs/2/applications?state=bounced')).toEqual(bounced);
    expect(await listedIds(owner, `/jobs/2/applications?after=${ids[200]}`)).toEqual(odd.slice(100));
    expect(await listedIds(owner, `/jobs/2/applications?after=${ids.at(-1)}`)).toEqual([]);
  });

  test('list every application once while new applications are being stored', async () => {
    const { acme: other, job } = await service.employerWithJob();
    const listedOnce: string[] = [];
    let last = '';
    for (let round = 0; round < 8; round += 1) {
      const storing = Promise.all(Array.from({ length: 6 }, () => applications.create(other.employer, job)));
      listedOnce.push(...(await listedIds(other, `/applications?after=${last}`)));
      await storing;
      last = listedOnce.at(-1) ?? '';
    }
    listedOnce.push(...(await listedIds(other, `/applications?after=${last}`)));
    expect(listedOnce).toHaveLength(48);
    expect(listedOnce).toEqual(await listedIds(other, '/applications'));
  });

  test('400 when the cursor is no application id of the employer', async () => {
    const { acme: other, job } = await service.employerWithJob();
    const foreignId = await applications.create(other.employer, job);
    for (const list of ['/applications', '/jobs/1/applications']) {
      for (const after of [foreignId, 'x', '0', ids[0]?.toUpperCase()]) {
        const { status, body } = await owner.get(`${list}?after=${after}`);
        const message = 'after must be the id of one of your applications.';
        const error = { parameter: 'after', code: 'malformed', message };
        expect([after, status, body.errors]).toEqual([after, 400, [error]]);
      }
      expect((await owner.get(`${list}?after=`)).status).toBe(200);
    }
  });

  test('count the candidates who followed the link from a job to the employer’s website', async () => {
    const { acme: other, job } = await service.employerWithJob();
    const list = `/jobs/${job.id}/applications`;
    expect((await other.get(list)).body).toEqual({ clicks: 0, data: [], paging: { next: null } });
    await service.db.put({ Item: { ...jobKeys.clicks(other.employer.id, job.id), clicks: 3 } });
    expect((await other.get(list)).body.clicks).toBe(3);
  });
});
