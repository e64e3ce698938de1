import { describe, expect, test } from '@jest/globals';
import { findRoute } from '../../../bin/local/routes.ts';
import { BASE_PATH, operations, type Operation } from '../../../schemas/operations.ts';
import { pages } from '../../../schemas/pages.ts';
import { aJob } from '../../setup/a-job.ts';
import { rawRequest } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';

const service = sharedService();

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

/** The methods of each address by the tables. An address that supports GET also supports HEAD. */
const methodsByAddress = Map.groupBy(
  [
    ...Object.values<Operation>(operations).map(({ method, path }) => [BASE_PATH + path, method] as const),
    ...Object.values(pages).map(({ path }) => [path.replace('{file}', 'page.css'), 'GET'] as const),
  ],
  ([path]) => path.replace('{id}', '1'),
);

const { apiKey } = await service.newEmployer();
const origin = 'https://example.com';

describe('an unknown path', () => {
  const outside = ['//', '/jobs', '//jobs', '/v1.1/jobs', '/openapi.json', '/docs/nowhere/page.css'];
  const otherBases = ['/api', '//api/v1.1/jobs', '/API/v1.1/jobs'];
  const otherVersions = ['v1', 'v1.0', 'v1.10', 'v1-1', 'v1x1', 'v11', 'v2'];
  const otherNames = ['nowhere', 'job', 'Jobs', 'jobs;v=1', 'jobs.json', 'positionTypes'];
  const otherParts = ['jobs/', 'jobs/7/', 'jobs//7', '/jobs', 'jobs/7/locations', 'locations/156/jobs'];
  const encoded = ['jobs%2F7', '%6Aobs/7/8'];

  const unknown = [
    ...outside,
    ...otherBases,
    ...otherVersions.map((version) => `/api/${version}/jobs`),
    ...[...otherNames, ...otherParts, ...encoded].map((path) => `${BASE_PATH}/${path}`),
  ];

  test.each(unknown)('404s %s', async (path) => {
    const { status, headers, body } = await send('GET', path);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
    const detail = expect.stringMatching(/The documentation is at http\S+\/docs\.$/);
    expect(JSON.parse(body)).toMatchObject({ code: 'path_not_found', status: 404, detail });
    expect(headers['allow']).toBeUndefined();
  });

  test.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    '404s %s, even with an API key',
    async (method) => {
      const { status, headers, body } = await send(method, '/api/v1.1/nowhere', { 'api-key': apiKey });
      expect([status, headers['allow'], body === '']).toEqual([404, undefined, method === 'HEAD']);
      for (const path of unknown)
        expect([path, findRoute(method, path).functionName]).toEqual([path, 'no-route']);
    },
  );
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'LOCK', 'QUERY'];

test.each([...methodsByAddress])(
  '405s for every unsupported method, with the supported methods in Allow, as OPTIONS has them: %s',
  async (address, rows) => {
    const methods: string[] = rows.map(([, method]) => method);
    const allowed = methodsOf([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join());
    const others = METHODS.filter((method) => !allowed.includes(method));
    expect(others).toEqual(expect.arrayContaining(['PATCH', 'TRACE']));
    for (const method of others) {
      const { functionName } = findRoute(method, address);
      expect([method, functionName]).toEqual([method, findRoute('PATCH', address).functionName]);
    }
    const { status, headers, body } = await send('PATCH', address, { origin, 'api-key': apiKey });
    expect([status, headers['content-type']]).toEqual([405, 'application/problem+json']);
    expect(methodsOf(headers['allow'])).toEqual(allowed);
    expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed', status: 405 });
    const options = await send('OPTIONS', address);
    expect([options.status, options.body, methodsOf(options.headers['allow'])]).toEqual([204, '', allowed]);
  },
);

// every-operation.test.ts sends an unknown parameter to each operation.

const strictly = { prefer: 'handling=strict' };
const codesOf = (errors: { code: string }[]) => errors.map(({ code }) => code);

test('400s for an unknown query parameter together with all other errors', async () => {
  const { body: list } = await (await service.newEmployer()).get('/jobs?page=0&reference=R-1', strictly);
  expect(codesOf(list.errors)).toEqual(['too_small', 'parameter_unknown']);
  expect(list.errors[1]).toEqual({
    parameter: 'reference',
    code: 'parameter_unknown',
    message: '"reference" is not a query parameter of this operation.',
  });
  const { body } = await jobsInMemory().post('/jobs?dryRun=true', aJob({ title: '', wage: 1 }), strictly);
  expect(codesOf(body.errors)).toEqual(expect.arrayContaining(['parameter_unknown', 'field_unknown']));
  expect(body.errors).toContainEqual(expect.objectContaining({ pointer: '/title' }));
});
