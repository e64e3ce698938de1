import { expect, jest, test } from '@jest/globals';
import { ConnectionError, createClient, type Retry } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { sharedService } from '../setup/shared-service.ts';
import { startServer } from '../setup/local-server.ts';

const service = sharedService();

const lost = () => Promise.reject(new TypeError('fetch failed'));

/** Failures of a request, with whether the service carries out the request. */
const faults: [string, isSent: boolean, (send: () => Promise<Response>) => Promise<Response>][] = [
  ['the request is lost', false, lost],
  ['the response is lost', true, (send) => send().then(lost)],
  [
    'the response is cut short',
    true,
    async (send) => new Response((await (await send()).text()).slice(0, -1)),
  ],
];

test.each(faults)('each call of a client makes its change once when %s', async (_, isSent, fail) => {
  const { apiKey } = await service.newEmployer();
  let requests = 0;
  const client = createClient({
    url: `${service.origin}${BASE_PATH}`,
    apiKey,
    // The first attempt of each call fails.
    fetch: (...request) => ((requests += 1) % 2 === 1 ? fail(() => fetch(...request)) : fetch(...request)),
    wait: async () => undefined,
  });
  const created = await client.jobs.create(aJob());
  expect(created.lastResponse).toMatchObject({ status: 201, replayed: isSent });
  await client.jobs.upsert({ referenceId: 'REQ-1', ...aJob() });
  const { succeeded } = await client.jobs.batch({
    operations: [
      { operation: 'create', body: aJob() },
      { operation: 'upsert', body: { referenceId: 'REQ-2', ...aJob() } },
    ],
  });
  const updated = await client.jobs.update(created.id, { title: 'Baker' });
  const { data } = await client.jobs.list({ pageSize: 100 });

  expect([succeeded, updated.title, requests]).toEqual([2, 'Baker', 10]);
  expect(data).toHaveLength(4);
  expect(data.map(({ referenceId, title }) => [referenceId, title])).toEqual(
    expect.arrayContaining([
      ['REQ-1', 'Software Developer'],
      ['REQ-2', 'Software Developer'],
      [null, 'Baker'],
      [null, 'Software Developer'],
    ]),
  );
});

// time-limits.test.ts has the ways in which a server hangs.
test('timeout aborts a response that stops in the middle, and the next attempt succeeds', async () => {
  let requests = 0;
  const { endpoint } = await startServer(async (_, response) => {
    requests += 1;
    response.write('{"data":');
    if (requests > 1) response.end('[]}');
  });
  const onRetry = jest.fn<(retry: Retry) => void>();
  const url = `${endpoint}${BASE_PATH}`;
  const client = createClient({ url, timeout: 500, onRetry, wait: async () => undefined });
  expect((await client.positionTypes.list()).data).toEqual([]);
  const error = onRetry.mock.lastCall?.[0].error;
  expect(error).toBeInstanceOf(ConnectionError);
  const message = `No response to GET ${url}/positiontypes: nothing came within 0.5 seconds`;
  expect(error?.message).toBe(message);
});

test.each([0, Number.NaN, 2 ** 31])(
  'timeout is a positive time that a timer can measure, not %d',
  (timeout) => {
    expect(() => createClient({ url: `${service.origin}${BASE_PATH}`, timeout })).toThrow(RangeError);
  },
);
