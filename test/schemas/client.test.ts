import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createClient, ProblemError, type JobCreate } from '../../schemas/client/index.ts';
import { operationGuide } from '../../schemas/operation-guide.ts';
import { BASE_PATH, operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { startService } from '../setup/service.ts';

jest.setTimeout(60_000);

let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

async function newClient() {
  const { apiKey } = await service.newEmployer();
  return createClient({ url: `${service.origin}${BASE_PATH}`, apiKey });
}

const job = (overrides: Partial<JobCreate> = {}) => aJob(overrides) as JobCreate;

/** What a promise rejects with. */
const thrownBy = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const rows = Object.entries<Operation>(operations).filter(([, { overrideOnly }]) => !overrideOnly);

describe('the operations', () => {
  test.each(rows)('%s is a method that sends its method, path and body', async (id, { method, path }) => {
    const { body, parameters = {} } = operationGuide[id as OperationId];
    const { id: entry, ...query } = parameters;
    const sent: Request[] = [];
    const client = createClient({
      url: `https://jobs.example.com${BASE_PATH}/`,
      fetch: async (url, init) => {
        sent.push(new Request(url, init));
        return new Response(null, { status: 204 });
      },
    });
    const call = client[id as keyof typeof client] as (call: object) => Promise<unknown>;
    await call({ id: entry, query, ...(body && { body }) });
    const [request] = sent;
    const { pathname, searchParams } = new URL(request?.url ?? '');
    expect([request?.method, pathname]).toEqual([
      method,
      `${BASE_PATH}${path.replace('{id}', String(entry))}`,
    ]);
    expect(await request?.text()).toBe(body === undefined ? '' : JSON.stringify(body));
    expect(Object.fromEntries(searchParams)).toEqual(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    );
  });

  test('create, change and delete a job', async () => {
    const client = await newClient();
    const created = await client.createJob({ body: job({ referenceId: 'REQ-1', status: 'active' }) });
    const { id } = created.body;
    expect(created).toMatchObject({ status: 201, location: `${service.origin}${BASE_PATH}/jobs/${id}` });
    const upserted = await client.upsertJob({ body: { referenceId: 'REQ-1', title: 'Tester' } });
    expect(upserted).toMatchObject({ status: 200, body: { id, title: 'Tester' }, warnings: [] });
    const updated = await client.updateJob({ id, body: { closeDate: null, confidential: true } });
    expect(updated.body).toMatchObject({ id, title: 'Tester', confidential: true });
    expect(await client.getJob({ id })).toMatchObject({ status: 200, body: updated.body });
    const { body: list } = await client.listJobs({ query: { status: 'active', q: 'test' } });
    expect(list).toMatchObject({ data: [{ id }], paging: { total: 1, page: 1 } });
    expect(await client.deleteJob({ id })).toMatchObject({ status: 204, body: undefined });
    await client.createJob({ body: job({ referenceId: 'REQ-2' }) });
    await client.deleteJobByReference({ body: { referenceId: 'REQ-2' } });
    expect((await client.listJobs()).body.paging.total).toBe(0);
  });

  test('read the reference data without a key', async () => {
    const client = createClient({ url: `${service.origin}${BASE_PATH}` });
    const { body: types } = await client.listPositionTypes();
    expect(types.data).toContainEqual({ id: 1, name: 'Full Time' });
    expect((await client.getJobCategory({ id: 23 })).body.name).toBe('Information Technology');
    const { body: places } = await client.listLocations({ query: { q: 'saint-jean', pageSize: 1 } });
    expect(places.data).toHaveLength(1);
  });

  test('report warnings with code, pointer and what was removed', async () => {
    const client = await newClient();
    const body = { ...job({ description: '<p>Bake</p><img src="a.png">' }), 'a "strange" ünit/~': 1 };
    const { warnings } = await client.createJob({ body });
    expect(warnings).toEqual([
      { code: 'field_unknown', pointer: '/a "strange" ünit~1~0' },
      { code: 'markup_removed', pointer: '/description', removed: 'img' },
    ]);
  });

  test('turn warnings into errors when the call asks for it', async () => {
    const client = await newClient();
    const body = { ...job(), careerLevels: [] };
    const error = await thrownBy(client.createJob({ body, prefer: 'handling=strict' }));
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('send versions as If-Match and If-None-Match, and return 304 without a body', async () => {
    const sent: Headers[] = [];
    const client = createClient({
      url: 'https://jobs.example.com/api/v1.1',
      fetch: async (_, init) => {
        sent.push(new Headers(init?.headers));
        return new Response(null, { status: 304, headers: { etag: '"7"' } });
      },
    });
    expect(await client.getJob({ id: 1, ifNoneMatch: '"7"' })).toMatchObject({
      status: 304,
      body: undefined,
      etag: '"7"',
    });
    await client.updateJob({ id: 1, body: {}, ifMatch: '"7"' });
    expect(sent.map((headers) => [headers.get('if-none-match'), headers.get('if-match')])).toEqual([
      ['"7"', null],
      [null, '"7"'],
    ]);
  });

  test('create one job when the first response is lost', async () => {
    const { apiKey } = await service.newEmployer();
    let calls = 0;
    const client = createClient({
      url: `${service.origin}${BASE_PATH}`,
      apiKey,
      fetch: async (...request) => {
        const response = await fetch(...request);
        calls += 1;
        if (calls === 1) throw new TypeError('The answer was lost.');
        return response;
      },
    });
    const random = jest.spyOn(Math, 'random').mockReturnValue(0);
    const { status, body, replayed } = await client.createJob({ body: job() });
    random.mockRestore();
    expect([calls, status, replayed]).toEqual([2, 201, true]);
    expect((await client.listJobs()).body).toMatchObject({ data: [{ id: body.id }], paging: { total: 1 } });
  });

  test('update a job only in the version read: 412 for the second writer', async () => {
    const client = await newClient();
    const { id } = (await client.createJob({ body: job() })).body;
    const { etag } = await client.getJob({ id });
    const change = (title: string) =>
      client.updateJob({ id, body: { title }, ...(etag && { ifMatch: etag }) });
    expect((await change('Cook')).body.title).toBe('Cook');
    expect(await thrownBy(change('Welder'))).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect((await client.getJob({ id })).body.title).toBe('Cook');
  });

  test('hand a redirect to the caller, and never send the key after it', async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    const redirecting = createServer((_, response) => {
      const { port } = elsewhere.address() as AddressInfo;
      response.writeHead(302, { location: `http://127.0.0.1:${port}/resume` }).end();
    }).listen(0, '127.0.0.1');
    await Promise.all([once(elsewhere, 'listening'), once(redirecting, 'listening')]);
    const { port } = redirecting.address() as AddressInfo;
    const client = createClient({ url: `http://127.0.0.1:${port}`, apiKey: 'jps_secret' });
    const { status, location } = await client.getApplicationResume({ id: '0'.repeat(32) });
    elsewhere.close();
    redirecting.close();
    expect([status, location]).toEqual([302, expect.stringMatching(/\/resume$/)]);
    expect(asked).toEqual([]);
  });

  test('reject a call without an id', async () => {
    const client = await newClient();
    const nameless = {} as { id: number };
    expect(await thrownBy(client.getJob(nameless))).toEqual(new TypeError('id is missing in the call'));
  });

  test.each([
    'localhost:3401',
    'localhost:3401/api/v1.1',
    'jobs.example.com/api/v1.1',
    '/api/v1.1',
    'ftp://jobs.example.com',
    'https://jobs.example.com/api/v1.1?stage=dev',
    'https://acme:secret@jobs.example.com/api/v1.1',
    '',
  ])('are not available with a url that is not that of a service: %s', (url) => {
    expect(() => createClient({ url })).toThrow(
      new TypeError(
        'url must be an http or https URL such as https://jobs.example.com/api/v1.1, without a query or credentials.',
      ),
    );
  });
});

describe('problems', () => {
  test('are thrown with everything in the response', async () => {
    const client = await newClient();
    const error = await thrownBy(
      client.createJob({ body: job({ applicationEmail: '', locations: [{ description: 'Calgary, BC' }] }) }),
    );
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      name: 'ProblemError',
      status: 400,
      code: 'validation_failed',
      type: expect.stringContaining('/problems/validation-failed'),
      title: 'The request breaks a rule',
      message: expect.stringContaining('Did you mean: Calgary, AB?'),
      requestId: expect.any(String),
    });
    const { errors } = error as ProblemError;
    expect(new Set(errors.map(({ pointer }) => pointer))).toEqual(
      new Set(['/applicationEmail', '/locations/0/description']),
    );
  });

  test('name the job that already has the referenceId', async () => {
    const client = await newClient();
    const { body } = await client.createJob({ body: job({ referenceId: 'REQ-1' }) });
    const error = await thrownBy(client.createJob({ body: job({ referenceId: 'REQ-1' }) }));
    expect(error).toMatchObject({ code: 'reference_id_taken', existingJob: { id: body.id } });
  });

  test("are distinguished from a gateway's own responses", async () => {
    const answers = [
      Response.json({ message: 'Forbidden' }, { status: 403 }),
      new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
    ];
    const client = createClient({
      url: 'https://jobs.example.com',
      fetch: async () => answers.shift() ?? Response.error(),
      attempts: 1,
    });
    expect(await thrownBy(client.getJob({ id: 1 }))).toMatchObject({
      status: 403,
      code: undefined,
      message: 'Forbidden',
      errors: [],
    });
    expect(await thrownBy(client.getJob({ id: 1 }))).toMatchObject({ status: 502, message: 'Bad Gateway' });
  });
});

/** A client of a new employer that has jobs, every tenth of them active, and what it has asked for since. */
async function withJobs(count: number) {
  const { apiKey } = await service.newEmployer();
  const addresses: string[] = [];
  const client = createClient({
    url: `${service.origin}${BASE_PATH}`,
    apiKey,
    fetch: (address, init) => {
      if (init?.method === 'GET') addresses.push(address as string);
      return fetch(address, init);
    },
  });
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const status = made % 10 === 0 ? 'active' : 'draft';
    ids.push((await client.createJob({ body: job({ status }) })).body.id);
  }
  return { client, ids: ids.toReversed(), addresses };
}

describe('lists', () => {
  test('return all 250 jobs, newest first, in three requests', async () => {
    const { client, ids, addresses } = await withJobs(250);
    const listed: number[] = [];
    for await (const { id } of client.allJobs()) listed.push(id);
    expect(listed).toEqual(ids);
    expect(addresses).toHaveLength(3);
  });

  test('keep the filter from page to page, and fetch no page before it is needed', async () => {
    const { client, ids, addresses } = await withJobs(21);
    const active = ids.filter((_, index) => index % 10 === 0);
    const pages = client.jobPages({ status: 'active', pageSize: 2 });
    const first = await pages.next();
    expect(first.value).toMatchObject({
      data: active.slice(0, 2).map((id) => ({ id })),
      paging: { total: 3 },
    });
    expect(addresses).toHaveLength(1);
    const second = await pages.next();
    expect(second.value).toMatchObject({ data: [{ id: active[2] }] });
    expect(await pages.next()).toEqual({ done: true, value: undefined });
  });

  test('end with the problem of a filter that breaks a rule', async () => {
    const client = await newClient();
    const error = await thrownBy(client.allJobs({ pageSize: 1000 }).next());
    expect(error).toMatchObject({ status: 400, errors: [{ parameter: 'pageSize' }] });
  });
});
