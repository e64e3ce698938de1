import { describe, expect, jest, test } from '@jest/globals';
import { apply, aResume, candidate } from '../../setup/an-application.ts';
import { setClock } from '../../setup/clock.ts';
import { smallestFiles } from '../../setup/resumes.ts';
import { startService } from '../../setup/service.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { errorPointers } from '../../setup/http-client.ts';

const service = await startService();
/** A client of a second process, which uses the same table as `service`. */
const elsewhere = sharedService().anyone;

const active = { status: 'active' };
/** A second last line for a PDF: the file differs, but remains valid. */
const end = Buffer.from('\n%%EOF');

const listed = async ({ get }: { get: (path: string) => Promise<{ body: { data: unknown[] } }> }) =>
  (await get('/applications')).body.data;

describe('POST /public/jobs/{id}/applications', () => {
  test('400s with every violated rule in one response', async () => {
    const { acme, job } = await service.employerWithJob(active);
    const fields = {
      name: '',
      email: 'zoe',
      telephone: '1\n2',
      coverLetter: '\u0000',
      resume: aResume('a.exe', smallestFiles.pdf),
      consent: false,
    };
    const reply = await apply(service.anyone, job.id, fields);
    expect(reply.status).toBe(400);
    const pointers = Object.keys(fields).map((field) => `/${field}`);
    expect(errorPointers(reply).toSorted()).toEqual(pointers.toSorted());
    expect(await listed(acme)).toEqual([]);
  });

  test('stores what programs send beside the text: other line breaks, spaces, base64 in lines of 76', async () => {
    const { acme, job } = await service.employerWithJob(active);
    const resume = aResume('a.pdf', smallestFiles.pdf);
    const content = resume.content.replace(/.{76}/g, '$&\r\n');
    const fields = {
      email: ` ${candidate.email}\u00A0`,
      coverLetter: 'Dear team,\vI bake.\fDaily.\u2028Bread.\u2029Rye.\u0085Zoé',
      resume: { ...resume, content },
    };
    expect((await apply(service.anyone, job.id, fields)).status).toBe(201);
    expect(await listed(acme)).toMatchObject([
      {
        email: candidate.email,
        coverLetter: 'Dear team,\nI bake.\nDaily.\nBread.\nRye.\nZoé',
        resume: { size: smallestFiles.pdf.length },
      },
    ]);
  });

  test('409s with the employer’s address when candidates apply on the employer’s website', async () => {
    const applicationUrl = 'https://example.com/apply?job=1';
    const byUrl = { applicantRoutingType: { id: 2 }, applicationUrl };
    const { job } = await service.employerWithJob({ ...active, ...byUrl });
    const { status, body } = await apply(service.anyone, job.id);
    expect([status, body.code]).toEqual([409, 'applied_elsewhere']);
    expect(body.detail).toContain(applicationUrl);
  });
});

describe('repeating an application', () => {
  test('stores one application when 20 equal requests arrive concurrently', async () => {
    const { acme, job } = await service.employerWithJob(active);
    const replies = await Promise.all(Array.from({ length: 20 }, () => apply(service.anyone, job.id)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await listed(acme)).toHaveLength(1);
  });

  test.each([
    ['answers', { answers: [{ question: 'why', value: 'It smells.' }] }],
    ['words of the letter', { coverLetter: 'Another letter.' }],
    ['bytes of the résumé', { resume: aResume(candidate.fileName, Buffer.concat([smallestFiles.pdf, end])) }],
  ])(
    'stores one second application with repeatOf set when only the %s differ, also if it is repeated',
    async (_, fields) => {
      const questions = [{ id: 'why', text: 'Why bread?', type: 'longText' }];
      const { acme, job } = await service.employerWithJob({ ...active, questions });
      const { body: earlier } = await apply(service.anyone, job.id);
      for (let time = 0; time < 2; time += 1) await apply(service.anyone, job.id, fields);
      expect(await listed(acme)).toMatchObject([{ repeatOf: null }, { repeatOf: earlier.id }]);
    },
  );

  test('stores a second application when the first is more than a day old', async () => {
    const { acme, job } = await service.employerWithJob(active);
    await apply(service.anyone, job.id);
    setClock(Date.now() + 24 * 60 * 60 * 1_000 + 1);
    const { headers } = await apply(service.anyone, job.id);
    expect(headers.get('idempotent-replayed')).toBeNull();
    jest.useRealTimers();
    expect(await listed(acme)).toHaveLength(2);
  });
});

test('two candidates can use the same Idempotency-Key', async () => {
  const { acme, job } = await service.employerWithJob(active);
  const key = { 'idempotency-key': '1' };
  const emails = ['stranger@example.org', 'anna@example.org'];
  for (const email of emails) {
    const { status, headers } = await apply(service.anyone, job.id, { email }, key);
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
  }
  expect(await listed(acme)).toMatchObject(emails.map((email) => ({ email })));
});

test('two processes store 20 concurrent applications to one employer, each under a unique number', async () => {
  const { acme, job } = await service.employerWithJob(active);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      apply(n % 2 ? elsewhere : service.anyone, job.id, { email: `c${n}@example.com` }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
  const ids = ((await listed(acme)) as { id: string }[]).map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set(replies.map(({ body }) => body.id)));
});

test('one process stores concurrent applications to an employer in sequence, without retries', async () => {
  const { job } = await service.employerWithJob(active);
  const to = (n: number) => apply(service.anyone, job.id, { email: `c${n}@example.com` });
  const lines = await loggedLines(async () => {
    // The first application fills the caches of the container.
    await to(0);
    await Promise.all(Array.from({ length: 10 }, (_, n) => to(n + 1)));
  });
  const received = lines.filter(({ operation }) => operation === 'createApplication');
  expect(received).toHaveLength(11);
  const [alone, ...together] = received.map(({ calls }) => calls as number);
  expect(together.filter((calls) => calls > (alone ?? 0))).toEqual([]);
});
