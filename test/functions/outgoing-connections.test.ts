import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OperationId } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { startService, type Client, type Reply } from '../setup/service.ts';

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

interface Named {
  referenceId: string;
  [field: string]: unknown;
}

/** A request of each operation, by an employer whose job is full of the address; those that could name it, do. */
const requests = {
  listJobs: (acme) => acme.get(`/jobs?q=${encodeURIComponent(address())}`),
  createJob: (acme, _, named) => acme.post('/jobs', aJob({ ...named, referenceId: `${address()}/2` })),
  upsertJob: (acme, _, named) => acme.put('/jobs', named),
  deleteJobByReference: (acme, _, { referenceId }) => acme.delete('/jobs', { referenceId }),
  getJob: (acme, id) => acme.get(`/jobs/${id}`),
  updateJob: (acme, id, named) => acme.put(`/jobs/${id}`, { ...named, status: 'active' }),
  deleteJob: (acme, id) => acme.delete(`/jobs/${id}`),
  overrideJobMethod: (acme, id, named) =>
    acme.post(`/jobs/${id}`, named, { 'x-http-method-override': 'PUT' }),
  refreshJob: (acme, id) => acme.request('POST', `/jobs/${id}/refresh`),
  listPositionTypes: (acme) => acme.get('/positiontypes'),
  getPositionType: (acme) => acme.get('/positiontypes/1'),
  listJobCategories: (acme) => acme.get('/jobcategories'),
  getJobCategory: (acme) => acme.get('/jobcategories/1'),
  listSalaryPeriods: (acme) => acme.get('/salaryperiods'),
  getSalaryPeriod: (acme) => acme.get('/salaryperiods/1'),
  listApplicantRoutingTypes: (acme) => acme.get('/applicantroutingtypes'),
  getApplicantRoutingType: (acme) => acme.get('/applicantroutingtypes/1'),
  listLocations: (acme) => acme.get(`/locations?q=${encodeURIComponent(address())}`),
  getLocation: (acme) => acme.get('/locations/156'),
} satisfies Record<OperationId, (acme: Client, id: number, named: Named) => Promise<Reply>>;

describe('the address of a site that a job names', () => {
  test.each(Object.entries(requests))('is never called by %s', async (_, send) => {
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
    expect((await send(acme, body.id, named)).status).toBeLessThan(300);
    expect(connections).toBe(0);
  });

  test('is heard of when something does call it', async () => {
    await fetch(address());
    expect(connections).toBe(1);
    connections = 0;
  });
});
