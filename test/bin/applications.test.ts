import { describe, expect, test } from '@jest/globals';
import { adminOfSuite } from '../setup/admin.ts';
import { apply } from '../setup/an-application.ts';
import { ownService } from '../setup/own-service.ts';
import { ownFiles } from '../setup/own-files.ts';

ownFiles();
const service = await ownService();
const { printed, items } = adminOfSuite();

/** An employer with an open job and an application for it. */
async function applied(email: string) {
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const { body } = await apply(service.anyone, job.id, { email });
  return { acme, job, id: body.id as string };
}

describe('admin application list', () => {
  test('prints ids, dates and states, and no text written by candidates', async () => {
    const { acme, job, id } = await applied('list@example.net');
    const list = `application list --employer ${acme.employer.id}`;
    const queued = { receivedAt: expect.any(String), state: 'queued', confirmation: 'queued' };
    const application = { id, employer: acme.employer.id, job: job.id, ...queued };
    expect(await printed(list)).toEqual({ applications: [application] });
    expect(await printed(`${list} --state held`)).toEqual({ applications: [] });
  });
});

describe('admin application erase', () => {
  test('finds all applications of one address at every employer, and erases them only with --yes', async () => {
    const email = 'Leaving@Example.net';
    const older = await applied(email);
    const second = await applied(email.toLowerCase());
    const other = await applied('staying@example.net');
    const { wouldErase } = await printed('application erase --email leaving@example.NET');
    const ids = wouldErase.map(({ id }: { id: string }) => id).toSorted();
    expect(ids).toEqual([older.id, second.id].toSorted());
    expect((await older.acme.get(`/applications/${older.id}`)).status).toBe(200);
    expect((await printed('application erase --email leaving@example.net --yes')).erased).toHaveLength(2);
    for (const { acme, id } of [older, second]) {
      expect((await acme.get(`/applications/${id}`)).status).toBe(404);
    }
    expect(JSON.stringify(await items()).toLowerCase()).not.toContain('leaving@');
    expect((await other.acme.get(`/applications/${other.id}`)).status).toBe(200);
    expect(await printed('application erase --email leaving@example.net --yes')).toEqual({ erased: [] });
  });

  test('erases only the applications at the employer that --employer names', async () => {
    const email = 'both@example.net';
    const older = await applied(email);
    const second = await applied(email);
    await printed(`application erase --email ${email} --employer ${older.acme.employer.id} --yes`);
    expect((await older.acme.get(`/applications/${older.id}`)).status).toBe(404);
    expect((await second.acme.get(`/applications/${second.id}`)).status).toBe(200);
  });
});
