import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { countJobs } from '../../setup/http-client.ts';

// every-operation.test.ts sends each operation a body of an unsupported type, no body, and a list.
const service = sharedService();

const LARGEST = 512 * 1024;

const employerWithJob = () => service.employerWithJob({ referenceId: 'R-1', status: 'active' });

const text = JSON.stringify(aJob());

/** The JSON of a job with the text `begin` inserted before the first field. */
const beginningWith = (begin: string) => `{${begin},${text.slice(1)}`;

test('a repeated Idempotency-Key 422s when one of many digits of a number differs', async () => {
  const { post } = await service.newEmployer();
  const send = (number: string) =>
    post('/jobs', beginningWith(`"a":${number}`), { 'idempotency-key': 'night-sync-1' });
  expect((await send('12345678901234567890')).status).toBe(201);
  expect((await send('12345678901234567890')).headers.get('idempotent-replayed')).toBe('true');
  expect((await send('12345678901234567891')).status).toBe(422);
});

/** Returns the body of a job creation with exactly this number of bytes. */
const ofBytes = (bytes: number, letter = 'x') => {
  const [before = '', after = ''] = beginningWith('"padding":"|"').split('|');
  const room = bytes - Buffer.byteLength(before + after);
  const letters = Math.floor(room / Buffer.byteLength(letter));
  return before + letter.repeat(letters) + ' '.repeat(room - letters * Buffer.byteLength(letter)) + after;
};

describe('size', () => {
  test.each(['x', '🙂'])('201s when the body has exactly 512 KiB of %s', async (letter) => {
    const body = ofBytes(LARGEST, letter);
    expect(Buffer.byteLength(body)).toBe(LARGEST);
    expect((await jobsInMemory().post('/jobs', body)).status).toBe(201);
  });

  test.each([
    ['one byte more than 512 KiB', () => ofBytes(LARGEST + 1)],
    ['one byte more than 512 KiB in characters of four bytes', () => ofBytes(LARGEST + 1, '🙂')],
    ['1 MiB that is not JSON', () => 'x'.repeat(1024 * 1024)],
  ])('413s when the body has %s', async (_, make) => {
    const reply = await jobsInMemory().post('/jobs', make());
    expect([reply.status, reply.body.code]).toEqual([413, 'content_too_large']);
  });

  const ITEM = 400 * 1024;
  test.each([
    ['characters of four bytes', '🙂'.repeat(ITEM / 4)],
    ['ampersands, which the encoding makes longer', '&'.repeat(ITEM / 5)],
  ])(
    '413s, also in a dry run, when the job would be larger than 400 KB because of %s',
    async (_, description) => {
      const acme = await service.newEmployer();
      for (const path of ['/jobs/validate', '/jobs']) {
        const reply = await acme.post(path, aJob({ description, referenceId: 'R-1' }));
        expect([path, reply.status, reply.body.code]).toEqual([path, 413, 'content_too_large']);
      }
      expect(await countJobs(acme)).toBe(0);
      expect((await acme.post('/jobs', aJob({ referenceId: 'R-1' }))).status).toBe(201);
    },
  );

  test('201s when the job is a little smaller than 400 KB', async () => {
    const acme = await service.newEmployer();
    const description = '🙂'.repeat((ITEM - 4096) / 4);
    const { status, body } = await acme.post('/jobs', aJob({ description }));
    expect([status, body.description === description]).toEqual([201, true]);
    expect((await acme.get(`/jobs/${body.id}`)).body.description === description).toBe(true);
  });

  test.each([
    ['by id', '', (id: number) => `/jobs/${id}`],
    ['by id in a transaction', 'active', (id: number) => `/jobs/${id}`],
    ['by referenceId', '', () => '/jobs'],
  ])(
    '413s without changing the job when an update %s would make the job too large',
    async (_, status, path) => {
      const { acme, job, text: before } = await employerWithJob();
      const description = '🙂'.repeat(ITEM / 4);
      const reply = await acme.put(path(job.id), { referenceId: 'R-1', description, status });
      expect([reply.status, reply.body.code]).toEqual([413, 'content_too_large']);
      expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
    },
  );
});
