import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import type { Employer } from '../../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { INT32_MAX } from '../../../schemas/limits.ts';
import { documentedOperations, type DocumentedOperation } from '../../../schemas/operation-schemas.ts';
import { openApiDocument } from '../../../schemas/openapi.ts';
import type { OperationId } from '../../../schemas/operations.ts';
import { permissionFor, permissions, type Permission } from '../../../schemas/permission.ts';
import { problems, problemType, type ProblemCode } from '../../../schemas/problems.ts';
import { pathIds } from '../../setup/applications-in-table.ts';
import { createHttpClient, type Reply } from '../../setup/http-client.ts';
import { compareWithDocument } from '../../setup/openapi-responses.ts';
import { documentedRequest, type PathIds } from '../../setup/openapi-requests.ts';
import { ownTable } from '../../setup/own-table.ts';
import { createPartnerClient, issueKey } from '../../setup/partners.ts';
import { observePermissions } from '../../setup/permission-watch.ts';
import { startService } from '../../setup/service.ts';
import { startServer } from '../../setup/local-server.ts';

process.env['RATE_LIMITS'] = 'on';
// Needs its own table: locations in the jobs of other suites would change the list of places.
await ownTable();
const service = await startService();
/** A site whose address is in jobs. It closes every connection, so that the test sees each new one. */
const site = await startServer(async (_, response) => void response.setHeader('connection', 'close').end());

/** The activity of the service during a request. Requests run one at a time. */
interface Activity {
  /** The permissions that the request's calls to DynamoDB need. */
  calls: string[];
  lines: { operation: string; status: number }[];
  /** The hosts and ports to which the service connects, and the names that it looks up. */
  connections: string[];
}

const noActivity = (): Activity => ({ calls: [], lines: [], connections: [] });
let activity = noActivity();

observePermissions((permission) => void activity.calls.push(permission));
jest.spyOn(console, 'log').mockImplementation((line) => void activity.lines.push(JSON.parse(String(line))));
const onSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  const { connections } = activity;
  socket.on('lookup', (_error, _address, _family, host) => void connections.push(host));
  socket.on('connectionAttempt', (ip, port) => void connections.push(`${ip}:${port}`));
};
subscribe('net.client.socket', onSocket);

afterAll(() => void unsubscribe('net.client.socket', onSocket));

type Visit = Activity & { reply: Reply };

async function recorded(work: () => Promise<Reply>): Promise<Visit> {
  const ofRequest = noActivity();
  activity = ofRequest;
  const reply = await work();
  activity = noActivity();
  return { reply, ...ofRequest };
}

const takesBody = ({ body }: DocumentedOperation) => body !== undefined;

const rows = Object.entries(documentedOperations) as [OperationId, DocumentedOperation][];

/** The writes to the table, except those that record the use of a key. */
const writesIn = ({ calls }: Visit) =>
  calls.filter((call) => /^(?:Put|Update|Delete)Item on (?!(?:apiKeys|keyUse|rateLimits)$)/.test(call));

const ownHosts = new Set(
  [process.env['ENGINE_URL'], service.origin].map((address) => new URL(String(address)).host),
);
const foreignConnections = ({ connections }: Visit) => connections.filter((host) => !ownHosts.has(host));

/** A job whose texts contain the site's address, and for which candidates apply on this service. */
const naming = {
  status: 'active',
  title: site.endpoint,
  locations: [{ description: 'Calgary, AB' }],
  description: `<p><a href="${site.endpoint}">${site.endpoint}</a><img src="${site.endpoint}/a.png"></p>`,
  applicationUrl: site.endpoint,
};

async function employerWithJob(referenceId: string | null) {
  const { acme, job } = await service.employerWithJob({ ...naming, referenceId }, { plan: 'unlimited' });
  return { acme, ids: await pathIds(service.db, acme, job) };
}

/** The employer of all requests that do not change data. */
const reader = await employerWithJob('REQ-2041');
const [suspended, exhausted] = [await service.newEmployer(), await service.newEmployer()];
const newPartner = () => createPartnerClient(service);
const [partner, foreign] = [await newPartner(), await newPartner()];
const [suspendedPartner, exhaustedPartner] = [await newPartner(), await newPartner()];
for (const { id } of [exhausted.employer, exhaustedPartner.partner]) {
  const fullAt = Date.now() + 86_400_000;
  await service.db.put({ Item: { ...accountKeys.rateLimit(String(id)), fullAt, at: Date.now() } });
}
for (const { id } of [suspended.employer, suspendedPartner.partner]) {
  await employerStore(service.db).suspend(id, new Date());
}

/** The documented request of an operation, by the key of the employer or of the partner. */
function exampleOf(id: OperationId, ids: PathIds, apiKey: string) {
  const { headers, ...example } = documentedRequest(id, ids);
  return { ...example, headers: { 'api-key': apiKey, ...headers } as { [name: string]: string } };
}

type Example = ReturnType<typeof exampleOf>;

const anonymous = createHttpClient(service.origin, {});
const send = ({ method, path, ...sent }: Example) => recorded(() => anonymous.request(method, path, sent));

const withHeaders = (headers: { [name: string]: string }) => (example: Example) => ({
  ...example,
  headers: { ...example.headers, ...headers },
});

const withQuery = (example: Example, query: string): Example => ({
  ...example,
  path: `${example.path}${example.path.includes('?') ? '&' : '?'}${query}`,
});

/** Each operation once, with its documented request and unknown parameters. Clients send the parameter _ to bypass caches. */
const visits = new Map<OperationId, Visit>();
const failures: { [id: string]: string } = {};

const keyWith = async (account: Employer, permitted: readonly Permission[] | null) =>
  (await issueKey(service.db, account, { permissions: permitted })).apiKey;

/** Keys of the reader and of the partner with all permissions but one. */
const keysWithout = new Map<Permission, { ofEmployer: string; ofPartner: string }>();
for (const missing of permissions) {
  const others = permissions.filter((permission) => permission !== missing);
  keysWithout.set(missing, {
    ofEmployer: await keyWith(reader.acme.employer, others),
    ofPartner: await keyWith(partner.partner, others),
  });
}

/**
 * Sends the request of an operation with a key that has only the permission for it, or with a wrong key, which a public
 * one ignores. A key creates only those that may do no more than itself, so the one for `createKey` may do everything.
 */
async function visit(id: OperationId, row: DocumentedOperation) {
  const { method, status, access } = row;
  const { acme, ids } =
    method === 'GET' ? reader : await employerWithJob(id === 'createJob' ? null : 'REQ-2041');
  const apiKey =
    access === 'public'
      ? `${acme.apiKey},wrong`
      : await keyWith(acme.employer, id === 'createKey' ? null : [permissionFor(row)]);
  const example = withQuery(exampleOf(id, ids, apiKey), 'dryRun=true&dryRun=false&r%C3%A9f=1&_=17672256');
  if (takesBody(row)) example.body = Object.assign({}, example.body, { tset: 1 });
  const made = await send(example);
  if (made.reply.status === status) visits.set(id, made);
  else failures[id] = `${made.reply.status} ${made.reply.text}`;
}

beforeAll(async () => {
  for (const [id, row] of rows) {
    await visit(id, row).catch((error: unknown) => {
      failures[id] = String(error);
    });
  }
});

/** One value for each successful operation, by operation id, so that a failed assertion names the operation. */
const byOperation = <Value>(valueOf: (id: OperationId, visit: Visit, row: DocumentedOperation) => Value) =>
  Object.fromEntries([...visits].map(([id, made]) => [id, valueOf(id, made, documentedOperations[id])]));

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, validateSchema: false });
const validators = new Map<object, ValidateFunction>();

/** The errors of a value against a schema, which allows no fields besides those that it lists. */
function faultsBy(schema: object, value: unknown): string[] {
  // A schema may contain one named schema twice, but ajv accepts each $id only once.
  const nameless = () =>
    JSON.parse(
      JSON.stringify(schema, (key, member: unknown) => (key === '$id' ? undefined : member)),
    ) as object;
  const validate = validators.get(schema) ?? ajv.compile(nameless());
  validators.set(schema, validate);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The operation that carries out a request: a method override is logged as the PUT that it selects, and has its schema. */
const performed = (id: OperationId): OperationId => {
  const { servedBy, path }: DocumentedOperation = documentedOperations[id];
  const selected = rows.find(([, row]) => row.method === 'PUT' && row.path === path);
  return servedBy === undefined ? id : (selected?.[0] ?? id);
};

// A redirect has a different address each time, so it has no ETag.
const reads = rows.filter(
  ([, { method, status, redirects }]) => method === 'GET' && status === 200 && !redirects,
);

describe('every operation', () => {
  test('carries out its documented request', () => {
    expect(failures).toEqual({});
  });

  test('responds with the status, headers and fields of its row and of the document, and no others', () => {
    const faults = byOperation((id, { reply }) => {
      const { answer }: DocumentedOperation = documentedOperations[performed(id)];
      const ofBody = answer ? faultsBy(answer as object, reply.body) : [reply.text];
      return {
        faults: [...compareWithDocument(id, reply).faults, ...ofBody].join(''),
        limit: reply.headers.has('ratelimit'),
      };
    });
    expect(faults).toEqual(byOperation((_, __, { access }) => ({ faults: '', limit: access !== 'public' })));
  });

  test('warns about each unknown query parameter and field', () => {
    const warnings = byOperation((_, { reply }) => reply.headers.get('job-warning'));
    const ofQuery = 'parameter_unknown; parameter="dryRun", parameter_unknown; parameter="r%C3%A9f"';
    expect(warnings).toEqual(
      byOperation((_, __, row) => `${takesBody(row) ? 'field_unknown; pointer="/tset", ' : ''}${ofQuery}`),
    );
  });

  test('opens no connection to an address in a job or a request', () => {
    expect(byOperation((_, made) => foreignConnections(made))).toEqual(byOperation(() => []));
  });

  test('logs one line with the name of the operation and the status of the response', () => {
    const lines = byOperation((_, made) => made.lines.map(({ operation, status }) => [operation, status]));
    expect(lines).toEqual(byOperation((id, { reply }) => [[performed(id), reply.status]]));
  });
});

test('the check for outgoing connections detects a connection to a site that a job names', async () => {
  const connections = await recorded(async () => createHttpClient(site.endpoint, {}).get(site.endpoint));
  expect(foreignConnections(connections)).toEqual([new URL(site.endpoint).host]);
});

const validatorsOf = ({ headers }: Reply) =>
  ['etag', 'cache-control', 'last-modified'].map((name) => headers.get(name));

test.each(reads)(
  'a read has a strong ETag and Cache-Control, 304s for If-None-Match, and has the same validators for HEAD: %s',
  async (id, { access, maxAgeSeconds = 3_600 }) => {
    const example = exampleOf(id, reader.ids, reader.acme.apiKey);
    const { reply } = await send(example);
    const [etag, cacheControl] = validatorsOf(reply);
    const lifetime = access === 'public' ? `public, max-age=${maxAgeSeconds}` : 'private, no-cache';
    expect([etag, cacheControl]).toEqual([expect.stringMatching(/^"[\w-]{22}"$/), lifetime]);
    const { reply: revalidation } = await send(withHeaders({ 'if-none-match': String(etag) })(example));
    const { status, text, headers } = revalidation;
    expect([status, text, headers.get('content-type')]).toEqual([304, '', null]);
    const { reply: head } = await send({ ...example, method: 'HEAD' });
    for (const each of [revalidation, head]) expect(validatorsOf(each)).toEqual(validatorsOf(reply));
  },
);

type Applies = (row: DocumentedOperation) => boolean;
type Change = (example: Example, row: DocumentedOperation) => Example;
type Refused = [title: string, applies: Applies, changed: Change, status: number, code: ProblemCode];

const withKey = ({ apiKey }: { apiKey: string }) => withHeaders({ 'api-key': apiKey });
const withEmployer = ({ id }: { id: number }) =>
  withHeaders({ 'api-key': partner.apiKey, 'employer-id': String(id) });
const [employerOfOther, ownEmployer] = [await foreign.newEmployer('C-1'), await partner.newEmployer('C-1')];

const withoutKey = ({ headers, ...example }: Example): Example => {
  const { 'api-key': _, ...others } = headers;
  return { ...example, headers: others };
};

const withoutBody = ({ method, path, headers }: Example): Example => ({ method, path, headers });

const { paths } = openApiDocument();
const hasCondition = ({ path, method }: DocumentedOperation) =>
  paths[path]?.[method.toLowerCase()]?.parameters?.some(({ name }) => name === 'If-Match') ?? false;

/** Whether the documented request is about something that exists. That of the dry run of an upsert creates a job. */
const hasVersion = ({ path }: DocumentedOperation) => path !== '/jobs/validate';

const isWrite: Applies = ({ method }) => method !== 'GET';
const needsKey: Applies = ({ access }) => access !== 'public';
const isOf =
  (...accesses: DocumentedOperation['access'][]): Applies =>
  ({ access }) =>
    accesses.includes(access);
const ofEmployers = isOf('employer', 'account');
const strict = withHeaders({ prefer: 'handling=strict' });
const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

const refusals: Refused[] = [
  [
    'without a key, before it reads the id and the body',
    needsKey,
    (example, { path }) => ({
      ...withoutKey(example),
      path: path.replace('{id}', 'abc'),
      ...(example.body && { body: Buffer.from('{') }),
    }),
    401,
    'api_key_invalid',
  ],
  ['with the key of a suspended employer', ofEmployers, withKey(suspended), 403, 'employer_suspended'],
  [
    'with the key of a suspended partner',
    isOf('partner', 'account'),
    withKey(suspendedPartner),
    403,
    'partner_suspended',
  ],
  [
    'with the key of an account that has used up its rate limit',
    needsKey,
    (example, { access }) => withKey(access === 'partner' ? exhaustedPartner : exhausted)(example),
    429,
    'rate_limit_exceeded',
  ],
  [
    'with a key that has every permission but the one for the operation',
    needsKey,
    (example, row) => {
      const { ofEmployer = '', ofPartner = '' } = keysWithout.get(permissionFor(row)) ?? {};
      return withKey({ apiKey: row.access === 'partner' ? ofPartner : ofEmployer })(example);
    },
    403,
    'permission_missing',
  ],
  [
    'with the key of a partner and no Employer-Id',
    isOf('employer'),
    withKey(partner),
    400,
    'employer_missing',
  ],
  [
    'with the key of a partner and the Employer-Id of another partner’s employer',
    ofEmployers,
    withEmployer(employerOfOther),
    404,
    'employer_not_found',
  ],
  ['with the key of an employer', isOf('partner'), withKey(reader.acme), 403, 'partner_only'],
  [
    'with the key of a partner and the Employer-Id of its own employer',
    isOf('partner'),
    withEmployer(ownEmployer),
    403,
    'partner_only',
  ],
  [
    'with an unknown query parameter under strict handling',
    () => true,
    (example) => strict(withQuery(example, 'dryRun=true')),
    400,
    'validation_failed',
  ],
  [
    'with an unknown field under strict handling',
    takesBody,
    (example) => ({ ...strict(example), body: Object.assign({}, example.body, { tset: 1 }) }),
    400,
    'validation_failed',
  ],
  [
    'with If-Match and the entity tag of another version',
    hasCondition,
    withHeaders({ 'if-match': '"other"' }),
    412,
    'precondition_failed',
  ],
  [
    'with a malformed If-None-Match',
    hasCondition,
    withHeaders({ 'if-none-match': '"a" "b"' }),
    400,
    'validation_failed',
  ],
  [
    'with If-None-Match, when a version exists',
    (row) => isWrite(row) && hasCondition(row) && hasVersion(row),
    withHeaders({ 'if-none-match': '*' }),
    412,
    'precondition_failed',
  ],
  [
    'with a body of an unsupported type, even for operations without a body',
    isWrite,
    (example) => ({ ...withHeaders({ 'content-type': 'text/plain' })(example), body: Buffer.from('now') }),
    415,
    'media_type_unsupported',
  ],
  [
    'with a compressed body',
    isWrite,
    (example) => ({ ...withHeaders(gzip)(example), body: Buffer.from('{}') }),
    415,
    'media_type_unsupported',
  ],
  [
    'with a part of a body',
    ({ method }) => method === 'PUT',
    withHeaders({ 'content-range': 'bytes 0-1/2' }),
    400,
    'validation_failed',
  ],
  ['with a list as the body', takesBody, (example) => ({ ...example, body: [] }), 400, 'json_malformed'],
  ['without a body', takesBody, withoutBody, 400, 'body_missing'],
];

/** The members of every problem document, before those of its code and the requestId. */
const members = ['type', 'title', 'status', 'detail', 'message', 'code'];

describe('every operation refuses a request, logs the refusal, and writes no item', () => {
  const requestIds: string[] = [];
  test.each(refusals)('%s', async (_, applies, changed, status, code) => {
    const outcomes: { [id: string]: unknown } = {};
    const expected: typeof outcomes = {};
    for (const [id, row] of rows.filter(([, each]) => applies(each))) {
      const made = await send(changed(exampleOf(id, reader.ids, reader.acme.apiKey), row));
      const { headers, body } = made.reply;
      const { type, title, detail, message } = body ?? {};
      requestIds.push(body?.requestId);
      outcomes[id] = {
        problem: [type, title, made.reply.status, body?.code],
        detail: [detail, message],
        members: Object.keys(body ?? {}),
        faults: compareWithDocument(id, made.reply).faults,
        cacheControl: headers.get('cache-control'),
        challenge: headers.get('www-authenticate'),
        origin: headers.get('access-control-allow-origin'),
        hasEtag: headers.has('etag'),
        hasLimit: headers.has('ratelimit'),
        isRetried: headers.has('retry-after'),
        writes: writesIn(made),
        lines: made.lines.map((line) => line.status),
      };
      expected[id] = {
        problem: [problemType(code), problems[code].title, status, code],
        detail: [expect.stringMatching(/^\S.*\.$/s), body?.detail],
        members: [...members, ...(code === 'validation_failed' ? ['errors'] : []), 'requestId'],
        faults: [],
        cacheControl: 'no-store',
        challenge: status === 401 ? 'ApiKey' : null,
        origin: row.access === 'public' ? '*' : null,
        hasEtag: status === 412 && hasVersion(row),
        hasLimit: row.access !== 'public' && status !== 401,
        isRetried: status === 429,
        writes: [],
        lines: [status],
      };
    }
    expect(Object.keys(outcomes).length).toBeGreaterThan(0);
    expect(outcomes).toEqual(expected);
    expect(new Set(requestIds).size).toBe(requestIds.length);
  });
});

const withoutRequestId = ({ status, text }: Reply) => [status, text.replace(/"requestId":"[^"]+"/, '')];

/** Ids of resources of another employer and another partner. The webhook's id is one that the reader does not have. */
const other = await employerWithJob('REQ-1');
const { body: secondWebhook } = await other.acme.post('/webhooks', { url: 'https://hooks.example.com' });
const ofOthers: PathIds = { ...other.ids, webhook: secondWebhook.id, partnerKey: reader.ids.partnerKey };
/** Ids of resources of an employer of the partner. */
const itsEmployer = { employer: await partner.newEmployer('C-2') };
const ofItsEmployer = await pathIds(service.db, itsEmployer, { id: 1, title: 'Baker', referenceId: null });
const missingIds: PathIds = {
  ...reader.ids,
  job: INT32_MAX,
  application: '0'.repeat(32),
  webhook: INT32_MAX,
  partnersEmployer: INT32_MAX,
  key: `${reader.acme.employer.id}-00000000`,
};

/** The read of what a write changes or deletes, if it has a version. A write by referenceId has the read by id. */
const readOf = (path: string) =>
  ({ '/jobs': 'getJob' as const, '/employers': 'getEmployerAccount' as const })[path] ??
  reads.find(([, row]) => row.path === path)?.[0];

const writes = rows.filter(([, row]) => isWrite(row) && hasCondition(row) && readOf(row.path));

test.each(writes)(
  'If-Match with the entity tag of the present version lets one write succeed, also of two at once: %s',
  async (id, { method, path }) => {
    const { acme, ids } = await employerWithJob('REQ-2041');
    const { reply } = await send(exampleOf(readOf(path) ?? id, ids, acme.apiKey));
    const write = withHeaders({ 'if-match': reply.headers.get('etag') ?? 'none' })(
      exampleOf(id, ids, acme.apiKey),
    );
    // An employer of a partner has the documented name.
    if (method === 'PUT') write.body = Object.assign({}, write.body, { name: 'Another' });
    const replies = await Promise.all(Array.from({ length: method === 'PUT' ? 2 : 1 }, () => send(write)));
    const statuses = replies.map((each) => each.reply.status).toSorted((one, two) => one - two);
    expect([reply.status, statuses]).toEqual([200, method === 'PUT' ? [200, 412] : [204]]);
  },
);

test('no list has data of another employer', async () => {
  const stranger = await service.newEmployer();
  const lists = rows.filter(
    ([, { method, access, path }]) => method === 'GET' && access !== 'public' && !path.includes('{id}'),
  );
  const textsFor = (apiKey: string) =>
    Promise.all(lists.map(async ([, { path }]) => (await anonymous.get(path, { 'api-key': apiKey })).text));
  const [ownTexts, others] = [await textsFor(reader.acme.apiKey), await textsFor(stranger.apiKey)];
  const { application, key } = reader.ids;
  for (const mark of ['REQ-2041', site.endpoint, application, key, reader.acme.key.id]) {
    expect([ownTexts, others].map((texts) => texts.join().includes(mark))).toEqual([true, false]);
  }
});

describe('a resource of another employer or partner', () => {
  const aboutOne = rows.filter(([, { access, path }]) => access !== 'public' && path.includes('{id}'));
  const ofAccounts = aboutOne.filter(([, { access }]) => access === 'account');

  test.each([
    ['an employer', aboutOne, reader.acme.apiKey, ofOthers],
    ['a partner', ofAccounts, partner.apiKey, ofOthers],
    ['a partner, with the ids of its employer', ofAccounts, partner.apiKey, ofItsEmployer],
  ] as const)(
    'gets the response of a missing resource, byte for byte, and no item is written: requested by %s',
    async (_, ofCaller, apiKey, ids) => {
      const outcomes: { [id: string]: unknown } = {};
      const expected: typeof outcomes = {};
      for (const [id] of ofCaller) {
        const answered = await send(exampleOf(id, ids, apiKey));
        const { reply: missing } = await send(exampleOf(id, missingIds, apiKey));
        outcomes[id] = [...withoutRequestId(answered.reply), writesIn(answered)];
        expected[id] = [404, withoutRequestId(missing)[1], []];
      }
      expect(outcomes).toEqual(expected);
    },
  );
});
