import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { operations, type Operation, type OperationId } from '../../../schemas/operations.ts';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { totalOf } from '../../setup/reply.ts';
import type { Client, Reply } from '../../setup/client.ts';
import { partnerAt } from '../../setup/partners.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();
afterAll(service.close);
const partner = await partnerAt(service);
afterEach(() => {
  jest.useRealTimers();
});

const LARGEST = 512 * 1024;

const json = (contentType: string) => ({ 'content-type': contentType });

type Send = (acme: Client, id: number, body: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** Sends the body with an operation, on a job where it is on one. */
const sending = (id: OperationId): [OperationId, Send] => {
  const { method, path, servedBy, access }: Operation = operations[id];
  const own = {
    ...(servedBy !== undefined && { 'x-http-method-override': 'DELETE' }),
    ...(access === 'partner' && { 'api-key': partner.apiKey }),
  };
  return [
    id,
    (acme, job, body, headers) =>
      acme.request(method, path.replace('{id}', String(job)), { body, headers: { ...own, ...headers } }),
  ];
};

const rows = Object.entries<Operation>(operations) as [OperationId, Operation][];

/** The operations with a body, each for an employer with a job that has the referenceId R-1. */
const takingBody = rows.filter(([, { body }]) => body).map(([id]) => sending(id));

const employerWithJob = () => service.employerWithJob({ referenceId: 'R-1', status: 'active' });

const text = JSON.stringify(aJob());

/** The text of a body with something inserted before its first field. */
const beginningWith = (begin: string) => `{${begin},${text.slice(1)}`;

describe('Content-Type', () => {
  test('415s when there is none', async () => {
    const { apiKey } = await service.newEmployer();
    const response = await fetch(`${service.origin}/api/v1.1/jobs`, {
      method: 'POST',
      headers: { 'api-key': apiKey },
      body: new TextEncoder().encode(text),
    });
    expect(response.status).toBe(415);
  });

  /** The operations that write to a job without a body of their own. */
  const bodiless = rows
    .filter(([, { method, body, subject }]) => method !== 'GET' && !body && subject === 'jobs')
    .map(([id]) => sending(id));

  test.each(bodiless)('415s for %s too when there is a body, and changes nothing', async (_, send) => {
    setClock('2030-01-01T12:00:00Z');
    const { acme, job, text: before } = await employerWithJob();
    setClock('2030-01-02T12:00:00Z');
    for (const headers of [json('text/plain'), json(''), { 'content-encoding': 'gzip' }]) {
      const reply = await send(acme, job.id, 'now', headers);
      expect([reply.status, reply.body.code]).toEqual([415, 'media_type_unsupported']);
    }
    expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
    expect((await send(acme, job.id, undefined, json('text/plain'))).status).toBeLessThan(300);
  });
});

describe('a body', () => {
  test.each(takingBody)(
    'is refused, and nothing changed, when %s has another, none or no object',
    async (_, send) => {
      const { acme, job, text: before } = await employerWithJob();
      const typed = await send(
        acme,
        job.id,
        JSON.stringify(aJob({ referenceId: 'R-1' })),
        json('text/plain'),
      );
      expect(typed.status).toBe(415);
      for (const body of [undefined, '', 'null', '[]', `[${text}]`, '"text"', '5', 'true']) {
        const reply = await send(acme, job.id, body);
        const code = body ? 'json_malformed' : 'body_missing';
        expect([body, reply.status, reply.body.code]).toEqual([body, 400, code]);
        expect(reply.body.message).toContain('object');
      }
      expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
    },
  );

  test('400s with body_missing even without a content type', async () => {
    const acme = await service.newEmployer();
    expect((await acme.request('POST', '/jobs')).body.code).toBe('body_missing');
  });

  test('201s with spaces and line breaks wherever JSON allows them', async () => {
    const spaced = ` \t\r\n${JSON.stringify(aJob(), null, '\t')}\n\n`;
    expect((await (await service.newEmployer()).post('/jobs', spaced)).status).toBe(201);
  });
});

describe('a number', () => {
  test('makes another request of the same Idempotency-Key when it differs in any digit', async () => {
    const { post } = await service.newEmployer();
    const send = (number: string) =>
      post('/jobs', beginningWith(`"a":${number}`), { 'idempotency-key': 'night-sync-1' });
    expect((await send('12345678901234567890')).status).toBe(201);
    expect((await send('12345678901234567890')).headers.get('idempotent-replayed')).toBe('true');
    expect((await send('12345678901234567891')).status).toBe(422);
  });
});

/** A body of exactly so many bytes that creates a job. */
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
    expect((await (await service.newEmployer()).post('/jobs', body)).status).toBe(201);
  });

  test.each([
    ['one byte more than 512 KiB', () => ofBytes(LARGEST + 1)],
    ['one byte more than 512 KiB in characters of four bytes', () => ofBytes(LARGEST + 1, '🙂')],
    ['1 MiB', () => ofBytes(1024 * 1024)],
    ['5 MiB', () => ofBytes(5 * 1024 * 1024)],
    ['1 MiB that is not JSON', () => 'x'.repeat(1024 * 1024)],
  ])('413s when the body has %s', async (_, make) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', make());
    expect([reply.status, reply.body.code]).toEqual([413, 'content_too_large']);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(await totalOf(acme)).toBe(0);
  });

  test.each([7, 11])('413s as API Gateway itself does when the body has %d MiB', async (mebibytes) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', ofBytes(mebibytes * 1024 * 1024));
    expect([reply.status, reply.body]).toEqual([413, { message: 'Request Entity Too Large' }]);
    expect(await totalOf(acme)).toBe(0);
  });

  const ITEM = 400 * 1024;
  test.each([
    ['ASCII', 'x'.repeat(ITEM)],
    ['characters of four bytes', '🙂'.repeat(ITEM / 4)],
    ['ampersands, which the encoding makes longer', '&'.repeat(ITEM / 5)],
  ])('413s when the job would be larger than 400 KB: a description of %s', async (_, description) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs', aJob({ description, referenceId: 'R-1' }));
    expect([reply.status, reply.body.code]).toEqual([413, 'content_too_large']);
    expect(await totalOf(acme)).toBe(0);
    expect((await acme.post('/jobs', aJob({ referenceId: 'R-1' }))).status).toBe(201);
  });

  test.each([
    ['ASCII', 'x'.repeat(ITEM - 4096)],
    ['characters of four bytes', '🙂'.repeat((ITEM - 4096) / 4)],
  ])('201s when the job is a little smaller than that: a description of %s', async (_, description) => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.post('/jobs', aJob({ description }));
    expect(status).toBe(201);
    expect(body.description === description).toBe(true);
    expect((await acme.get(`/jobs/${body.id}`)).body.description === description).toBe(true);
  });

  test.each([
    ['by id', '', (id: number) => `/jobs/${id}`],
    ['by id in a transaction', 'active', (id: number) => `/jobs/${id}`],
    ['by referenceId', '', () => '/jobs'],
  ])('413s and changes nothing when an update %s would make the job too large', async (_, status, path) => {
    const { acme, job, text: before } = await employerWithJob();
    const description = '🙂'.repeat(ITEM / 4);
    const reply = await acme.put(path(job.id), { referenceId: 'R-1', description, status });
    expect([reply.status, reply.body.code]).toEqual([413, 'content_too_large']);
    expect((await acme.get(`/jobs/${job.id}`)).text).toBe(before);
  });
});
