import { describe, expect, test } from '@jest/globals';
import { employerStore } from '../../../../functions/accounts/store/employers.ts';
import { recruitingPages, type EmployerWithJob } from '../../../setup/recruiting-page.ts';
import { sharedService } from '../../../setup/shared-service.ts';
import { setProfile } from '../../../setup/employers-in-table.ts';

const service = sharedService();
const { linkTo } = recruitingPages(service);

describe('the link to the page for recruiters', () => {
  test('is in the language of the employer’s profile', async () => {
    const created = await service.employerWithJob();
    expect(await linkTo(created)).toMatch(/\/recruiting\?token=[\w.-]+&lang=en$/);
    await setProfile(service.db, created.acme.employer, { language: 'fr' });
    expect(await linkTo(created)).toMatch(/&lang=fr$/);
  });

  test.each<[string, (created: EmployerWithJob) => Promise<unknown>]>([
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
  ])('is null for %s, and an earlier link is a 404', async (_, change) => {
    const created = await service.employerWithJob();
    const link = (await linkTo(created)) ?? '';
    expect((await fetch(link)).status).toBe(200);
    await change(created);
    expect([await linkTo(created), (await fetch(link)).status]).toEqual([null, 404]);
  });
});
