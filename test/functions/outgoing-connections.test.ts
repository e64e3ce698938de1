import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { startService } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

/** A site that a client names, and every connection that it gets. */
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

describe('the address of a site that a job names', () => {
  test('is kept and shown, and the service never calls it', async () => {
    const acme = await service.newEmployer();
    const named = {
      referenceId: address(),
      title: address(),
      description: `<p><a href="${address()}">${address()}</a></p>`,
      applicantRoutingType: { id: 2 },
      applicationUrl: address(),
    };
    const { status, body } = await acme.post('/jobs', aJob(named));
    expect([status, body.applicationUrl]).toEqual([201, address()]);
    await acme.put('/jobs', named);
    await acme.put(`/jobs/${body.id}`, { status: 'active' });
    expect((await acme.get(`/jobs/${body.id}`)).body.description).toContain(address());
    expect((await acme.get(`/jobs?q=${encodeURIComponent(address())}`)).body.paging.total).toBe(1);
    expect((await acme.delete('/jobs', { referenceId: address() })).status).toBe(204);
    expect(connections).toBe(0);

    await fetch(address());
    expect(connections).toBe(1);
  });
});
