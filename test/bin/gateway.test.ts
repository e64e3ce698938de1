import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { createGateway, type Gateway, type GatewaySettings } from '../../bin/local/gateway.ts';
import type { Handler } from '../../functions/http/incoming.ts';
import { rawRequest } from '../setup/http-client.ts';

const gateways: Gateway[] = [];

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
});

interface Call {
  functionName: string;
  event: APIGatewayProxyEventV2;
  context: Context;
}

const ok: Handler = async () => ({ statusCode: 200, body: 'ok' });

/** A gateway in front of one handler, and the events that the handler receives. */
async function gatewayTo(handler = ok, settings: Omit<GatewaySettings, 'handlers' | 'findRoute'> = {}) {
  const calls: Call[] = [];
  const gateway = createGateway({
    handlers: async (functionName) => (event, context) => {
      calls.push({ functionName, event, context });
      return handler(event, context);
    },
    ...settings,
  });
  gateways.push(gateway);
  const port = await gateway.listen(0);
  return { gateway, port, calls };
}

/** A handler that answers when it is released. */
function waiting() {
  const [called, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handler: Handler = async () => {
    called.resolve();
    await answer.promise;
    return { statusCode: 200, body: 'done' };
  };
  return { handler, called: called.promise, release: answer.resolve };
}

type RawRequest = Parameters<typeof rawRequest>[1];

/** Sends one request, with the path and every header unchanged. */
const send = (port: number, request: RawRequest) => rawRequest(`http://127.0.0.1:${port}`, request);

/** Sends raw bytes, and does not end the request if it is `open`. Returns the response bytes once the server closes. */
async function sendRaw(port: number, text: string, { open: isOpen = false } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  if (isOpen) socket.write(text);
  else socket.end(text);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  await once(socket, 'close');
  return received;
}

const MB = 1_024 * 1_024;

describe('the event that the local gateway sends to a handler', () => {
  test('has the shape of payload format 2.0', async () => {
    const { port, calls } = await gatewayTo();
    await send(port, {
      path: '/api/v1.1/jobs?page=2&status=active&status=draft&q=a%20b+c&x=%',
      headers: { 'user-agent': 'test', 'API-Key': 'k' },
    });
    const [{ event, functionName, context } = {} as Call] = calls;
    expect(functionName).toBe('list-jobs');
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /api/v1.1/jobs',
      rawPath: '/api/v1.1/jobs',
      rawQueryString: 'page=2&status=active&status=draft&q=a%20b+c&x=%',
      queryStringParameters: { page: '2', status: 'active,draft', q: 'a b c', x: '%' },
      headers: { 'api-key': 'k' },
      isBase64Encoded: false,
      requestContext: {
        domainName: `127.0.0.1:${port}`,
        http: {
          method: 'GET',
          path: '/api/v1.1/jobs',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        routeKey: 'GET /api/v1.1/jobs',
        stage: '$default',
        time: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        timeEpoch: expect.any(Number),
      },
    });
    expect(event).not.toHaveProperty('body');
    expect(event).not.toHaveProperty('pathParameters');
    expect(context.awsRequestId).toBe(event.requestContext.requestId);
    expect(context.getRemainingTimeInMillis()).toBeGreaterThan(9_000);
    expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(10_000);
  });

  test.each([
    ['7', '7'],
    ['a%2Fb', 'a/b'],
    ['%zz', '%zz'],
  ])('decodes the id of /jobs/%s', async (segment, id) => {
    const { port, calls } = await gatewayTo();
    await send(port, { path: `/api/v1.1/jobs/${segment}` });
    expect(calls[0]).toMatchObject({
      functionName: 'get-job',
      event: {
        routeKey: 'GET /api/v1.1/jobs/{id}',
        rawPath: `/api/v1.1/jobs/${segment}`,
        pathParameters: { id },
      },
    });
  });

  const binary = Buffer.from([0x7b, 0xff, 0xfe]);
  const twice = { 'API-Key': ['one', 'two'], Prefer: ['a', 'b'] };
  const joined = { 'api-key': 'one,two', prefer: 'a,b' };
  const queryStringParameters = JSON.parse('{ "__proto__": "1" }') as object;

  test.each<[what: string, Partial<RawRequest>, event: object]>([
    ['the values of a header that is sent twice, joined', { headers: twice }, { headers: joined }],
    ['a body in UTF-8 as text', { body: '{"a":"é"}' }, { body: '{"a":"é"}', isBase64Encoded: false }],
    ['a body that is not UTF-8 as base64', { body: binary }, { body: 'e//+', isBase64Encoded: true }],
    ['a parameter called __proto__ as data', { path: '/jobs?__proto__=1' }, { queryStringParameters }],
  ])('has the parts of the request as AWS would hand them over: %s', async (_, request, event) => {
    const { port, calls } = await gatewayTo();
    await send(port, { method: 'POST', path: '/api/v1.1/jobs', ...request });
    expect(calls[0]?.event).toMatchObject(event);
  });

  test('does not depend on the Host header', async () => {
    const { port, calls } = await gatewayTo();
    await send(port, { path: '/api/v1.1/jobs', headers: { host: 'evil.example' } });
    await send(port, { path: 'http://evil.example/api/v1.1/jobs?page=1', headers: { host: 'evil.example' } });
    for (const { event } of calls) {
      expect(event.requestContext.domainName).toBe(`127.0.0.1:${port}`);
      expect(event.rawPath).toBe('/api/v1.1/jobs');
    }
  });
});

describe('the response of the local gateway', () => {
  test('has the status, headers, cookies and body of the handler', async () => {
    const { port } = await gatewayTo(async () => ({
      statusCode: 201,
      headers: { location: '/jobs/1', 'x-number': 7 },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from('é').toString('base64'),
      isBase64Encoded: true,
    }));
    const { status, headers, text } = await send(port, { method: 'POST', path: '/api/v1.1/jobs' });
    expect({ status, text }).toEqual({ status: 201, text: 'é' });
    expect(headers).toMatchObject({
      location: '/jobs/1',
      'x-number': '7',
      'set-cookie': ['a=1', 'b=2'],
      'content-length': '2',
    });
  });

  test.each([
    ['with its length', { 'content-length': 10 * MB + 1 }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('is a 413 to more than 10 MB sent %s, and the connection stays usable', async (_, headers) => {
    const { port, calls } = await gatewayTo();
    const body = Buffer.alloc(10 * MB + 1, 'a');
    const { status, text } = await send(port, { method: 'POST', path: '/api/v1.1/jobs', headers, body });
    expect([status, JSON.parse(text), calls]).toEqual([413, { message: 'Request Entity Too Large' }, []]);
  });

  test('is a 413 before the body arrives when the declared length is too large', async () => {
    const { port } = await gatewayTo();
    const head = 'POST /api/v1.1/jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n';
    expect(await sendRaw(port, head)).toMatch(/^HTTP\/1.1 413 /);
  });

  test.each([
    ['text of 3 MB that JSON writes as 6 MB', Buffer.alloc(3 * MB, '"')],
    ['4.5 MB that are not text, and so 6 MB in base64', Buffer.alloc(4.5 * MB, 0xff)],
  ])(
    'is a 413 to %s, because Lambda accepts 6 MB including the encoding and the other fields of the event',
    async (_, sent) => {
      const { port, calls } = await gatewayTo();
      const post = (body: Buffer) => send(port, { method: 'POST', path: '/api/v1.1/jobs', body });
      const { status, headers, text } = await post(sent);
      expect([status, headers['content-type']]).toEqual([413, 'application/json']);
      expect([JSON.parse(text), calls]).toEqual([{ message: 'Request Entity Too Large' }, []]);
      expect((await post(sent.subarray(2_048))).status).toBe(200);
    },
  );

  const failing: [string, Handler][] = [
    ['throws', () => Promise.reject(new Error('secret'))],
    ['answers nothing', (async () => undefined) as unknown as Handler],
    ['answers a line break in a header', async () => ({ statusCode: 200, headers: { a: 'a\r\nb: c' } })],
    ['answers an impossible status', async () => ({ statusCode: 42 })],
  ];

  test.each(failing)('is a 500 when the handler %s, and the gateway continues', async (_, handler) => {
    const { port, calls } = await gatewayTo(handler);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, headers, text } = await send(port, { path: '/api/v1.1/jobs' });
      expect(status).toBe(500);
      expect(headers['content-type']).toBe('application/problem+json');
      const requestId = calls[attempt]?.event.requestContext.requestId;
      expect(JSON.parse(text)).toMatchObject({ code: 'internal_error', requestId });
      expect(text).not.toContain('secret');
    }
  });

  test('is a 503 when the handler does not respond in time', async () => {
    const { port } = await gatewayTo(() => new Promise(() => undefined), { functionMillis: 50 });
    const { status, text } = await send(port, { path: '/api/v1.1/jobs' });
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ code: 'service_unavailable', outcome: 'unknown' });
  });

  test.each(['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nbad header\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'])(
    'is a 400 to malformed HTTP, and the gateway continues: %j',
    async (text) => {
      const { port } = await gatewayTo();
      expect(await sendRaw(port, text)).toMatch(/^HTTP\/1.1 400 /);
      expect((await send(port, { path: '/api/v1.1/jobs' })).status).toBe(200);
    },
  );

  test.each([
    ['headers', 'GET /api/v1.1/jobs HTTP/1.1\r\nHost: a\r\n'],
    ['body', 'POST /api/v1.1/jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'],
  ])('is a 408 when the %s of a request do not arrive in time', async (_, beginning) => {
    const { port } = await gatewayTo(ok, { requestMillis: 200 });
    expect(await sendRaw(port, beginning, { open: true })).toMatch(/^HTTP\/1.1 408 /);
  });

  test('still reaches the next client after a client disconnects early, which the log records as a 499 without an error', async () => {
    const { handler, called, release } = waiting();
    const cutOff = Promise.withResolvers<{ status: number }>();
    const onRequest: GatewaySettings['onRequest'] = ({ method }) =>
      method === 'POST' ? cutOff.resolve : () => undefined;
    const { port } = await gatewayTo(handler, { onRequest });
    const upload = connect(port, '127.0.0.1');
    upload.write('POST /api/v1.1/jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{', () =>
      upload.destroy(),
    );
    await once(upload, 'close');
    expect(await cutOff.promise).toEqual({ status: 499, error: undefined });
    const reader = connect(port, '127.0.0.1');
    reader.write('GET /api/v1.1/jobs HTTP/1.1\r\nHost: a\r\n\r\n');
    await called;
    reader.destroy();
    release();
    expect((await send(port, { path: '/api/v1.1/jobs' })).status).toBe(200);
  });
});

describe('gateway.close', () => {
  test('waits for the request in flight, but not for idle connections', async () => {
    const { handler, called, release } = waiting();
    const { gateway, port } = await gatewayTo(handler);
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const answered = send(port, { path: '/api/v1.1/jobs' });
    await called;
    const closed = gateway.close();
    await expect(send(port, { path: '/api/v1.1/jobs' })).rejects.toThrow('ECONNREFUSED');
    release();
    expect(await answered).toMatchObject({ status: 200, text: 'done', headers: { connection: 'close' } });
    await closed;
    silent.destroy();
  });
});
