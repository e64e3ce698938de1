import { expect, test } from '@jest/globals';
import { BASE_PATH, operations, type Operation, type OperationId } from '../../../schemas/operations.ts';
import { aJob } from '../../setup/a-job.ts';
import { ownService } from '../../setup/own-service.ts';

const listed = 'https://app.example.com';
const other = 'https://careers.example.org';

process.env['BROWSER_ORIGINS'] = `https://example.com ${listed}`;
const service = await ownService();
const { apiKey, post } = await service.newEmployer();
const { body: job } = await post('/jobs', aJob({ status: 'active' }));

const rows = Object.entries(operations) as [OperationId, Operation][];
const keyless = rows.filter(([, { access }]) => access === 'public');
const keyed = rows.filter(([, { access }]) => access !== 'public');

const request = (
  path: string,
  { headers, ...sent }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) =>
  fetch(`${service.origin}${BASE_PATH}${path}`, {
    headers: { origin: other, ...headers },
    redirect: 'manual',
    ...sent,
  });

const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control') || name === 'vary'));

const preflight = (method: string, path: string, origin: string) =>
  request(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'api-key' },
  });

test('no path has operations with and without a key', () => {
  const paths = new Set(keyed.map(([, { path }]) => path));
  expect(keyless.filter(([, { path }]) => paths.has(path))).toEqual([]);
});

const readable = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

test.each(keyless)(
  'a preflight lets any origin call %s, which needs no key, and any origin reads that a method is not allowed',
  async (_, { method, path }) => {
    const address = path.replace('{id}', '1');
    const response = await preflight(method, address, other);
    expect([response.status, corsOf(response)]).toEqual([
      204,
      {
        ...readable,
        'access-control-allow-methods': expect.stringContaining(method),
        'access-control-allow-headers': '*',
        'access-control-max-age': '3600',
      },
    ]);
    const refused = await request(address, { method: 'PATCH' });
    expect([refused.status, corsOf(refused)]).toEqual([405, readable]);
  },
);

test.each(keyed)('only the listed origins can call and read %s', async (_, { method, path }) => {
  const address = path.replace('{id}', '1');
  for (const [origin, isListed] of [
    [listed, true],
    [other, false],
  ] as const) {
    const grants = isListed && { ...readable, 'access-control-allow-origin': origin };
    const grant = await preflight(method, address, origin);
    const preflighted = isListed && {
      'access-control-allow-methods': grant.headers.get('allow'),
      'access-control-allow-headers': '*',
      'access-control-max-age': '3600',
    };
    expect([grant.status, corsOf(grant)]).toEqual([204, { vary: 'origin', ...grants, ...preflighted }]);
    const response = await request(address, { method, headers: { origin } });
    expect(corsOf(response)).toEqual({ vary: 'origin', ...grants });
  }
});

test('a listed origin reads a job with a key, and a page has no CORS headers', async () => {
  const response = await request(`/jobs/${job.id}`, { headers: { origin: listed, 'api-key': apiKey } });
  expect([response.status, corsOf(response)['access-control-allow-origin']]).toEqual([200, listed]);
  const page = await fetch(`${service.origin}/jobs/${job.id}/apply`, { headers: { origin: listed } });
  expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([200, null]);
});
