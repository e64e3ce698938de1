import { describe, expect, test } from '@jest/globals';
import {
  createClient,
  ProblemError,
  type Client,
  type JobCreate,
  type OperationId,
} from '../../schemas/client/index.ts';
import { resources } from '../../schemas/client/resources.ts';
import { operationGuide } from '../../schemas/operation-guide.ts';
import { documentedOperations } from '../../schemas/operation-schemas.ts';
import { BASE_PATH, operations, type Operation } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { realLogo } from '../setup/logos.ts';
import { createPartner } from '../setup/partners.ts';
import { sharedService } from '../setup/shared-service.ts';

const service = sharedService();

async function newClient() {
  const { apiKey } = await service.newEmployer();
  return createClient({ url: `${service.origin}${BASE_PATH}`, apiKey });
}

const job = (overrides: Partial<JobCreate> = {}) => aJob(overrides) as JobCreate;

const ann = { name: 'Ann', email: 'ann@example.org', coverLetter: 'I bake.', consent: true } as const;

/** The error of a rejected promise. */
const thrownBy = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined).catch((error: unknown) => error);

/** The error of a call with this `url` option, without retries. */
const errorAt = async (url: string, fetch = globalThis.fetch) =>
  thrownBy(createClient({ url, apiKey: 'jps_key', fetch, attempts: 1 }).jobs.get(2041));

const options = { prefer: 'handling=strict', ifMatch: '"1"', ifNoneMatch: '*', idempotencyKey: 'REQ-1' };
const optionHeaders = ['prefer', 'if-match', 'if-none-match', 'idempotency-key'];

const rows = Object.entries<Operation>(operations).filter(([, { servedBy }]) => servedBy === undefined);

/** A client that answers every request with 204, and its requests. */
function recordingClient(apiKey: string | undefined) {
  const requests: Request[] = [];
  const client = createClient({
    url: `https://jobs.example.com${BASE_PATH}/`,
    apiKey,
    fetch: async (url, init) => {
      requests.push(new Request(url, init));
      return new Response(null, { status: 204 });
    },
  });
  return { client, sent: requests };
}

/** The operation whose request each method of a resource sends. */
const methodsOf = new Map(
  Object.entries(resources).flatMap(([resource, methods]) =>
    Object.entries<object>(methods).flatMap(([name, method]) =>
      'id' in method ? [[String(method.id), [resource, name]] as const] : [],
    ),
  ),
);

describe('the operations', () => {
  test.each(rows)(
    '%s is a method of a resource that takes the id, the body or query, and the options',
    async (id, { access, method, path, bytes }) => {
      const { body, parameters = {} } = operationGuide[id as OperationId];
      const file = bytes && { file: realLogo('chromium.png').bytes, mediaType: 'image/png' };
      const { id: entry, ...query } = parameters;
      const { client, sent } = recordingClient(access === 'public' ? undefined : 'jps_key');
      const [resource = '', methodName = ''] = methodsOf.get(id) ?? [];
      type Method = (...inputs: unknown[]) => Promise<unknown>;
      const methods = client[resource as 'jobs'] as unknown as Record<string, Method>;
      const hasQuery = documentedOperations[id as OperationId].query;
      const inputs = [entry, body, file?.file, file?.mediaType, hasQuery && query];
      await methods[methodName]?.(...inputs.filter(Boolean), options);
      const [request] = sent;
      const { pathname, searchParams } = new URL(request?.url ?? '');
      const filledPath = path.replace('{id}', String(entry));
      expect([request?.method, pathname]).toEqual([method, `${BASE_PATH}${filledPath}`]);
      const received = Buffer.from((await request?.arrayBuffer()) ?? new ArrayBuffer(0));
      const expectedBody = Buffer.from(file?.file ?? (body === undefined ? '' : JSON.stringify(body)));
      expect(received.equals(expectedBody)).toBe(true);
      if (file) expect(request?.headers.get('content-type')).toBe(file.mediaType);
      expect([...searchParams]).toEqual(Object.entries(query).map(([name, value]) => [name, String(value)]));
      expect(optionHeaders.map((name) => request?.headers.get(name))).toEqual(Object.values(options));
    },
  );

  test('set a logo byte for byte from a Buffer, an ArrayBuffer or a Blob, and delete it', async () => {
    const client = await newClient();
    const { bytes, mediaType } = realLogo('pillow-lossy.webp');
    const { buffer } = new Uint8Array(bytes);
    for (const file of [bytes, buffer, new Blob([bytes], { type: 'text/plain' })]) {
      const { logo } = await client.employer.setLogo(file, mediaType as 'image/webp');
      const logoResponse = await fetch(logo ?? '');
      expect(logoResponse.headers.get('content-type')).toBe('image/webp');
      expect(Buffer.from(await logoResponse.arrayBuffer()).equals(bytes)).toBe(true);
    }
    expect(await client.employer.deleteLogo()).toBeUndefined();
    const unnamed = client.employer.setLogo as unknown as (file: Buffer) => Promise<unknown>;
    expect(await thrownBy(unnamed(bytes))).toBeInstanceOf(TypeError);
  });

  test('read the profile of the employer, and change it only if the version is still the one read', async () => {
    const client = await newClient();
    const { etag: ifMatch } = (await client.employer.get()).lastResponse;
    const changed = await client.employer.update({ language: 'fr' }, { ifMatch });
    expect(await client.employer.get()).toEqual(changed);
    expect(await client.employer.get({ ifNoneMatch: changed.lastResponse.etag })).toBeUndefined();
    const late = await thrownBy(client.employer.update({ language: 'en' }, { ifMatch }));
    expect(late).toMatchObject({ code: 'precondition_failed' });
  });

  test('return a job whose copies and JSON omit lastResponse', async () => {
    const { apiKey, get } = await service.newEmployer();
    const client = createClient({ url: `${service.origin}${BASE_PATH}`, apiKey });
    const created = await client.jobs.create(job());
    const { body } = await get(`/jobs/${created.id}`);
    expect(JSON.parse(JSON.stringify(created))).toEqual(body);
    expect(Object.keys({ ...created })).toEqual(Object.keys(body as object));
    const copy = await client.jobs.create({ ...created, title: 'Tester' });
    expect(copy.lastResponse.warnings).toEqual([]);
  });

  test('report warnings with the code, the pointer and the removed text', async () => {
    const client = await newClient();
    const body = { ...job({ description: '<p>Bake</p><img src="a.png">' }), 'a "strange" ünit/~': 1 };
    const { lastResponse } = await client.jobs.create(body);
    expect(lastResponse.warnings).toEqual([
      { code: 'field_unknown', pointer: '/a "strange" ünit~1~0' },
      { code: 'markup_removed', pointer: '/description', removed: 'img' },
    ]);
  });

  test('read a posting and apply for it under the id that the posting had while it was confidential', async () => {
    const client = await newClient();
    const { id, lastResponse } = await client.jobs.create(job({ status: 'active', confidential: true }));
    const [, secret = ''] = /\/jobs\/([^>]+)>/.exec(lastResponse.headers.get('link') ?? '') ?? [];
    expect(secret).not.toBe(String(id));
    await client.jobs.update(id, { confidential: false });
    expect((await client.publicJobs.get(secret)).id).toBe(String(id));
    const receipt = await client.publicJobs.createApplication(secret, ann);
    expect((await client.applications.get(receipt.id)).name).toBe('Ann');
  });

  type Call = Client['jobs']['get'];

  test.each<[fault: string, apiKey: string | undefined, inputs: unknown[], message: string]>([
    ['an id', 'jps_key', [], 'id is missing in the call'],
    ['a body in place of the id', 'jps_key', [{ id: 1 }], 'id must be a number or text'],
    ['a key', undefined, [1], 'apiKey is missing: GET /jobs/{id} needs the API key of an employer'],
    ['an empty key', '', [1], 'apiKey is missing: GET /jobs/{id} needs the API key of an employer'],
  ])('reject a call before a request is sent because of %s', async (_, apiKey, inputs, message) => {
    const { client, sent } = recordingClient(apiKey);
    expect(await thrownBy(client.jobs.get(...(inputs as Parameters<Call>)))).toEqual(new TypeError(message));
    expect(sent).toEqual([]);
  });

  const noUrl =
    'url must be an http or https URL such as https://jobs.example.com/api/v1.1, without a query or credentials.';
  const noVersion = 'url must end with the version, such as http://localhost:3000/api/v1.1, but it is ';

  test.each([
    ['localhost:3401', noUrl],
    ['/api/v1.1', noUrl],
    ['https://jobs.example.com/api/v1.1?stage=dev', noUrl],
    ['https://acme:secret@jobs.example.com/api/v1.1', noUrl],
    ['http://localhost:3000', `${noVersion}http://localhost:3000`],
    ['http://localhost:3000/api/v1.1/jobs', `${noVersion}http://localhost:3000/api/v1.1/jobs`],
  ])('reject a `url` option that cannot be the URL of a service: %s', (url, message) => {
    expect(() => createClient({ url })).toThrow(new TypeError(message));
  });
});

describe('problems', () => {
  test('are thrown as errors with all members of the response, and with the method and path of the request', async () => {
    const client = await newClient();
    const body = job({ applicationEmail: '', locations: [{ description: 'Calgary, BC' }] });
    const error = await thrownBy(client.jobs.create(body));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      name: 'ProblemError',
      method: 'POST',
      url: `${service.origin}${BASE_PATH}/jobs`,
      status: 400,
      code: 'validation_failed',
      type: expect.stringContaining('/problems/validation-failed'),
      title: 'The request breaks a rule',
      message: expect.stringContaining('Did you mean: Calgary, AB?'),
      requestId: expect.stringMatching(/./),
    });
    const pointers = (error as ProblemError).errors.map(({ pointer }) => pointer);
    expect(new Set(pointers)).toEqual(new Set(['/applicationEmail', '/locations/0/description']));
  });

  const url = 'https://www.example.com/v1';

  test.each<[string, Response, object]>([
    [
      'the other job that has the referenceId',
      Response.json({ code: 'reference_id_taken', existingJob: { id: 7 } }, { status: 409 }),
      { name: 'ProblemError', code: 'reference_id_taken', existingJob: { id: 7 } },
    ],
    [
      'the refusal of a gateway, which has no code',
      Response.json({ message: 'Forbidden' }, { status: 403, headers: { 'apigw-requestid': 'Zk=' } }),
      { status: 403, code: undefined, message: 'Forbidden', requestId: 'Zk=', errors: [] },
    ],
    [
      'the status text of a page of a gateway',
      new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
      { status: 502, message: 'Bad Gateway' },
    ],
    [
      'a wrong `url` option when a different server responds with a page',
      new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
      {
        name: 'ConnectionError',
        method: 'GET',
        url: `${url}/jobs/2041`,
        message: `No response to GET ${url}/jobs/2041: the response is not JSON of the service (text/html). Is url right?`,
      },
    ],
  ])('are thrown as errors that name %s', async (_, response, error) => {
    expect(await errorAt(url, async () => response)).toMatchObject(error);
  });
});

describe('a wrong `url` option', () => {
  test('is named in the error when the service has no such path', async () => {
    const url = `${service.origin}/api/v9`;
    expect(await errorAt(url)).toMatchObject({
      status: 404,
      message: `There is nothing at this path. The documentation is at ${service.origin}/docs. The request was GET ${url}/jobs/2041: is the url of the client right?`,
    });
  });

  test('is named in the error when no server listens at the URL', async () => {
    const url = 'http://127.0.0.1:2/api/v1.1';
    const message = `No response to GET ${url}/jobs/2041: nothing listens there. Is the service running, and is url right?`;
    expect(await errorAt(url)).toMatchObject({ name: 'ConnectionError', message });
  });
});

describe('lists', () => {
  test('keep the filter on every page, and fetch no page before its entries are needed', async () => {
    const { apiKey } = await service.newEmployer();
    let requests = 0;
    const client = createClient({
      url: `${service.origin}${BASE_PATH}`,
      apiKey,
      fetch: (...request) => ((requests += 1), fetch(...request)),
    });
    for (const title of ['First', 'Second', 'Third'])
      await client.jobs.create(job({ title, status: 'active' }));
    await client.jobs.create(job());
    requests = 0;
    const jobs = client.jobs.listAll({ status: 'active', pageSize: 2 });
    expect(requests).toBe(0);
    expect((await jobs.next()).value).toMatchObject({ title: 'Third' });
    expect((await jobs.next()).value).toMatchObject({ title: 'Second' });
    expect(requests).toBe(1);
    expect((await jobs.next()).value).toMatchObject({ title: 'First' });
    expect(await jobs.next()).toEqual({ done: true, value: undefined });
    expect(requests).toBe(2);
  });

  test('are requested in pages of the maximum size if they have one, and after a cursor', async () => {
    const { client, sent } = recordingClient('jps_key');
    await thrownBy(client.jobs.listAll().next());
    await thrownBy(client.jobs.listAllApplications(2041, { after: 'a1' }).next());
    expect(sent.map(({ url }) => url.split(BASE_PATH)[1])).toEqual([
      '/jobs?pageSize=100',
      '/jobs/2041/applications?after=a1',
    ]);
  });

  test('end with the reason of the signal, even between two pages', async () => {
    const client = await newClient();
    for (let count = 0; count < 2; count += 1) await client.jobs.create(job());
    const controller = new AbortController();
    const jobs = client.jobs.listAll({ pageSize: 1 }, { signal: controller.signal });
    await jobs.next();
    controller.abort(new Error('Enough.'));
    await expect(jobs.next()).rejects.toThrow('Enough.');
  });
});

describe('a partner', () => {
  test('can work with one key for each of its employers and for itself', async () => {
    const { apiKey } = await createPartner(service.db);
    const partner = createClient({ url: `${service.origin}${BASE_PATH}`, apiKey });
    const bakery = await partner.employers.upsert({ referenceId: 'C-1', name: 'Bakery' });
    const cafe = await partner.employers.upsert({ referenceId: 'C-2', name: 'Café' });
    const location = `${service.origin}${BASE_PATH}/employers/${cafe.id}`;
    expect([bakery.lastResponse.created, cafe.lastResponse.location]).toEqual([true, location]);
    const { id } = await partner.forEmployer(bakery.id).jobs.create(job());
    expect((await partner.forEmployer(bakery.id).jobs.list()).data).toMatchObject([{ id }]);
    expect((await partner.forEmployer(cafe.id).jobs.list()).data).toEqual([]);
    expect(await thrownBy(partner.jobs.list())).toMatchObject({ code: 'employer_missing' });
  });
});
