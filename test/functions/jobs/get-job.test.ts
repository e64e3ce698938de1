import { describe, expect, test } from '@jest/globals';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { JobRecord } from '../../../schemas/job.ts';
import { aFullJob, aJob } from '../../setup/a-job.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { rawRequest, type RawReply } from '../../setup/http-client.ts';

const service = sharedService();

/** Reads a path exactly as written. */
const send = (path: string, { credentials }: { credentials: object }, body = '') =>
  rawRequest(service.origin, {
    path: `/api/v1.1${path}`,
    headers: { ...credentials, ...(body && { 'content-length': Buffer.byteLength(body) }) },
    body,
  });

/** A response without the request id and the time, which differ between equal requests. */
const timeless = ({ status, headers, text: body }: RawReply) => ({
  status,
  headers: { ...headers, date: '...' },
  text: body.replace(/"requestId":"[^"]+"/, '"requestId":"..."'),
});

/** Texts that are not ids, and texts that make an id invalid when they precede or follow it. */
const numbers = ['0', '-1', '00', '1,000', '2147483648', '4294967297', '9'.repeat(2_000)];
const words = ['abc', 'NaN', 'undefined', '*', '{id}', ';', '-', '%2F', '%00', '..', '.'];
const otherDigits = ['%D9%A7', '%EF%BC%97', '%C2%B2', '%FF'];
const notBefore = ['-', '+', '0', '0x', '%20', '%00', '%2B', '%EF%BB%BF', '..%2F'];
const notAfter = ['.0', '.', 'e0', 'n', '%20', '%0A', '%00', '%2F', '%2F..', '%', '%zz', ';v=1', '.json'];

describe('GET /jobs/{id}', () => {
  test('200s with every field of a job, and null for fields without a value', async () => {
    const acme = await service.newEmployer({ name: 'Acme Inc.' });
    const { body: created } = await acme.post('/jobs', aJob());
    const { status, headers, body } = await acme.get(`/jobs/${created.id}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(Object.keys(body).toSorted()).toEqual([...JobRecord.required].toSorted());
    expect(body).toEqual({
      ...Object.fromEntries(JobRecord.required.map((field) => [field, null])),
      questions: [],
      id: created.id,
      employer: { id: acme.employer.id, name: 'Acme Inc.' },
      title: 'Software Developer',
      publishDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      closeDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      confidential: false,
      autoRefresh: false,
      status: 'draft',
      locations: [{ id: 156, name: 'Vancouver', description: 'Vancouver, BC', type: 'Town' }],
      categories: [{ id: 23, name: expect.any(String) }],
      positionType: { id: 1, name: 'Full Time' },
      description: '<p>Build a job posting service.</p>',
      applicantRoutingType: { id: 1, name: 'Email' },
      applicationEmail: 'jobs@example.com',
      createdAt: created.createdAt,
      updatedAt: created.createdAt,
    });
  });

  test('200s with defaults for fields that were added after the job was stored', async () => {
    const { acme, job, path } = await service.employerWithJob(aFullJob());
    await service.db.update({
      Key: jobKeys.job(acme.employer.id, job.id),
      UpdateExpression: 'REMOVE autoRefresh, applicationEmail',
    });
    expect((await acme.get(path)).body).toEqual({ ...job, autoRefresh: false, applicationEmail: null });
  });

  test('200s for a percent-encoded id: %37 is 7', async () => {
    const acme = await service.newEmployer();
    const { body } = await acme.post('/jobs', aJob());
    const encoded = String(body.id).replace(/\d/g, '%3$&');
    const [plain, escaped] = [await send(`/jobs/${body.id}`, acme), await send(`/jobs/${encoded}`, acme)];
    expect(plain.status).toBe(200);
    expect(timeless(escaped)).toEqual(timeless(plain));
  });

  test('200s and ignores a query and a body', async () => {
    const { acme, text, path } = await service.employerWithJob();
    for (const ignored of ['', 'not json', '{"id":1}']) {
      const answer = await send(`${path}?page=0&status=gone&id=1`, acme, ignored);
      expect([answer.status, answer.text]).toEqual([200, text]);
    }
  });

  test('404s with the same response for every id without a job, malformed or not', async () => {
    const acme = await service.newEmployer();
    const { id }: { id: number } = (await acme.post('/jobs', aJob())).body;
    const { id: deleted }: { id: number } = (await acme.post('/jobs', aJob())).body;
    await acme.delete(`/jobs/${deleted}`);

    const malformed = [
      ...[numbers, words, otherDigits].flat(),
      ...notBefore.map((before) => before + id),
      ...notAfter.map((after) => id + after),
      String(2 ** 32 + id),
    ];
    const missing = timeless(await send('/jobs/2147483647', acme));
    expect(missing.status).toBe(404);
    expect(missing.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(missing.text)).toMatchObject({ code: 'job_not_found', title: 'No such job' });
    for (const path of [...malformed, String(deleted)]) {
      expect([path, timeless(await send(`/jobs/${path}`, acme))]).toEqual([path, missing]);
    }
  });
});
