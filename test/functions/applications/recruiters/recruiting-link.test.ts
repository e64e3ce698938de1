import { describe, expect, test } from '@jest/globals';
import { employerStore } from '../../../../functions/accounts/store/employers.ts';
import {
  createRecruitingToken,
  verifyRecruitingToken,
} from '../../../../functions/applications/recruiters/recruiting-link.ts';
import { singleSecret } from '../../../setup/only-secret.ts';
import { recruitingPages, type EmployerWithJob } from '../../../setup/recruiting-page.ts';
import { sharedService } from '../../../setup/shared-service.ts';
import { setProfile } from '../../../setup/employers-in-table.ts';

const service = sharedService();
const { linkTo } = recruitingPages(service);

const byUrl = {
  applicantRoutingType: { id: 2 },
  applicationUrl: 'https://example.com',
  applicationEmail: null,
};

describe('the link to the page for recruiters', () => {
  test('is in the language of the employer’s profile', async () => {
    const created = await service.employerWithJob();
    expect(await linkTo(created)).toMatch(/\/recruiting\?token=[\w.-]+&lang=en$/);
    await setProfile(service.db, created.acme.employer, { language: 'fr' });
    expect(await linkTo(created)).toMatch(/&lang=fr$/);
  });

  test.each<[string, (created: EmployerWithJob) => Promise<unknown>]>([
    ['a deleted job', ({ acme, path }) => acme.delete(path)],
    ['a job without applicationEmail', ({ acme, path }) => acme.put(path, byUrl)],
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

const secrets = singleSecret(Buffer.alloc(32, 1));
const job = { employerId: 7, jobId: 129 };
const address = 'Jobs@example.com';
const signed = new Date('2030-01-01T12:00:00Z');
const day = (days: number, millis = 0) => new Date(signed.getTime() + days * 86_400_000 + millis);

const token = createRecruitingToken(secrets, job, address, signed);

describe('the token of the page for recruiters', () => {
  test('does not reveal the employer, the job or the address', () => {
    expect(token).toMatch(/^[0-9a-f]{32}\.[0-9a-z]+\.[\w-]{43}\.[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url').toString()).not.toMatch(/example/i);
  });

  test.each([
    ['its address immediately', address, signed, true],
    ['its address in other letter case', 'jobs@EXAMPLE.com', signed, true],
    ['its address on the last day', address, day(30, -1_000), true],
    ['its address after 30 days', address, day(30), false],
    ['another address', 'jobs@example.org', signed, false],
  ])('checked for %s (%s, time %s) is valid: %s', (_, other, at, isGood) => {
    const verification = verifyRecruitingToken(secrets, token, at);
    expect([verification, verification?.isValidFor(other)]).toEqual([expect.objectContaining(job), isGood]);
  });

  test.each([-2, 400])('is rejected %d days after its time', (days) => {
    expect(verifyRecruitingToken(secrets, token, day(days))).toBeUndefined();
  });

  test('is rejected when it was signed with a retired secret', () => {
    const [former] = singleSecret(Buffer.alloc(32, 2));
    const now = (until: Date) =>
      [secrets[0], { ...former, number: 2, until: until.getTime() }] as const satisfies Parameters<
        typeof verifyRecruitingToken
      >[0];
    const old = createRecruitingToken([{ ...former, number: 2 }, secrets[0]], job, address, signed);
    expect(verifyRecruitingToken(now(day(1)), old, signed)).toMatchObject(job);
    expect(verifyRecruitingToken(now(day(-1)), old, signed)).toBeUndefined();
  });
});
