import { afterAll, describe, expect, test } from '@jest/globals';
import { functionNames } from '../../bin/local/routes.ts';
import type { Outgoing } from '../../functions/http/incoming.ts';
import { forEachConcurrently } from '../../functions/platform/concurrency.ts';
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

interface Sent {
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
  { stage = '$default', event: other = {}, ...sent }: Sent = {},
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

const DOMAIN = 'a1b2c3d4e5.execute-api.ca-central-1.amazonaws.com';

const lambda = deployedFunctions();
const dynamo = createDocumentClient();
const employers = employerStore(
  database({ client: dynamo, tableName: process.env['TABLE_NAME'] ?? '', remainingMillis: () => Infinity }),
);

const newKey = async () =>
  (await employers.create({ name: 'Acme Inc.', plan: 'standard' }, new Date())).apiKey;
const apiKey = await newKey();

afterAll(async () => {
  await lambda.stop();
  dynamo.destroy();
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
  test("runs the handler of a scheduled function with the schedule's input", async () => {
    const run = await lambda.invoke('refresh-due-jobs', { shard: 0 } as never, 600_000);
    expect(run).toMatchObject({ finished: true, failed: 0 });
  });

  test('fails at the start and names the invalid setting', async () => {
    const wrong = deployedFunctions({ BASE_URL: 'nowhere' });
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
const jsonEvent = (event: NonNullable<Sent['event']>): Sent => ({ headers: asJson, event });
const withType = (type: string): Sent => ({ body: aJob(), headers: { 'content-type': type } });
const strictPreference = { body: aJob({ nobody: 1 }), headers: { prefer: 'respond-async,handling=strict' } };
const cookie = { cookies: [`api-key=${apiKey}`], headers: { cookie: `api-key=${apiKey}` } };

describe('an event is refused', () => {
  test.each<[title: string, request: string, sent: Sent, refusal: string]>([
    ['no body', 'POST /jobs', jsonEvent({ body: undefined, isBase64Encoded: false }), '400 body_missing'],
    ['JSON twice', 'POST /jobs', withType('application/json,application/json'), '415 media_type_unsupported'],
    ['Prefer twice, with what it forbids', 'POST /jobs', strictPreference, '400 validation_failed'],
    ['a key among the cookies', 'GET /jobs', { event: cookie }, '401 api_key_invalid'],
  ])('with %s: %s', async (...[, request, sent, refusal]) => {
    const [method = '', target = ''] = request.split(' ');
    const { status, body } = await answer(method, target, sent);
    expect(`${status} ${body.code}`).toBe(refusal);
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
});

/** A line of the log without the columns that the runtime's console adds in the log format TEXT. */
const parseLine = (line: string) => JSON.parse(line.replace(/^\S+Z\t\S+\t[A-Z]+\t/, ''));

/** The operation or public page of a function. */
const operationOf = new Map(
  [...rows.map(([id]) => id), ...Object.keys(publicPages)].map((id) => [functionNameOf(id), id]),
);

/** Functions whose requests only the access log of API Gateway shows. */
const unlogged = new Set(['no-route', 'documentation']);

test('every function accepts an event without optional members, and logs one line with its id, operation, status, duration, database units and metrics', async () => {
  const functions = deployedFunctions();
  const expected = new Map<string, object>();
  await forEachConcurrently(functionNames, 4, async (name) => {
    const { version, routeKey, rawPath, requestContext } = documentedEvent('GET', '/nothing').event;
    const barren = { version, routeKey, rawPath, rawQueryString: '', headers: {}, requestContext };
    const result = await functions.invoke(name, { ...barren, isBase64Encoded: false });
    expectFormat2(result);
    const status = barrenStatus.get(name) ?? 0;
    expect([name, result.statusCode]).toEqual([name, status]);
    const operation = operationOf.get(name) ?? expect.any(String);
    if (!unlogged.has(name)) expected.set(requestContext.requestId, { operation, status });
  });
  const created = await answer('POST', '/jobs', { body: aJob() }, { functions });
  expect(created.status).toBe(201);
  const lines = (await functions.stop()).map(parseLine);
  const ofCreation = lines.filter(({ requestId }) => !expected.has(requestId));
  expect(ofCreation).toMatchObject([{ operation: 'createJob', status: 201, employerId: expect.any(Number) }]);
  expect(ofCreation[0].writeUnits).toBeGreaterThan(0);
  expect(lines).toHaveLength(expected.size + 1);
  const ofConstants = lines.find(({ operation }) => operation === 'listPositionTypes');
  expect(ofConstants).toMatchObject({ calls: 0, readUnits: 0, writeUnits: 0 });
  const now = Date.now();
  for (const line of lines) {
    expect(line).toMatchObject({
      ...expected.get(line.requestId),
      level: line.status >= 500 ? 'ERROR' : line.status >= 400 ? 'WARN' : 'INFO',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      milliseconds: expect.any(Number),
      calls: expect.any(Number),
      readUnits: expect.any(Number),
      writeUnits: expect.any(Number),
    });
    expect('error' in line).toBe(line.status >= 500);
    // CloudWatch's embedded metric format.
    const { Timestamp, CloudWatchMetrics } = line['_aws'];
    expect(Number.isInteger(Timestamp) && Math.abs(now - Timestamp) < 300_000).toBe(true);
    expect(CloudWatchMetrics).not.toEqual([]);
    for (const { Namespace, Dimensions, Metrics } of CloudWatchMetrics) {
      expect(Namespace).toMatch(/^[\w.\-/#:]{1,255}$/);
      for (const set of Dimensions) expect(set.length).toBeLessThanOrEqual(30);
      for (const name of Dimensions.flat()) expect(line[name]).toMatch(/^[\x20-\x7e]{1,1024}$/);
      const names = Metrics.map(({ Name }: { Name: string }) => Name);
      expect([names.length > 0, new Set(names).size]).toEqual([true, names.length]);
      for (const { Name, Unit } of Metrics) {
        expect([Number.isFinite(line[Name]), Unit]).toEqual([true, 'Count']);
      }
    }
  }
});

test('The log contains no metrics when METRICS_NAMESPACE is not set', async () => {
  const silent = deployedFunctions({ METRICS_NAMESPACE: undefined });
  await answer('GET', '/jobs', {}, { functions: silent });
  const lines = await silent.stop();
  expect(lines).toHaveLength(1);
  expect(parseLine(lines[0]!)).not.toHaveProperty('_aws');
});
