import { describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../bin/local/gateway.ts';
import { findRoute } from '../../../bin/local/routes.ts';
import { serviceFunctions } from '../../../lib/functions.ts';
import { isRefused } from '../../../lib/routes.ts';
import { operations, type Operation, type OperationId } from '../../../schemas/operations.ts';
import { pathIds } from '../../setup/applications-in-table.ts';
import { documentedRequest } from '../../setup/openapi-requests.ts';
import { createHttpClient } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const refused = new Set(serviceFunctions.filter(isRefused).map(({ name }) => name));

/** The routes of a deployment with -c maintenance=on. A test of the stack checks that the stack has the same routes. */
const gateway = createGateway({
  findRoute: (method, path) => {
    const route = findRoute(method, path);
    return refused.has(route.functionName) ? { ...route, functionName: 'maintenance' } : route;
  },
});
const service = sharedService();
const origin = `http://127.0.0.1:${await gateway.listen(0)}`;

/** Operations that change no data although their method is not GET. */
const trials = new Set<string>(['validateJob', 'validateUpsert', 'testWebhook']);
const rows = Object.entries(operations) as [OperationId, Operation][];
const writing = rows.filter(([id, { method }]) => method !== 'GET' && !trials.has(id));
const reading = rows.filter(([id]) => !writing.some(([other]) => other === id));

const { acme, job } = await service.employerWithJob({ status: 'active', referenceId: 'REQ-2041' });
const ids = await pathIds(service.db, acme, job);
const client = createHttpClient(origin, { 'api-key': acme.apiKey });

/** The response to the example of an operation. */
function sent(id: OperationId) {
  const { method, path, headers, body } = documentedRequest(id, ids);
  return client.request(method, path, { headers, ...(body && { body }) });
}

describe('in maintenance', () => {
  test.each(writing)('%s returns 503 with Retry-After and changes no data', async (id) => {
    const { status, headers, body } = await sent(id);
    expect([status, headers.get('retry-after')]).toEqual([503, '300']);
    const detail = expect.stringMatching(/maintenance/);
    const problem = {
      code: 'service_unavailable',
      outcome: 'not-applied',
      detail,
      requestId: expect.any(String),
    };
    expect(body).toMatchObject(problem);
    expect(headers.get('access-control-allow-origin')).toBe(operations[id].access === 'public' ? '*' : null);
    expect((await acme.get(`/jobs/${job.id}`)).body).toEqual(job);
    expect((await acme.get('/jobs')).body.paging.total).toBe(1);
  });

  test.each(reading)('%s still works', async (id) => {
    expect((await sent(id)).status).toBe(operations[id].status);
  });

  test("a form post returns 503 with a page in the reader's language", async () => {
    const response = await fetch(`${origin}/jobs/1/apply`, {
      method: 'POST',
      headers: { 'accept-language': 'fr' },
      body: new FormData(),
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300']);
    expect(await response.text()).toMatch(/^<!doctype html>\s*<html lang="fr"/i);
  });
});
