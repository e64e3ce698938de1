import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { ConnectionError, createClient, type ClientOptions, type Retry } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { sharedService } from '../setup/shared-service.ts';
import { startServer } from '../setup/local-server.ts';

type Fail = (request: IncomingMessage, response: ServerResponse) => void;

/** A failure of a request, before or after the service carried out the request. */
interface Fault {
  fail: Fail;
  when: 'before' | 'after';
}

const service = sharedService();
const faults: Fault[] = [];

/** Forwards a request to the service, or makes it fail if it has a fault. */
async function passOn(request: IncomingMessage, response: ServerResponse) {
  const fault = faults.shift();
  const body = (await request.setEncoding('utf8').toArray()).join('');
  if (fault?.when === 'before') return fault.fail(request, response);
  const { connection: _, 'content-length': __, host: ___, ...others } = request.headers;
  const answer = await fetch(`${service.origin}${request.url}`, {
    method: request.method ?? '',
    headers: others as Record<string, string>,
    ...(body !== '' && { body }),
  });
  if (fault) return fault.fail(request, response);
  const { 'content-encoding': ____, ...headers } = Object.fromEntries(answer.headers);
  return response.writeHead(answer.status, headers).end(await answer.text());
}

const front = await startServer(passOn);

async function newClient(options: Partial<ClientOptions> = {}) {
  const { apiKey } = await service.newEmployer();
  const retries: Retry[] = [];
  const onRetry = (retry: Retry) => void retries.push(retry);
  return {
    client: createClient({
      url: `${front.endpoint}${BASE_PATH}`,
      apiKey,
      onRetry,
      wait: async () => undefined,
      ...options,
    }),
    retries,
  };
}

const status =
  (code: number): Fail =>
  (_, response) =>
    response.writeHead(code).end('<h1>Not now</h1>');

const failures: Record<string, Fail> = {
  'a 500': status(500),
  'a 502': status(502),
  'a 503': status(503),
  'a 504': status(504),
  'a lost connection': (request) => request.socket.destroy(),
  'a response that is cut short': (request, response) =>
    response.writeHead(200, { 'content-length': 100 }).write('{"id":', () => request.socket.destroy()),
};

describe.each(['before', 'after'] as const)('a failure %s the service carries out the request', (when) => {
  test.each(Object.entries(failures))('does not prevent a change, nor repeat one: %s', async (_, fail) => {
    const { client, retries } = await newClient();
    const fault = () => faults.push({ fail, when });

    fault();
    const created = await client.jobs.create(aJob());
    expect(created.lastResponse).toMatchObject({ status: 201, replayed: when === 'after' });
    fault();
    await client.jobs.upsert({ referenceId: 'REQ-1', ...aJob() });
    fault();
    const { succeeded } = await client.jobs.batch({
      operations: [
        { operation: 'create', body: aJob() },
        { operation: 'upsert', body: { referenceId: 'REQ-2', ...aJob() } },
      ],
    });
    fault();
    const updated = await client.jobs.update(created.id, { title: 'Baker' });
    fault();
    const { data } = await client.jobs.list({ pageSize: 100 });

    expect([succeeded, updated.title]).toEqual([2, 'Baker']);
    expect(data.map(({ referenceId, title }) => [referenceId, title])).toEqual(
      expect.arrayContaining([
        ['REQ-1', 'Software Developer'],
        ['REQ-2', 'Software Developer'],
        [null, 'Baker'],
        [null, 'Software Developer'],
      ]),
    );
    expect(data).toHaveLength(4);
    expect(retries.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1]);
    expect(faults).toEqual([]);
  });
});

describe('timeout', () => {
  const hang: Fault = { when: 'before', fail: () => undefined };

  test('aborts an attempt without a response, and the next attempt succeeds', async () => {
    const { client, retries } = await newClient({ timeout: 500 });
    faults.push(hang);
    expect((await client.positionTypes.list()).data).not.toEqual([]);
    expect(retries[0]?.error.message).toBe(
      `No response to GET ${front.endpoint}${BASE_PATH}/positiontypes: nothing came within 0.5 seconds`,
    );
  });

  test('aborts a response that stops in the middle', async () => {
    const { client } = await newClient({ timeout: 100, attempts: 1 });
    faults.push({
      when: 'before',
      fail: (_, response) => void response.writeHead(200).write('{"data":'),
    });
    const error: unknown = await client.positionTypes.list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toMatch(/nothing came within 0\.1 seconds$/);
  });

  test.each([0, -1, Number.NaN, Infinity, 2 ** 31])(
    'must be a positive time that a timer can measure, not %d',
    (timeout) => {
      expect(() => createClient({ url: `${front.endpoint}${BASE_PATH}`, timeout })).toThrow(RangeError);
    },
  );
});
