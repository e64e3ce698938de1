import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operations, type OperationId } from '../../../schemas/operations.ts';
import { aJob } from '../../setup/a-job.ts';
import { pathIds } from '../../setup/applications-in-table.ts';
import { documentedRequest } from '../../setup/documented-request.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

/** A site that a client names, and all connections to it. */
const site = createServer((_, response) => response.end());
let connections = 0;
site.on('connection', () => {
  connections += 1;
});
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => {
  site.close();
  site.closeAllConnections();
});

const address = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/apply`;

const asksForANewJob = new Set<OperationId>(['createJob', 'validateJob']);

describe('the URL of a site in a job', () => {
  test.each(Object.keys(operations) as OperationId[])('is never called by %s', async (id) => {
    const acme = await service.newEmployer();
    // Candidates apply here only where the employer has no site of its own.
    const route =
      id === 'createApplication' || id === 'createUpload'
        ? { applicantRoutingType: { id: 1 }, applicationEmail: 'jobs@example.com' }
        : { applicantRoutingType: { id: 2 } };
    const named = {
      referenceId: address(),
      title: address(),
      description: `<p><a href="${address()}">${address()}</a></p>`,
      ...route,
      applicationUrl: address(),
      status: 'active',
    };
    const { status, body: job } = await acme.post('/jobs', aJob(named));
    expect([status, job.applicationUrl]).toEqual([201, address()]);
    const { method, path, headers, body } = documentedRequest(id, await pathIds(service.db, acme, job));
    const isFile = body instanceof Uint8Array;
    const referenceId = asksForANewJob.has(id) ? `${address()}/2` : address();
    const sent = isFile ? body : body && { ...body, ...named, referenceId };
    const searching = path.replace(/q=\w+/, `q=${encodeURIComponent(address())}`);
    const reply = await acme.request(method, searching, { headers, ...(sent && { body: sent }) });
    expect(reply.status).toBeLessThan(400);
    expect(connections).toBe(0);
  });

  test('is detected when something does call it', async () => {
    await fetch(address());
    expect(connections).toBe(1);
    connections = 0;
  });
});
