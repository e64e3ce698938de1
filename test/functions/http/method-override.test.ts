import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { aFile, applicationsInTable } from '../../setup/applications-in-table.ts';
import { type Client, countJobs } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const NAME = 'x-http-method-override';

const employerWithJob = () => service.employerWithJob({ referenceId: 'R-1' });

/** Sends a POST that names the method in X-HTTP-Method-Override. */
const override = (client: Client, method: string, path: string, body?: unknown) =>
  client.request('POST', path, { body, headers: { [NAME]: method } });

describe('POST with X-HTTP-Method-Override', () => {
  test.each(['PUT', ' pUt '])(
    '200s like an update by id or referenceId, or its dry run, when the header is %j',
    async (method) => {
      const { acme, job, path } = await employerWithJob();
      const byId = await override(acme, method, path, { title: 'Cook' });
      const changed = { ...job, updatedAt: expect.any(String) };
      expect([byId.status, byId.body]).toEqual([200, { ...changed, title: 'Cook' }]);
      const byReference = await override(acme, method, '/jobs', { referenceId: 'R-1', title: 'Baker' });
      expect([byReference.status, byReference.body]).toEqual([200, { ...changed, title: 'Baker' }]);
      const dryRun = await override(acme, method, '/jobs/validate', { referenceId: 'R-1', title: 'Cook' });
      expect([dryRun.status, dryRun.body.effect]).toEqual([200, 'update']);
      // A body with which a PUT by referenceId could also create a job.
      expect((await override(acme, method, path, aJob())).status).toBe(200);
      expect(await countJobs(acme)).toBe(1);
    },
  );

  test.each(['DELETE', ' dElete'])(
    '204s like a deletion by id or referenceId when the header is %j',
    async (method) => {
      const { acme, path } = await employerWithJob();
      const { status, text } = await override(acme, method, path);
      expect([status, text]).toEqual([204, '']);
      const { body: second } = await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
      expect((await override(acme, method, '/jobs', { referenceId: 'R-1' })).status).toBe(204);
      const { body: third } = await acme.post('/jobs', aJob());
      const headers = { [NAME]: method, 'content-type': 'application/json' };
      const empty = await acme.request('POST', `/jobs/${third.id}`, { body: '', headers });
      expect([empty.status, await countJobs(acme)]).toEqual([204, 0]);
      expect((await acme.get(`/jobs/${second.id}`)).status).toBe(404);
    },
  );

  test('204s like an erasure of an application', async () => {
    const { acme, job } = await employerWithJob();
    const id = await applicationsInTable(service.db).create(acme.employer, job, { file: aFile });
    expect((await override(acme, 'DELETE', `/applications/${id}`)).status).toBe(204);
    expect((await acme.get(`/applications/${id}`)).status).toBe(404);
  });

  test('201s with a Location header, as PUT does, when the request creates a job', async () => {
    const acme = await service.newEmployer();
    const { status, body, headers } = await override(acme, 'put', '/jobs', aJob({ referenceId: 'R-1' }));
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${service.origin}/api/v1.1/jobs/${body.id}`);
  });

  test('400s, and neither creates nor changes a job, when the header is neither PUT nor DELETE', async () => {
    const { acme, path, text } = await employerWithJob();
    const values = ['GET', 'POST', 'PATCH', '', 'PUTT', 'P UT', '"PUT"', 'PUT;', 'PUT, PUT', 'PUT,DELETE'];
    for (const method of values) {
      for (const at of ['/jobs', path]) {
        const { status, body } = await override(acme, method, at, aJob({ referenceId: 'R-2' }));
        expect([method, status, body.code]).toEqual([method, 400, 'method_override_invalid']);
        expect(body.message).toContain('PUT or DELETE');
      }
    }
    expect([await countJobs(acme), (await acme.get(path)).text]).toEqual([1, text]);
  });
});

describe('POST /jobs/{id} without an override', () => {
  test.each([
    ['', {}],
    ['', { 'x-http-method': 'DELETE' }],
    ['', { 'x-method-override': 'DELETE' }],
    ['?_method=DELETE', {}],
    ['?X-HTTP-Method-Override=DELETE', {}],
  ])(
    '405s with Allow, and does not change the job, with the query %j and the headers %j',
    async (query, headers) => {
      const { acme, path, text } = await employerWithJob();
      const reply = await acme.post(path + query, { _method: 'DELETE', title: 'Cook' }, headers);
      expect([reply.status, reply.body.code]).toEqual([405, 'method_not_allowed']);
      expect(reply.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE, POST, OPTIONS');
      expect((await acme.get(path)).text).toBe(text);
    },
  );
});

test.each(['DELETE', 'nonsense'])(
  'X-HTTP-Method-Override is ignored on every method except POST: %j',
  async (method) => {
    const { acme, path, text } = await employerWithJob();
    const headers = { [NAME]: method };
    const response = await acme.get(path, headers);
    expect([response.status, response.text]).toEqual([200, text]);
    expect((await acme.get('/jobs', headers)).body.paging.total).toBe(1);
    const updated = await acme.put(path, { title: 'Cook' }, headers);
    expect([updated.status, updated.body.title]).toEqual([200, 'Cook']);
    const upserted = await acme.put('/jobs', { referenceId: 'R-1' }, headers);
    expect([upserted.status, upserted.text]).toEqual([200, updated.text]);
    expect((await acme.delete(path, undefined, headers)).status).toBe(204);
    expect((await acme.get(path)).status).toBe(404);
  },
);
