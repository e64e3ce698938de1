import { describe, expect, test } from '@jest/globals';
import type { JobStatus } from '../../../schemas/job.ts';
import { aJob } from '../../setup/a-job.ts';
import type { Client, Reply } from '../../setup/http-client.ts';
import { postingLink } from '../../setup/public-pages.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const REFERENCE = 'R-1';

const inBatch = (body: object) => ({
  operations: [{ operation: 'upsert', body: { referenceId: REFERENCE, ...body } }],
});

const minimal = { headers: { prefer: 'return=minimal' } };

/** Every representation of an employer's only job. */
const representations: Record<string, (acme: Client, id: number) => Promise<{ postingUrl?: unknown }>> = {
  'the job': async (acme, id) => (await acme.get(`/jobs/${id}`)).body,
  'an update': async (acme, id) => (await acme.put(`/jobs/${id}`, { title: 'Baker' })).body,
  'an upsert': async (acme) => (await acme.put('/jobs', { referenceId: REFERENCE })).body,
  'a refresh': async (acme, id) => (await acme.post(`/jobs/${id}/refresh`, undefined)).body,
  'a validation': async (acme) => (await acme.put('/jobs/validate', { referenceId: REFERENCE })).body.job,
  'the list': async (acme) => (await acme.get('/jobs?page=1')).body.data[0],
  'a list by status': async (acme) => {
    const { status } = (await acme.get('/jobs')).body.data[0];
    return (await acme.get(`/jobs?status=${status}`)).body.data[0];
  },
  'a search': async (acme) => (await acme.get(`/jobs?q=${REFERENCE}`)).body.data[0],
  'a list by referenceId': async (acme) => (await acme.get(`/jobs?referenceId=${REFERENCE}`)).body.data[0],
  'a batch': async (acme) => (await acme.post('/jobs/batch', inBatch({}))).body.results[0].job,
  'a batch without jobs': async (acme) =>
    (await acme.request('POST', '/jobs/batch', { body: inBatch({}), ...minimal })).body.results[0],
};

/** The postingUrl of a job, after a check that all its representations have the same one. */
async function urlFrom(acme: Client, created: Reply): Promise<string | null> {
  const { id, postingUrl } = created.body;
  for (const [what, show] of Object.entries(representations)) {
    expect([what, (await show(acme, id)).postingUrl]).toEqual([what, postingUrl]);
  }
  return postingUrl;
}

async function employerWith(fields: object) {
  const acme = await service.newEmployer();
  return { acme, created: await acme.post('/jobs', aJob({ referenceId: REFERENCE, ...fields })) };
}

const statusOf = async (address: string) => (await fetch(address, { redirect: 'manual' })).status;

describe('postingUrl', () => {
  test.each<[JobStatus, boolean, number]>([
    ['active', true, 200],
    ['archived', false, 410],
  ])(
    'is the URL of the posting in every representation: status %s, confidential %s, GET returns %i',
    async (status, confidential, expected) => {
      const { acme, created } = await employerWith({ status, confidential });
      const address = (await urlFrom(acme, created)) ?? '';
      expect(address).toBe(postingLink(created));
      expect(await statusOf(address)).toBe(expected);
      expect(address.endsWith(`/jobs/${created.body.id}`)).toBe(!confidential);
    },
  );

  test('follows the status and confidentiality of the job in every representation, and is null for a draft', async () => {
    const { acme, created: draft } = await employerWith({});
    expect(await urlFrom(acme, draft)).toBeNull();
    const path = `/jobs/${draft.body.id}`;
    const created = await acme.put(path, { status: 'active' });
    expect(await urlFrom(acme, created)).toBe(postingLink(created));
    const hidden = await acme.put(path, { confidential: true });
    expect(hidden.body.postingUrl).not.toBe(created.body.postingUrl);
    expect(await statusOf(created.body.postingUrl)).toBe(404);
    await urlFrom(acme, hidden);
    expect(await urlFrom(acme, await acme.put(path, { status: 'draft' }))).toBeNull();
    // The public name of a job never changes.
    expect(await urlFrom(acme, await acme.put(path, { status: 'active' }))).toBe(hidden.body.postingUrl);
    expect(await urlFrom(acme, await acme.put(path, { confidential: false }))).toBe(created.body.postingUrl);
  });
});
