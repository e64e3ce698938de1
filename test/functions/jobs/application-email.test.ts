import { describe, expect, test } from '@jest/globals';
import { apiKeyStore } from '../../../functions/accounts/store/api-keys.ts';
import type { Permission } from '../../../schemas/permission.ts';
import { apply } from '../../setup/an-application.ts';
import { createHttpClient, type Client } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const referenceId = 'REQ-2041';

/** A job, with an application unless told otherwise, and a client with permissions of its employer. */
async function limitedTo(permissions: readonly Permission[], { isApplied = true } = {}) {
  const { acme, job, path } = await service.employerWithJob({ referenceId, status: 'active' });
  if (isApplied) expect((await apply(service.anyone, job.id)).status).toBe(201);
  const terms = { label: null, permissions, expiresAt: null, now: new Date() };
  const { apiKey } = await apiKeyStore(service.db).create(acme.employer, terms);
  const client = createHttpClient(service.origin, { 'api-key': apiKey });
  return { acme, id: job.id, path, before: job, client };
}

const applicationEmail = 'mine@elsewhere.example';
const upsert = { referenceId, applicationEmail };
const asPut = { 'x-http-method-override': 'PUT' };

/** The requests that change the address, and where their response has its status. */
const doors: [
  string,
  (client: Client, id: number) => Promise<{ status: number; body: { code?: string } }>,
][] = [
  ['PUT /jobs/{id}', ({ put }, id) => put(`/jobs/${id}`, { applicationEmail })],
  [
    'PUT /jobs/{id} with null',
    ({ put }, id) =>
      put(`/jobs/${id}`, {
        applicationEmail: null,
        applicantRoutingType: { id: 2 },
        applicationUrl: 'https://example.com',
      }),
  ],
  ['PUT /jobs', ({ put }) => put('/jobs', upsert)],
  ['POST /jobs as PUT', ({ post }) => post('/jobs', upsert, asPut)],
  ['PUT /jobs/validate', ({ put }) => put('/jobs/validate', upsert)],
  ['POST /jobs/validate as PUT', ({ post }) => post('/jobs/validate', upsert, asPut)],
  ...['/jobs/batch', '/jobs/validate'].flatMap((path): typeof doors =>
    [
      { operation: 'upsert', body: upsert },
      { operation: 'update', body: { applicationEmail } },
    ].map((sent) => [
      `${sent.operation} in POST ${path}`,
      async ({ post }, id) => {
        const operation = { ...sent, ...(sent.operation === 'update' && { id }) };
        const [result] = (await post(path, { operations: [operation] })).body.results;
        return { status: result.status, body: result.problem ?? {} };
      },
    ]),
  ),
];

const forbidden = await limitedTo(['jobs:write']);
const allowed = [
  await limitedTo(['jobs:write', 'applications:write']),
  await limitedTo(['jobs:write'], { isApplied: false }),
];

describe('the applicationEmail of a job that has applications', () => {
  test.each(doors)('cannot be changed by a key without applications:write: %s', async (_, send) => {
    const { acme, id, path, before, client } = forbidden;
    const { status, body } = await send(client, id);
    const detail =
      'Changing applicationEmail of a job that has applications needs the permission applications:write, which the key does not have.';
    expect([status, body]).toMatchObject([403, { code: 'permission_missing', message: detail }]);
    expect((await acme.get(path)).body).toEqual(before);
  });

  test.each(doors)(
    'may be changed with applications:write, as may that of a job without applications: %s',
    async (_, send) => {
      for (const { acme, id, path, before, client } of allowed) {
        const { applicationEmail: former, applicantRoutingType } = before;
        await acme.put(path, { applicationEmail: former, applicantRoutingType });
        expect((await send(client, id)).status).toBe(200);
      }
    },
  );

  test('may be sent unchanged with other changes', async () => {
    const { path, before, client } = await limitedTo(['jobs:write']);
    const unchanged = { applicationEmail: before.applicationEmail };
    const { status, body } = await client.put(path, { ...unchanged, title: 'Cook' });
    expect([status, body.title]).toEqual([200, 'Cook']);
  });
});
