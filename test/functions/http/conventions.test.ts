import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { findRoute } from '../../../bin/local/routes.ts';
import { BODY_MAX_BYTES } from '../../../schemas/limits.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { compress } from '../../../functions/events/store/event-items.ts';
import { eventKeys } from '../../../functions/events/keys.ts';
import { operations, type Operation, type OperationId } from '../../../schemas/operations.ts';
import { Problem } from '../../../schemas/problem.ts';
import { problems, type ProblemCode } from '../../../schemas/problems.ts';
import { aJob } from '../../setup/a-job.ts';
import { applicationsInTable } from '../../setup/applications-in-table.ts';
import { apply } from '../../setup/an-application.ts';
import { type Reply, rawRequest } from '../../setup/http-client.ts';
import { createPartnerClient } from '../../setup/partners.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const table = Object.entries(operations) as [OperationId, Operation][];
const paths = [...new Set(table.map(([, { path }]) => path))];

const validate = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(Problem);

/** Sends the method and the path unchanged. */
async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const reply = await rawRequest(service.origin, { method, path, headers });
  return { status: reply.status, headers: reply.headers, body: reply.text };
}

const methodsOf = (allow: unknown) =>
  String(allow)
    .split(',')
    .map((method) => method.trim())
    .toSorted((a, b) => a.localeCompare(b, 'en'));

/** The methods of a path by the table of operations; what answers GET answers HEAD. */
const allowed = (path: string) => {
  const own = table.filter(([, operation]) => operation.path === path);
  const methods: string[] = own.map(([, { method }]) => method);
  return methodsOf([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join());
};

const { apiKey } = await service.newEmployer();
const origin = 'https://example.com';
const corsIn = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'));

describe('an unknown path', () => {
  const above = ['//', '/api', '/jobs', '//jobs', '/v1.1/jobs', '/openapi.json'];
  const versions = ['v1', 'v1.0', 'v1.2', 'v2', 'v1.10', 'v1-1', 'v1x1', 'v11'].map(
    (name) => `/api/${name}/jobs`,
  );
  const names = ['nowhere', 'job', 'Jobs', 'JOBS', 'jobs%2F7', 'jobs;v=1', 'jobs.json', 'positionTypes'];
  const slashes = ['jobs/', 'jobs/7/', 'jobs//7', '/jobs', 'positiontypes/', 'positiontypes/1/'];
  const below = ['jobs/7/locations', '%6Aobs/7/8', 'locations/156/jobs'];
  const unknown = [
    ...above,
    ...versions,
    ...[names, slashes, below].flat().map((path) => `/api/v1.1/${path}`),
    '//api/v1.1/jobs',
    '/API/v1.1/jobs',
    '/docs/nowhere/page.css',
  ];

  test.each(unknown)('404s %s', async (path) => {
    const { status, headers, body } = await send('GET', path);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
    const detail = expect.stringMatching(/The documentation is at http\S+\/docs\.$/);
    expect(JSON.parse(body)).toMatchObject({ code: 'path_not_found', status: 404, detail });
    expect(headers['allow']).toBeUndefined();
  });

  test.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    '404s %s, with a key too',
    async (method) => {
      const { status, headers, body } = await send(method, '/api/v1.1/nowhere', { 'api-key': apiKey });
      expect([status, headers['allow'], body === '']).toEqual([404, undefined, method === 'HEAD']);
      for (const path of unknown)
        expect([path, findRoute(method, path).functionName]).toEqual([path, 'no-route']);
    },
  );
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'LOCK', 'QUERY'];

describe.each(paths)('%s', (path) => {
  const address = `/api/v1.1${path.replace('{id}', '1')}`;

  test('405s for every other method, with the supported ones in Allow', async () => {
    const others = METHODS.filter((method) => !allowed(path).includes(method));
    expect(others).toEqual(expect.arrayContaining(['PATCH', 'TRACE']));
    for (const method of others) {
      const { functionName } = findRoute(method, address);
      expect([method, functionName]).toEqual([method, findRoute('PATCH', address).functionName]);
    }
    const { status, headers, body } = await send('PATCH', address, { origin, 'api-key': apiKey });
    expect([status, headers['content-type']]).toEqual([405, 'application/problem+json']);
    expect([methodsOf(headers['allow']), corsIn(headers)]).toEqual([allowed(path), []]);
    expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed', status: 405 });
  });

  test('204s for OPTIONS with Allow, and sends no CORS headers', async () => {
    const { status, headers, body } = await send('OPTIONS', address, {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'api-key',
    });
    expect([status, body]).toEqual([204, '']);
    expect([methodsOf(headers['allow']), corsIn(headers)]).toEqual([allowed(path), []]);
  });
});

test.each(METHODS.filter((method) => method !== 'GET' && method !== 'POST'))(
  '405s for %s on an unsupporting path, without a body in response to HEAD',
  async (method) => {
    const path = allowed('/jobs').includes(method) ? '/jobs/batch' : '/jobs';
    const { status, body } = await send(method, `/api/v1.1${path}`);
    // A response to HEAD has no body (RFC 9110, section 9.3.2).
    if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed' });
    expect([status, body === '']).toEqual([405, method === 'HEAD']);
  },
);

type Employer = Awaited<ReturnType<typeof service.newEmployer>>;

const anApplicationOf = async ({ employer, post }: Employer, fields = {}) =>
  applicationsInTable(service.db).create(employer, (await post('/jobs', aJob())).body, fields);

/** What provokes each problem that a client can provoke; rate limits are off here (see `rate-limit.test.ts`). */
const provocations: Record<
  Exclude<
    ProblemCode,
    // The first is that of a page.
    | 'cross_site_request'
    | 'idempotency_key_in_use'
    | 'internal_error'
    | 'rate_limit_exceeded'
    | 'service_unavailable'
  >,
  (acme: Employer) => Promise<Reply>
> = {
  body_missing: (acme) => acme.request('POST', '/jobs', { headers: { 'content-type': 'application/json' } }),
  json_malformed: (acme) => acme.post('/jobs', '{'),
  method_override_invalid: (acme) => acme.post('/jobs', aJob(), { 'x-http-method-override': 'GET' }),
  validation_failed: (acme) =>
    acme.post('/jobs', aJob({ title: '', categories: [{ id: 0 }], status: 'gone' })),
  api_key_invalid: () => service.anyone.get('/jobs'),
  employer_suspended: async () => {
    const other = await service.newEmployer();
    await employerStore(service.db).suspend(other.employer.id, new Date());
    return other.get('/jobs');
  },
  employer_missing: async () => (await createPartnerClient(service)).get('/jobs'),
  partner_suspended: async () => {
    const { partner, get } = await createPartnerClient(service);
    await employerStore(service.db).suspend(partner.id, new Date());
    return get('/partner');
  },
  permission_missing: async ({ post, get }) => {
    const { body } = await post('/keys', { label: 'ATS', permissions: ['jobs:write'] });
    return get('/jobs', { 'api-key': body.key });
  },
  partner_only: (acme) => acme.get('/partner'),
  key_not_found: (acme) => acme.delete(`/keys/${acme.employer.id}-00000000`),
  key_limit_reached: async ({ post }) => {
    for (let count = 0; count < 9; count += 1) await post('/keys', { label: 'ATS' });
    return post('/keys', { label: 'ATS' });
  },
  last_key: (acme) => acme.delete(`/keys/${acme.key.id}`),
  employer_limit_reached: async () => {
    const { put } = await createPartnerClient(service, { maxEmployers: 1 });
    await put('/employers', { referenceId: 'C-1', name: 'Acme' });
    return put('/employers', { referenceId: 'C-2', name: 'Acme' });
  },
  suspended_by_operator: async () => {
    const { newEmployer, put } = await createPartnerClient(service);
    const { id } = await newEmployer('C-1');
    await employerStore(service.db).suspend(id, new Date());
    return put(`/employers/${id}`, { suspended: false });
  },
  employer_not_found: () => service.anyone.get('/public/jobs?employer=2147483647'),
  job_not_found: (acme) => acme.get('/jobs/2147483647'),
  application_not_found: (acme) => acme.get('/applications/8f14e45fceea167a5a36dedd4bea2543'),
  resume_not_found: async (acme) => acme.get(`/applications/${await anApplicationOf(acme)}/resume`),
  events_expired: async (acme) => {
    const event = { id: 42, type: 'job.created', timestamp: '2029-12-03T15:04:05.123Z', data: {} };
    const Item = {
      ...eventKeys.newestEvents(acme.employer.id),
      number: 42,
      events: compress([event]),
      seen: {},
    };
    await service.db.put({ Item });
    return acme.get('/events?after=7');
  },
  application_held: async (acme) =>
    acme.post(`/applications/${await anApplicationOf(acme, { state: 'held' })}/resend`, undefined),
  application_not_held: async (acme) =>
    acme.post(`/applications/${await anApplicationOf(acme)}/release`, undefined),
  entry_not_found: () => service.anyone.get('/positiontypes/6'),
  path_not_found: (acme) => acme.get('/nowhere'),
  method_not_allowed: (acme) => acme.request('PATCH', '/jobs'),
  reference_id_taken: async (acme) => {
    await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    return acme.post('/jobs', aJob({ referenceId: 'R-1' }));
  },
  content_too_large: (acme) => acme.post('/jobs', aJob({ description: 'a'.repeat(BODY_MAX_BYTES) })),
  idempotency_key_reused: async (acme) => {
    const headers = { 'idempotency-key': 'night-sync-1' };
    await acme.post('/jobs', aJob({ title: 'Baker' }), headers);
    return acme.post('/jobs', aJob({ title: 'Cook' }), headers);
  },
  form_malformed: async (acme) => {
    const { body } = await acme.post('/jobs', aJob({ status: 'active' }));
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    return acme.post(`/public/jobs/${body.id}/applications`, '--x', type);
  },
  applied_elsewhere: async (acme) => {
    const elsewhere = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/apply' };
    const { body } = await acme.post('/jobs', aJob({ ...elsewhere, status: 'active' }));
    return apply(acme, body.id);
  },
  job_closed: async (acme) => {
    const { body } = await acme.post('/jobs', aJob({ status: 'archived' }));
    return acme.get(`/public/jobs/${body.id}`);
  },
  webhook_not_found: (acme) => acme.get('/webhooks/2147483647'),
  webhook_limit_reached: async (acme) => {
    const create = () => acme.post('/webhooks', { url: 'https://hooks.example.com' });
    for (let count = 0; count < 5; count += 1) await create();
    return create();
  },
  precondition_failed: async (acme) => {
    const { body } = await acme.post('/jobs', aJob());
    return acme.put(`/jobs/${body.id}`, { title: 'Cook' }, { 'if-match': '"another"' });
  },
  media_type_unsupported: (acme) => acme.post('/jobs', 'title=Baker', { 'content-type': 'text/plain' }),
};

describe('the problem document', () => {
  const requestIds: string[] = [];

  test.each(Object.entries(provocations))('of %s matches RFC 9457 and its schema', async (code, provoke) => {
    const acme = await service.newEmployer();
    const reply = await provoke(acme);
    const { status, title } = problems[code as ProblemCode];
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body).toMatchObject({
      type: `/problems/${code.replaceAll('_', '-')}`,
      title,
      status,
      code,
    });
    expect(reply.body.message).toMatch(/^\S.*\.$/s);
    expect(reply.body.detail).toBe(reply.body.message);
    expect(reply.body.requestId).toMatch(/^\S+$/);
    validate(reply.body);
    expect(validate.errors).toBeNull();
    expect(requestIds).not.toContain(reply.body.requestId);
    requestIds.push(reply.body.requestId);
  });
});
