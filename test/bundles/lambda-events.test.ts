import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildBundles } from '../../bin/build/bundles.ts';
import { functionNames } from '../../bin/local/routes.ts';
import type { Outgoing } from '../../functions/http/incoming.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { functionNameOf } from '../../lib/function-table.ts';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import { publicPages } from '../../schemas/public-pages.ts';
import { aJob } from '../setup/a-job.ts';
import { deployedFunctions, type DeployedFunctions } from './deployed-functions.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { gatewayEvent } from '../setup/gateway-event.ts';
import { respondOnWire, dynamoProxy, respondWithException } from '../setup/dynamo-proxy.ts';

const isRead = /^(?:GetItem|BatchGetItem|Query)$/;

/** A DynamoDB endpoint in front of the one at `engine` that passes reads on and refuses every write. */
const refusingEndpoint = (engine: string) =>
  dynamoProxy(engine, async ({ operation, pass, response }) =>
    isRead.test(operation)
      ? respondOnWire(response, await pass())
      : respondWithException(response, 'ValidationException', { message: 'The write is refused.' }),
  );

interface DocumentedRequest {
  body?: unknown;
  headers?: Record<string, string>;
  base64?: boolean;
  /** The API Gateway stage; names other than `$default` are part of the path. */
  stage?: string;
  /** Members to override; undefined removes one. */
  event?: { [Name in keyof APIGatewayProxyEventV2]?: APIGatewayProxyEventV2[Name] | undefined };
}

function joined(rawQueryString: string): Record<string, string> {
  const parameters = new URLSearchParams(rawQueryString);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(',')]));
}

/**
 * A request as an event with every member of AWS's example of payload format 2.0 ("Create AWS Lambda proxy integrations
 * for HTTP APIs in API Gateway"), and its function.
 */
function documentedEvent(
  method: string,
  target: string,
  { stage = '$default', event: other = {}, ...sent }: DocumentedRequest = {},
): { functionName: string; event: APIGatewayProxyEventV2 } {
  const { functionName, event } = gatewayEvent(method, target, sent);
  const { rawPath, rawQueryString, requestContext } = event;
  const path = stage === '$default' ? rawPath : `/${stage}${rawPath}`;
  const documented = {
    ...event,
    rawPath: path,
    cookies: ['cookie1=value1', 'cookie2=value2'],
    headers: { header1: 'value1', header2: 'value1,value2', ...event.headers },
    ...(rawQueryString && { queryStringParameters: joined(rawQueryString) }),
    requestContext: {
      ...requestContext,
      authentication: {
        clientCert: {
          clientCertPem: 'CERT_CONTENT',
          subjectDN: 'www.example.com',
          issuerDN: 'Example issuer',
          serialNumber: 'a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1:a1',
          validity: { notBefore: 'May 28 12:30:02 2019 GMT', notAfter: 'Aug  5 09:36:04 2021 GMT' },
        },
      },
      http: { ...requestContext.http, path },
      stage,
    },
    stageVariables: { stageVariable1: 'value1', stageVariable2: 'value2' },
    ...other,
  };
  return { functionName, event: documented as APIGatewayProxyEventV2 };
}

const BUILD_MILLIS = 300_000;
const DOMAIN = 'a1b2c3d4e5.execute-api.ca-central-1.amazonaws.com';

const folder = await mkdtemp(join(tmpdir(), 'lambda-events-'));
const dist = join(folder, 'functions');
const lambda = deployedFunctions(dist);
const dynamo = createDocumentClient();
const employers = employerStore(
  database({ client: dynamo, tableName: process.env['TABLE_NAME'] ?? '', remainingMillis: () => Infinity }),
);

type Sent = NonNullable<Parameters<typeof documentedEvent>[2]>;

const newKey = async (name = 'Acme Inc.') => {
  const { apiKey } = await employers.create({ name, plan: 'standard' }, new Date());
  return apiKey;
};
const apiKey = await newKey();

beforeAll(() => buildBundles(dist), BUILD_MILLIS);

afterAll(async () => {
  await lambda.stop();
  dynamo.destroy();
  await rm(folder, { recursive: true });
});

/** Expects a response that API Gateway accepts in format 2.0, without members that it would ignore. */
function expectFormat2(result: Outgoing): void {
  const { statusCode, headers = {}, body, isBase64Encoded, ...others } = result;
  expect(others).toEqual({});
  expect(statusCode).toEqual(expect.any(Number));
  expect(Object.values(headers).filter((value) => typeof value !== 'string')).toEqual([]);
  expect(['string', 'undefined']).toContain(typeof body);
  expect(['boolean', 'undefined']).toContain(typeof isBase64Encoded);
  expect(typeof headers['content-type']).toBe(typeof body);
}

/** Invokes the function of a route with an event. Returns its response. */
async function answer(
  method: string,
  target: string,
  sent: Sent = {},
  { functions = lambda, millis = 120_000 }: { functions?: DeployedFunctions; millis?: number } = {},
) {
  const { functionName, event } = documentedEvent(method, target, {
    ...sent,
    headers: { 'api-key': apiKey, ...sent.headers },
  });
  const result = await functions.invoke(functionName, event, millis);
  expectFormat2(result);
  const { statusCode: status, headers = {}, body } = result;
  return { status, headers, body: body === undefined ? undefined : JSON.parse(body) };
}

const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');

async function newJob(job: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await answer('POST', '/jobs', { body: aJob(job) });
  expect(status).toBe(201);
  return body.id as number;
}

const rows = Object.entries(operations) as [OperationId, Operation][];

/** The status of a request without a key, a body or path parameters. */
const barrenStatus = new Map<string, number>([
  ...rows.flatMap(([id, { access, path, servedBy }]): [string, number][] => {
    if (servedBy !== undefined) return [];
    if (access !== 'public') return [[functionNameOf(id), 401]];
    return [[functionNameOf(id), path.endsWith('{id}') ? 404 : 200]];
  }),
  ...Object.keys(publicPages).map((id): [string, number] => [functionNameOf(id), 404]),
  ['robots', 200],
  ['show-reporting', 200],
  // This port has no S3 server.
  ['show-front-page', 503],
  ['feed', 503],
  ['sitemap', 503],
  ['list-public-jobs', 400],
  // The posting is checked before the body is read.
  ['create-application', 404],
  ['create-upload', 404],
  // The application is named in its form.
  ['withdraw-application', 415],
  ['submit-recruiting-form', 415],
  ['documentation', 404],
  ['no-route', 404],
]);

describe('the emulated Lambda runtime', () => {
  test.each(functionNames)(
    'accepts the handler and passes it an event without optional members: %s',
    async (name) => {
      const { event } = documentedEvent('GET', '/nothing');
      const { version, routeKey, rawPath, requestContext } = event;
      const barren = { version, routeKey, rawPath, rawQueryString: '', headers: {}, requestContext };
      const result = await lambda.invoke(name, { ...barren, isBase64Encoded: false });
      expectFormat2(result);
      expect(result.statusCode).toBe(barrenStatus.get(name));
    },
  );

  test("runs the handler of a scheduled function with the schedule's input", async () => {
    const run = await lambda.invoke('refresh-due-jobs', { shard: 0 } as never, 600_000);
    expect(run).toMatchObject({ finished: true, failed: 0 });
  });

  test('rejects a handler with three parameters', async () => {
    await mkdir(join(folder, 'callback'));
    const code = 'export const handler = (event, context, callback) => callback(null, {});';
    await writeFile(join(folder, 'callback', 'index.mjs'), code);
    const old = deployedFunctions(folder);
    await expect(old.invoke('callback', {})).rejects.toMatchObject({
      errorType: 'Runtime.CallbackHandlerDeprecated',
    });
    await old.stop();
  });

  test('fails at the start and names the invalid setting', async () => {
    const wrong = deployedFunctions(dist, { BASE_URL: 'nowhere' });
    await expect(wrong.invoke('list-jobs', {})).rejects.toThrow(/^BASE_URL must be .* not "nowhere"\.$/);
    await wrong.stop();
  });

  test('gets a 503 from a handler whose remaining time is too short', async () => {
    const request = { body: { title: 'Baker' } };
    const { status, headers, body } = await answer('PUT', '/jobs/1', request, { millis: 1 });
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
    expect(headers['retry-after']).toMatch(/^[1-5]$/);
  });
});

const asJson = { 'content-type': 'application/json' };
const bytes = (...body: number[]) => ({
  headers: asJson,
  event: { body: base64(Uint8Array.from(body)), isBase64Encoded: true },
});

describe('an event is refused', () => {
  test.each<[string, string, string, Sent, number, string]>([
    ['a byte that begins nothing', 'POST', '/jobs', bytes(0x7b, 0xff, 0x7d), 400, 'json_malformed'],
    ['half a character', 'POST', '/jobs', bytes(0x7b, 0x22, 0xc3), 400, 'json_malformed'],
    ['a lone surrogate', 'POST', '/jobs', bytes(0x22, 0xed, 0xa0, 0x80, 0x22), 400, 'json_malformed'],
    ...[
      { body: undefined, isBase64Encoded: false },
      { body: undefined, isBase64Encoded: true },
      { body: '', isBase64Encoded: false },
    ].map((event): [string, string, string, Sent, number, string] => [
      `no body, ${JSON.stringify(event)}`,
      'POST',
      '/jobs',
      { headers: asJson, event },
      400,
      'body_missing',
    ]),
    ...[
      'application/json,application/json',
      'application/json,text/plain',
      'text/plain,application/json',
    ].map((type): [string, string, string, Sent, number, string] => [
      `Content-Type twice, ${type}`,
      'POST',
      '/jobs',
      { body: aJob(), headers: { 'content-type': type } },
      415,
      'media_type_unsupported',
    ]),
    [
      'Prefer twice, with what it forbids',
      'POST',
      '/jobs',
      { body: aJob({ nobody: 1 }), headers: { prefer: 'respond-async,handling=strict' } },
      400,
      'validation_failed',
    ],
    [
      'a method override twice',
      'POST',
      '/jobs/1',
      { body: { title: 'x' }, headers: { 'x-http-method-override': 'PUT,PUT' } },
      400,
      'method_override_invalid',
    ],
    [
      'headers in upper case, which API Gateway never gives',
      'GET',
      '/jobs',
      { event: { headers: { 'API-KEY': apiKey } } },
      401,
      'api_key_invalid',
    ],
    [
      'a key among the cookies',
      'GET',
      '/jobs',
      { event: { cookies: [`api-key=${apiKey}`], headers: { cookie: `api-key=${apiKey}` } } },
      401,
      'api_key_invalid',
    ],
  ])('with %s: %s %s', async (...[, method, target, sent, status, code]) => {
    const { body, ...answered } = await answer(method, target, sent);
    expect({ status: answered.status, code: body.code }).toEqual({ status, code });
  });

  test('with two API-Key headers, which API Gateway joins by a comma', async () => {
    const other = await newKey();
    for (const keys of [`${apiKey},${apiKey}`, `${apiKey},${other}`, `${apiKey},`, `,${apiKey}`]) {
      const { status, headers, body } = await answer('GET', '/jobs', { headers: { 'api-key': keys } });
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'api_key_invalid' });
      expect(headers['www-authenticate']).toBe('ApiKey');
    }
  });
});

describe('an event is served', () => {
  test('with a base64 body, also if the body begins with a byte order mark', async () => {
    const job = aJob({ title: 'Pâtissière 🥐' });
    for (const body of [job, `\uFEFF${JSON.stringify(job)}`]) {
      const created = await answer('POST', '/jobs', { body, base64: true });
      expect([created.status, created.body.title]).toEqual([201, 'Pâtissière 🥐']);
    }
  });

  test('with a body that the operation ignores, because the operation takes none', async () => {
    const id = await newJob();
    const request = { headers: asJson, event: { body: 'Hello from Lambda' } };
    expect((await answer('GET', `/jobs/${id}`, request)).status).toBe(200);
    expect((await answer('GET', '/positiontypes', request)).status).toBe(200);
    expect((await answer('DELETE', `/jobs/${id}`, request)).status).toBe(204);
  });

  test('with the exact characters of its raw query string, and without a query', async () => {
    const title = 'a,b & c+d=100% é';
    await newJob({ title });
    await newJob({ title });
    const q = new URLSearchParams({ q: title }).toString();
    for (const query of [q, `q=${encodeURIComponent(title)}`]) {
      const { body } = await answer('GET', `/jobs?${query}&pageSize=1`);
      expect(body.paging).toMatchObject({ total: 2, pages: 2 });
      const next = new URL(body.paging.next as string);
      expect(`${next.protocol}//${next.host}${next.pathname}`).toBe(`https://${DOMAIN}/api/v1.1/jobs`);
      expect(Object.fromEntries(next.searchParams)).toEqual({ q: title, pageSize: '1', page: '2' });
    }
    const event = { rawQueryString: '', queryStringParameters: undefined };
    const { status, body } = await answer('GET', '/jobs', { event });
    expect([status, body.paging]).toEqual([200, expect.objectContaining({ page: 1, pageSize: 10 })]);
  });
});

describe('the path of an event', () => {
  const stage = 'prod';

  test('may begin with the name of an API Gateway stage, which is then part of every returned URL', async () => {
    const request = { stage, body: aJob({ referenceId: 'staged' }) };
    const created = await answer('POST', '/jobs', request);
    const path = `/jobs/${created.body.id}`;
    const location = `https://${DOMAIN}/prod/api/v1.1${path}`;
    expect([created.status, created.headers['location']]).toEqual([201, location]);
    expect((await answer('POST', '/jobs', request)).body.existingJob.href).toBe(location);
    const listed = await answer('GET', '/jobs?pageSize=1&page=2', { stage });
    expect(listed.body.paging.previous).toMatch(`https://${DOMAIN}/prod/api/v1.1/jobs?`);
    expect((await answer('PUT', path, { stage, body: { title: 'Cook' } })).body.title).toBe('Cook');
    expect((await answer('DELETE', path, { stage })).status).toBe(204);
    expect((await answer('GET', path, { stage })).status).toBe(404);
    expect((await answer('GET', '/positiontypes/1', { stage })).status).toBe(200);
  });

  test('gets a 404, 405 or 204 with and without a stage', async () => {
    for (const each of ['$default', stage]) {
      const missing = await answer('GET', '/nothing', { stage: each });
      expect([missing.status, missing.body.code]).toEqual([404, 'path_not_found']);
      const refused = await answer('PATCH', '/jobs', { stage: each });
      expect([refused.status, refused.body.code]).toEqual([405, 'method_not_allowed']);
      const options = await answer('OPTIONS', '/jobs', { stage: each });
      expect([options.status, options.body]).toEqual([204, undefined]);
      for (const { headers } of [refused, options]) {
        expect(headers['allow']).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS');
      }
    }
  });

  test('gets a 404 when its first segment is longer than the stage name but begins with it', async () => {
    const event = { rawPath: '/production/api/v1.1/jobs' };
    expect((await answer('PATCH', '/jobs', { stage, event })).status).toBe(404);
  });

  test('may contain a percent-encoded id, which the handler gets decoded', async () => {
    const id = await newJob();
    const encoded = String(id).replace(/\d/g, '%3$&');
    expect((await answer('GET', `/jobs/${encoded}`)).body.id).toBe(id);
  });

  test('gets a 404 without its parameter', async () => {
    for (const pathParameters of [undefined, { id: '' }, { id: '%31' }]) {
      const { status, body } = await answer('GET', '/jobs/1', { event: { pathParameters } });
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'job_not_found' });
    }
  });
});

const MARKER = 'UNMISTAKABLE';
const marked = (what: string) => `${MARKER}-${what}`;

/** A job with a unique marker in each text. */
const markedJob = (overrides: Record<string, unknown> = {}) =>
  aJob({
    title: marked('title'),
    description: `<p style="x">${marked('description')}</p>`,
    locations: [{ description: 'Vancouver, BC' }],
    applicationEmail: `${marked('mail')}@example.com`,
    applicationUrl: `https://example.com/${marked('url')}`,
    [marked('field')]: marked('value'),
    ...overrides,
  });

interface Logged {
  status: number;
  operation: string;
  functionName: string;
}

/** Sends every operation valid and invalid requests. Returns the responses by request id. */
async function broadRun(
  functions: DeployedFunctions,
  key: string,
  known: number,
): Promise<Map<string, Logged>> {
  const sentBack = new Map<string, Logged>();
  async function send(method: string, target: string, sent: Sent = {}, operation?: OperationId) {
    const { functionName, event } = documentedEvent(method, target, {
      ...sent,
      headers: {
        'api-key': key,
        'user-agent': marked('agent'),
        from: `${marked('from')}@example.com`,
        ...sent.headers,
      },
    });
    const result = await functions.invoke(functionName, event);
    const ownOperation = rows.find(([id]) => functionNameOf(id) === functionName)?.[0];
    const { requestId } = event.requestContext;
    sentBack.set(requestId, {
      status: result.statusCode ?? 0,
      operation: operation ?? ownOperation ?? 'none',
      functionName,
    });
    return JSON.parse(result.body ?? '{}') as { id?: number };
  }
  const put = { 'x-http-method-override': 'PUT' };
  const remove = { 'x-http-method-override': 'DELETE' };
  const referenceId = marked('reference');
  const { id = known } = await send('POST', '/jobs', { body: markedJob({ referenceId }) });
  const badBodies: unknown[] = [
    `{"title":"${marked('malformed')}`,
    `{"title": ${marked('word')}}`,
    `{"${marked('key')}":1,"${marked('key')}":2}`,
    JSON.stringify(marked('text')),
    markedJob({
      title: `${marked('title')}\u0007`,
      closeDate: marked('date'),
      salary: { amount: marked('amount') },
    }),
    markedJob({ applicationEmail: marked('no mail'), locations: [{ description: marked('place') }] }),
    markedJob({ description: `<script>${marked('script')}</script>` }),
    markedJob({ description: marked('long').repeat(60_000) }),
  ];
  for (const [method, target] of [
    ['POST', '/jobs'],
    ['PUT', '/jobs'],
    ['DELETE', '/jobs'],
    ['PUT', `/jobs/${id}`],
  ] as const) {
    for (const body of badBodies) {
      await send(method, target, { body, headers: { prefer: 'handling=strict' } });
    }
    const event = { body: base64(`{"title":"${marked('bytes')}\u00ff`), isBase64Encoded: true };
    await send(method, target, { event });
    await send(method, target, { body: marked('form'), headers: { 'content-type': marked('type') } });
    for (const wrong of [marked('key'), `${key},${key}`, `${key.slice(0, -1)}_`, '']) {
      await send(method, target, { body: markedJob(), headers: { 'api-key': wrong } });
    }
  }
  await send('POST', '/jobs', { body: markedJob({ referenceId }) });
  await send('PUT', '/jobs', { body: markedJob({ referenceId }) });
  await send('POST', '/jobs', { body: markedJob({ referenceId }), headers: put }, 'upsertJob');
  await send('PUT', `/jobs/${id}`, { body: markedJob() });
  await send('POST', `/jobs/${id}`, { body: { title: marked('change') }, headers: put }, 'updateJob');
  await send('POST', `/jobs/${id}`, { headers: { 'x-http-method-override': marked('method') } });
  await send('POST', `/jobs/${id}`, { body: markedJob() });
  await send('POST', `/jobs/${id}/refresh`, { body: markedJob() });
  await send('POST', `/jobs/${marked('id')}/refresh`, { headers: put });
  await send('GET', `/jobs?q=${marked('query')}&status=${marked('status')}`);
  await send('GET', `/jobs?q=${marked('query')}`);
  await send('GET', `/locations?q=${marked('query')}&types=${marked('types')}`);
  for (const [, { path }] of rows.filter(([, { method }]) => method === 'GET')) {
    // Job 1 belongs to another suite and may be closed.
    const ofSomething = path.replace('{id}', path.includes('/jobs/') ? String(id) : '1');
    await send('GET', ofSomething);
    await send('GET', path.replace('{id}', marked('id')));
    await send('GET', ofSomething, { headers: { 'api-key': marked('key') } });
  }
  for (const [, { path, method }] of rows.filter(([, row]) => row.method !== 'GET')) {
    await send(method, path.replace('{id}', marked('id')), { body: markedJob() });
  }
  for (const [page, { method, path }] of Object.entries(publicPages)) {
    const isForm = method === 'POST';
    const { event } = documentedEvent(method, '/', {
      ...(isForm && { body: `name=${marked('name')}&token=${marked('token')}` }),
      headers: { 'user-agent': marked('agent'), 'content-type': 'application/x-www-form-urlencoded' },
      event: {
        rawPath: path.replace(/\{\w+\}/, marked('page')),
        rawQueryString: `token=${marked('token')}`,
        routeKey: `${method} ${path}`,
        pathParameters: { id: marked('page'), file: marked('page') },
      },
    });
    const functionName = functionNameOf(page);
    const { statusCode = 0 } = await functions.invoke(functionName, event);
    sentBack.set(event.requestContext.requestId, { status: statusCode, operation: page, functionName });
  }
  await send('GET', '/openapi.json');
  await send('GET', `/${marked('path')}`);
  await send('PATCH', '/jobs', { body: markedJob() });
  await send(
    'POST',
    '/jobs',
    { body: { referenceId: marked('none') }, headers: remove },
    'deleteJobByReference',
  );
  await send('POST', `/jobs/${id}`, { headers: remove }, 'deleteJob');
  await send('DELETE', `/jobs/${id}`);
  await send('DELETE', '/jobs', { body: { referenceId } });
  return sentBack;
}

/** A line of the log without the columns that the runtime's console adds in the log format TEXT. */
const withoutColumns = (line: string) => line.replace(/^\S+Z\t\S+\t[A-Z]+\t/, '');

interface Line {
  requestId: string;
  operation: string;
  status: number;
  error?: unknown;
  _aws?: {
    Timestamp: number;
    CloudWatchMetrics: {
      Namespace: string;
      Dimensions: string[][];
      Metrics: { Name: string; Unit?: string }[];
    }[];
  };
  [name: string]: unknown;
}

const byId = (a: Pick<Line, 'requestId'>, b: Pick<Line, 'requestId'>) =>
  a.requestId.localeCompare(b.requestId);

const parseLine = (line: string) => JSON.parse(withoutColumns(line)) as Line;

describe('the log of requests to every function', () => {
  let broadLog: Map<string, Logged>;
  let key: string;
  let log: string[];
  let refused: string[];

  beforeAll(async () => {
    key = await newKey(marked('employer'));
    const other = await answer('POST', '/jobs', { body: aJob(), headers: { 'api-key': key } });
    const functions = deployedFunctions(dist);
    broadLog = await broadRun(functions, key, other.body.id);
    log = await functions.stop();
    const { endpoint, close } = await refusingEndpoint(process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
    const refusing = deployedFunctions(dist, { AWS_ENDPOINT_URL_DYNAMODB: endpoint });
    await broadRun(refusing, key, other.body.id);
    refused = await refusing.stop();
    await close();
  }, BUILD_MILLIS);

  test('covers every function and every kind of status', () => {
    const statuses = new Set([...broadLog.values()].map(({ status }) => status));
    // 503: the feed is in S3, which does not run here.
    expect(statuses).toEqual(new Set([200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 503]));
    const called = new Set([...broadLog.values()].map(({ functionName }) => functionName));
    expect(called).toEqual(new Set(functionNames));
    expect(refused.map(parseLine).filter(({ status }) => status === 500).length).toBeGreaterThan(5);
  });

  test('contains no key, no e-mail address, and no text of a body, path, query or header', () => {
    const logText = [...log, ...refused].join('\n');
    const [, secret = ''] = /^jps_(.{43})/.exec(key) ?? [];
    for (const hidden of [
      MARKER,
      MARKER.toLowerCase(),
      base64(MARKER).slice(0, 15),
      key,
      secret,
      secret.slice(0, 12),
    ]) {
      expect(hidden).not.toBe('');
      expect(logText).not.toContain(hidden);
    }
    expect(logText).not.toMatch(/[\w-]@[\w-]+\.\w/);
  });

  test('has one line for each request to an operation, with its id, name and status', () => {
    const lines = log
      .map(parseLine)
      .map(({ requestId, operation, status }) => ({ requestId, operation, status }));
    const expected = [...broadLog]
      .filter(([, { functionName }]) => !['no-route', 'documentation'].includes(functionName))
      .map(([requestId, { operation, status }]) => ({ requestId, operation, status }));
    expect(lines.toSorted(byId)).toEqual(expected.toSorted(byId));
  });

  test('has the duration, the database calls and the database units in each line', () => {
    for (const line of [...log, ...refused].map(parseLine)) {
      expect(line).toMatchObject({
        level: line.status >= 500 ? 'ERROR' : line.status >= 400 ? 'WARN' : 'INFO',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        operation: expect.any(String),
        status: expect.any(Number),
        milliseconds: expect.any(Number),
        calls: expect.any(Number),
        readUnits: expect.any(Number),
        writeUnits: expect.any(Number),
      });
      expect('error' in line).toBe(line.status >= 500);
    }
    const created = log
      .map(parseLine)
      .find(({ operation, status }) => operation === 'createJob' && status === 201);
    expect(created?.['writeUnits']).toBeGreaterThan(0);
    expect(created?.['employerId']).toEqual(expect.any(Number));
  });

  test('contains metrics in the embedded metric format in each line', () => {
    const now = Date.now();
    for (const line of [...log, ...refused].map(parseLine)) {
      const { _aws: { Timestamp, CloudWatchMetrics } = { Timestamp: 0, CloudWatchMetrics: [] } } = line;
      expect(Number.isInteger(Timestamp) && Math.abs(now - Timestamp) < BUILD_MILLIS).toBe(true);
      expect(CloudWatchMetrics).not.toEqual([]);
      for (const { Namespace, Dimensions, Metrics } of CloudWatchMetrics) {
        expect(Namespace).toMatch(/^[\w.\-/#:]{1,255}$/);
        expect(Dimensions.every((set) => set.length <= 30)).toBe(true);
        for (const name of Dimensions.flat()) expect(line[name]).toMatch(/^[\x20-\x7e]{1,1024}$/);
        expect(Metrics.length).toBeGreaterThan(0);
        expect(new Set(Metrics.map(({ Name }) => Name)).size).toBe(Metrics.length);
        for (const { Name, Unit } of Metrics) {
          expect(Number.isFinite(line[Name])).toBe(true);
          expect(Unit).toBe('Count');
        }
      }
    }
  });
});

test('The log contains no metrics when METRICS_NAMESPACE is not set', async () => {
  const silent = deployedFunctions(dist, { METRICS_NAMESPACE: undefined });
  await answer('GET', '/jobs', {}, { functions: silent });
  const [line = '', ...others] = await silent.stop();
  expect(others).toEqual([]);
  expect(parseLine(line)).not.toHaveProperty('_aws');
});
