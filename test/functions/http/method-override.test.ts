import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { totalOf } from '../../setup/reply.ts';
import type { Client } from '../../setup/client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const NAME = 'x-http-method-override';

const employerWithJob = () => service.employerWithJob({ referenceId: 'R-1' });

/** POST with the override. */
const override = (client: Client, method: string, path: string, body?: unknown) =>
  client.request('POST', path, { body, headers: { [NAME]: method } });

describe('POST with X-HTTP-Method-Override', () => {
  test.each(['PUT', 'put', 'Put', ' PUT ', 'pUT'])(
    '200s as an update by id when it is %j',
    async (method) => {
      const { acme, job, path } = await employerWithJob();
      const { status, body } = await override(acme, method, path, { title: 'Cook' });
      expect([status, body]).toEqual([200, { ...job, title: 'Cook' }]);
      expect(await totalOf(acme)).toBe(1);
    },
  );

  test.each(['DELETE', 'delete', 'Delete', 'dELETE'])(
    '204s as a deletion by id when it is %j',
    async (method) => {
      const { acme, path } = await employerWithJob();
      const { status, text } = await override(acme, method, path);
      expect([status, text]).toEqual([204, '']);
      expect((await acme.get(path)).status).toBe(404);
    },
  );

  test('204s as a deletion by id with a JSON content type and an empty body', async () => {
    const { acme, path } = await employerWithJob();
    const headers = { [NAME]: 'DELETE', 'content-type': 'application/json' };
    expect((await acme.request('POST', path, { body: '', headers })).status).toBe(204);
  });

  test('200s as an update by referenceId when it is PUT', async () => {
    const { acme, job } = await employerWithJob();
    const { status, body } = await override(acme, 'PUT', '/jobs', { referenceId: 'R-1', title: 'Cook' });
    expect([status, body]).toEqual([200, { ...job, title: 'Cook' }]);
  });

  test('201s with a Location as a creation by PUT', async () => {
    const acme = await service.newEmployer();
    const { status, body, headers } = await override(acme, 'put', '/jobs', aJob({ referenceId: 'R-1' }));
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${service.origin}/api/v1.1/jobs/${body.id}`);
  });

  test('204s as a deletion by referenceId when it is DELETE', async () => {
    const { acme } = await employerWithJob();
    expect((await override(acme, 'delete', '/jobs', { referenceId: 'R-1' })).status).toBe(204);
    expect(await totalOf(acme)).toBe(0);
  });
});

describe('another value', () => {
  const values = [
    'GET',
    'POST',
    'PATCH',
    'OPTIONS',
    'PUTT',
    '',
    'PUT, PUT',
    'PUT,DELETE',
    '"PUT"',
    'PUT;',
    'P UT',
  ];

  test.each(values)('400s, and neither creates nor changes a job, when it is %j', async (method) => {
    const { acme, path, text } = await employerWithJob();
    for (const at of ['/jobs', path]) {
      const { status, body } = await override(acme, method, at, aJob({ referenceId: 'R-2' }));
      expect([status, body.code]).toEqual([400, 'method_override_invalid']);
      expect(body.message).toContain('PUT or DELETE');
    }
    expect([await totalOf(acme), (await acme.get(path)).text]).toEqual([1, text]);
  });
});

describe('POST /jobs/{id} without an override', () => {
  test('405s with Allow, and changes nothing', async () => {
    const { acme, path, text } = await employerWithJob();
    const reply = await acme.post(path, { title: 'Cook' });
    expect([reply.status, reply.body.code]).toEqual([405, 'method_not_allowed']);
    expect(reply.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE, POST, OPTIONS');
    expect((await acme.get(path)).text).toBe(text);
  });

  test.each([
    ['', { 'x-http-method': 'DELETE' }],
    ['', { 'x-method-override': 'DELETE' }],
    ['?_method=DELETE', {}],
    ['?X-HTTP-Method-Override=DELETE', {}],
  ])('405s when only the query %j or the headers %j say so', async (query, headers) => {
    const { acme, path } = await employerWithJob();
    expect((await acme.post(path + query, { _method: 'DELETE' }, headers)).status).toBe(405);
    expect((await acme.get(path)).status).toBe(200);
  });
});

describe('an override on another method', () => {
  test.each(['DELETE', 'PUT', 'nonsense', ''])('is ignored on GET when it is %j', async (method) => {
    const { acme, path, text } = await employerWithJob();
    const read = await acme.get(path, { [NAME]: method });
    expect([read.status, read.text]).toEqual([200, text]);
    expect((await acme.get('/jobs', { [NAME]: method })).body.paging.total).toBe(1);
  });

  test.each(['DELETE', 'nonsense'])('is ignored on PUT when it is %j', async (method) => {
    const { acme, path } = await employerWithJob();
    const updated = await acme.put(path, { title: 'Cook' }, { [NAME]: method });
    expect([updated.status, updated.body.title]).toEqual([200, 'Cook']);
    const upserted = await acme.put('/jobs', { referenceId: 'R-1' }, { [NAME]: method });
    expect([upserted.status, upserted.text]).toEqual([200, updated.text]);
  });

  test.each(['PUT', 'nonsense'])('is ignored on DELETE when it is %j', async (method) => {
    const { acme, path } = await employerWithJob();
    expect((await acme.delete(path, undefined, { [NAME]: method })).status).toBe(204);
    expect((await acme.get(path)).status).toBe(404);
  });
});

describe('the requested operation', () => {
  test.each([
    ['PUT', '/jobs', undefined, 'body_missing'],
    ['DELETE', '/jobs', undefined, 'body_missing'],
    ['PUT', '/jobs', { title: 'Cook' }, 'validation_failed'],
    ['DELETE', '/jobs', {}, 'validation_failed'],
    ['PUT', '/jobs', { referenceId: 'R-1', title: '' }, 'validation_failed'],
    ['PUT', '/jobs', 'null', 'json_malformed'],
  ])('400s by its own rules: %s %s with %j is %s', async (method, path, body, code) => {
    const { acme, job, text } = await employerWithJob();
    const reply = await override(acme, method, path, body);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect((await acme.get(`/jobs/${job.id}`)).text).toBe(text);
  });

  test('400s for an update by id without a body, and 415s for one that is not JSON', async () => {
    const { acme, path } = await employerWithJob();
    expect((await override(acme, 'PUT', path)).status).toBe(400);
    const headers = { [NAME]: 'PUT', 'content-type': 'text/plain' };
    expect((await acme.request('POST', path, { body: '{}', headers })).status).toBe(415);
  });

  test('200s as PUT and not as POST, though the body could create a job', async () => {
    const { acme, path } = await employerWithJob();
    expect((await override(acme, 'PUT', path, aJob({ title: 'Cook' }))).status).toBe(200);
    expect(await totalOf(acme)).toBe(1);
  });

  test.each(['/positiontypes', '/locations'])('405s where there is none: POST %s', async (path) => {
    const reply = await override(await service.newEmployer(), 'DELETE', path);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
