import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ConnectionError, createClient, type JobCreate, type Retry } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';

/** Answers each request with the next step; afterwards with 200 and an empty object. */
async function scripted(...steps: RequestListener[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const step = steps.shift() ?? answer(200, {});
    request.resume().on('end', () => step(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    url: `http://127.0.0.1:${port}${BASE_PATH}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify(body));

const busy = (retryAfter?: string) =>
  answer(
    503,
    { code: 'service_unavailable', detail: 'Busy.' },
    retryAfter ? { 'retry-after': retryAfter } : {},
  );

const hangUp: RequestListener = (request) => request.socket.destroy();

const cutShort: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"id":', () => request.socket.destroy());
};

const anotherPage: RequestListener = (_, response) => response.end('<h1>Sign in</h1>');

const body = aJob() as JobCreate;

/** How long an attempt of the clients may take, in milliseconds. */
const TIMEOUT = 123_456;

describe('retries', () => {
  let server: Awaited<ReturnType<typeof scripted>> | undefined;
  let waits: number[];
  /** Milliseconds since the start of the test, as clients measure them. */
  let clock: number;
  let retries: Retry[];

  /** Serves the steps, and a client that meets them. */
  async function meeting(...steps: RequestListener[]) {
    server = await scripted(...steps);
    const client = createClient({
      url: server.url,
      apiKey: 'jps_key',
      timeout: TIMEOUT,
      onRetry: (retry) => retries.push(retry),
    });
    return { client, requests: server.requests };
  }

  beforeEach(() => {
    waits = [];
    retries = [];
    clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void, milliseconds: number) => {
      if (milliseconds === TIMEOUT) return;
      waits.push(milliseconds);
      clock += milliseconds;
      setImmediate(done);
    }) as unknown as typeof setTimeout);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await server?.close();
    server = undefined;
  });

  test('overcome a busy service, with waits of half to all of a bound that doubles', async () => {
    const { client, requests } = await meeting(...Array.from({ length: 7 }, () => busy()));
    expect((await client.jobs.get(1)).lastResponse.status).toBe(200);
    expect(requests).toHaveLength(8);
    expect(waits).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 24_000, 24_000]);
  });

  test.each([0, 1 - 2 ** -53])(
    'outlast an outage of a minute, and end within two, with luck of %d',
    async (luck) => {
      jest.mocked(Math.random).mockReturnValue(luck);
      const outage = busy();
      const { client } = await meeting(...Array.from({ length: 8 }, () => outage));
      await expect(client.jobs.get(1)).rejects.toMatchObject({ status: 503, code: 'service_unavailable' });
      expect(clock).toBeGreaterThan(60_000);
      expect(clock).toBeLessThan(130_000);
    },
  );

  test('wait as long as Retry-After says, plus a random time', async () => {
    const { client } = await meeting(answer(429, { message: 'Too Many Requests' }, { 'retry-after': '7' }));
    await client.jobs.upsert({ referenceId: 'REQ-1' });
    expect(waits).toEqual([8_500]);
  });

  test('leave a Retry-After above one minute to the caller', async () => {
    const { client, requests } = await meeting(busy('61'));
    await expect(client.jobs.get(1)).rejects.toMatchObject({ retryAfter: 61 });
    expect(requests).toHaveLength(1);
  });

  test('accept a Retry-After with a date', async () => {
    const { client } = await meeting(busy('Wed, 01 Jan 2020 00:00:00 GMT'));
    expect((await client.jobs.get(1)).lastResponse.status).toBe(200);
    expect(waits).toEqual([1_500]);
  });

  test.each([
    ['a connection that ends', hangUp],
    ['an answer that is cut short', cutShort],
    ["another server's page", anotherPage],
    ['a refusal for a while', answer(429, { message: 'Too Many Requests' })],
    ['a fault of the service', answer(500, { code: 'internal_error' })],
    ['a function that did not answer', answer(502, { message: 'Internal Server Error' })],
    ['a busy service', busy()],
    ['a page of a gateway that waited in vain', answer(504, {})],
    ['a key whose first request is still in work', answer(409, { code: 'idempotency_key_in_use' })],
  ])('send a POST again with the same key after %s', async (_, failure) => {
    const { client, requests } = await meeting(failure);
    await client.jobs.create(body);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('give each POST its own key unless the caller chooses one', async () => {
    const { client, requests } = await meeting();
    await client.jobs.create(body);
    await client.jobs.create(body);
    await client.jobs.create(body, { idempotencyKey: 'import-7' });
    await client.jobs.upsert({ referenceId: 'REQ-1' });
    const [first, second, third, put] = requests.map(({ headers }) => headers['idempotency-key']);
    expect(first).not.toBe(second);
    expect([third, put]).toEqual(['import-7', undefined]);
  });

  test.each([400, 401, 404, 409, 412, 501])('do not repeat a %d', async (status) => {
    const { client, requests } = await meeting(answer(status, { code: 'job_not_found', detail: 'No.' }));
    await expect(client.jobs.delete(1)).rejects.toMatchObject({ status, message: 'No.' });
    expect(requests).toHaveLength(1);
  });

  test('throw with the error of fetch as the cause when there is no response', async () => {
    const { client, requests } = await meeting(...Array.from({ length: 8 }, () => hangUp));
    const error: unknown = await client.jobs.get(1).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ cause: { name: 'TypeError', message: 'fetch failed' } });
    expect(requests).toHaveLength(8);
  });

  test('are told beforehand, with the reason, the attempts so far and the wait', async () => {
    const { client } = await meeting(busy('7'), hangUp);
    await client.jobs.get(1);
    expect(retries).toMatchObject([
      { attempt: 1, wait: 8_500, error: { name: 'ProblemError', status: 503, method: 'GET' } },
      { attempt: 2, wait: 3_000, error: { name: 'ConnectionError', url: `${server?.url}/jobs/1` } },
    ]);
    expect(waits).toEqual([8_500, 3_000]);
  });

  test('begin together after a 429: no call of the client is sent before', async () => {
    const arrivals: number[] = [];
    const arriving =
      (step: RequestListener): RequestListener =>
      (request, response) => {
        arrivals.push(clock);
        step(request, response);
      };
    const { url } = (server = await scripted(
      arriving(answer(429, { message: 'Too Many Requests' }, { 'retry-after': '7' })),
      ...Array.from({ length: 3 }, () => arriving(answer(200, {}))),
    ));
    const client = createClient({ url, apiKey: 'jps_key', timeout: TIMEOUT, maxConcurrency: 1 });
    await Promise.all([1, 2, 3].map((id) => client.jobs.get(id)));
    expect(arrivals).toEqual([0, 8_500, 8_500, 8_500]);
  });

  test.each([
    ['a connection that ends', hangUp, 1],
    ['a fault of the service', answer(500, { code: 'internal_error' }), 1],
    ['a busy service that does not know', answer(503, { outcome: 'unknown' }), 1],
    ['a busy service that did nothing', answer(503, { outcome: 'not-applied' }), 2],
    ['a refusal for a while', answer(429, { message: 'Too Many Requests' }), 2],
  ])('never mail an application twice: after %s', async (_, failure, attempts) => {
    const { client, requests } = await meeting(failure);
    await client.applications.resend('a1').catch(() => undefined);
    expect(requests).toHaveLength(attempts);
  });

  test('are as many as the client is configured for', async () => {
    const { url, requests } = (server = await scripted(busy()));
    await expect(
      createClient({ url, apiKey: 'jps_key', timeout: TIMEOUT, attempts: 1 }).jobs.get(1),
    ).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(1);
  });

  test('end at once with the reason of the signal, in a request and in a wait', async () => {
    const inRequest = new AbortController();
    const inWait = new AbortController();
    const { client, requests } = await meeting(() => inRequest.abort(new Error('Enough.')), busy());
    await expect(client.jobs.get(1, { signal: inRequest.signal })).rejects.toThrow('Enough.');
    jest.mocked(setTimeout).mockImplementation(((_: () => void, milliseconds: number) => {
      if (milliseconds === TIMEOUT) return;
      setImmediate(() => inWait.abort(new Error('No more.')));
    }) as unknown as typeof setTimeout);
    await expect(client.jobs.get(1, { signal: inWait.signal })).rejects.toThrow('No more.');
    expect(requests).toHaveLength(2);
  });

  test('never begin for a signal that is aborted already', async () => {
    const { client, requests } = await meeting();
    await expect(client.jobs.get(1, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(requests).toHaveLength(0);
  });
});
