import { describe, expect, test } from '@jest/globals';
import { recruitingLinks } from '../../../functions/applications/recruiting/recruiting-link.ts';
import { employerStore } from '../../../functions/employers/store/employers.ts';
import { setProfile } from '../../setup/a-profile.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();
process.env['BASE_URL'] = service.origin;

type Made = Awaited<ReturnType<typeof service.employerWithJob>>;

const linkFor = ({ acme, job }: Made, to: string = job.applicationEmail) =>
  recruitingLinks(service.db)({ employerId: acme.employer.id, jobId: job.id, to, now: new Date() });

describe('the link to the page of recruiters', () => {
  test('is in the language of the employer’s profile', async () => {
    const made = await service.employerWithJob();
    expect(await linkFor(made)).toMatch(/\/recruiting\?token=[\w.-]+&lang=en$/);
    await setProfile(service.db, made.acme.employer, { language: 'fr' });
    expect(await linkFor(made)).toMatch(/&lang=fr$/);
  });

  test.each<[string, (made: Made) => Promise<unknown>]>([
    ['a deleted job', ({ acme, path }) => acme.delete(path)],
    [
      'a job without applicationEmail',
      ({ acme, path }) =>
        acme.put(path, {
          applicantRoutingType: { id: 2 },
          applicationUrl: 'https://example.com',
          applicationEmail: null,
        }),
    ],
    ['another address', ({ acme, path }) => acme.put(path, { applicationEmail: 'new@example.com' })],
    ['a profile that wants none', ({ acme }) => acme.put('/employer', { recruitingPage: false })],
    ['a suspended employer', ({ acme }) => employerStore(service.db).suspend(acme.employer.id, new Date())],
  ])('is none for %s', async (_, change) => {
    const made = await service.employerWithJob();
    expect(await linkFor(made)).toEqual(expect.any(String));
    await change(made);
    expect(await linkFor(made)).toBeNull();
  });
});
