import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parameterDescriptions, schemaDescriptions } from '../../schemas/descriptions.ts';
import { examples } from '../../schemas/examples.ts';
import { requestHeaders } from '../../schemas/headers.ts';
import { BODY_MAX_BYTES } from '../../schemas/limits.ts';
import type { OperationObject, Schema } from '../../schemas/openapi/document.ts';
import { openApiDocument, openApiText } from '../../schemas/openapi.ts';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import { problems } from '../../schemas/problems.ts';
import { aJob } from '../setup/a-job.ts';
import { startService, type Client, type Reply } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

const document = openApiDocument();
const ids = Object.keys(operations) as OperationId[];

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
ajv.addSchema(document, 'openapi');

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** What is wrong with a value by the schema at a place in the document; nothing, if it is right. */
function faults(place: readonly string[], value: unknown) {
  const validate = ajv.compile({ $ref: `openapi#/${place.map(escaped).join('/')}` });
  validate(value);
  return validate.errors ?? [];
}

const rowOf = (id: OperationId): Operation => operations[id];
const placeOf = (id: OperationId) => ['paths', rowOf(id).path, rowOf(id).method.toLowerCase()];
const objectOf = (id: OperationId): OperationObject =>
  document.paths[rowOf(id).path]?.[rowOf(id).method.toLowerCase()] as OperationObject;

/** A schema, what it refers to, and all their members. */
function schemasIn(schema: Schema | undefined): Schema[] {
  if (!schema) return [];
  const { $ref, properties = {}, items } = schema;
  const meant = $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1) ?? ''];
  return [schema, ...[meant, items, ...Object.values(properties)].flatMap(schemasIn)];
}

const bodyOf = (id: OperationId) => objectOf(id).requestBody?.content['application/json']?.schema;

/** Headers of HTTP itself. */
const transport = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/** That an answer is one that the document knows: its status, its type, its body, its headers. */
function expectDocumented(id: OperationId, { status, headers, text, body }: Reply) {
  const response = objectOf(id).responses[String(status)];
  expect([id, status, response?.description]).toEqual([id, status, expect.any(String)]);
  const known = new Set(Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase()));
  expect([...headers.keys()].filter((name) => !transport.has(name) && !known.has(name))).toEqual([]);
  const type = headers.get('content-type');
  expect(Object.keys(response?.content ?? {})).toEqual(type === null ? [] : [type]);
  if (type === null) {
    expect(text).toBe('');
    return;
  }
  expect(faults([...placeOf(id), 'responses', String(status), 'content', type, 'schema'], body)).toEqual([]);
  if (status >= 400) {
    const { code } = body as { code: string };
    expect(Object.keys(response?.content?.[type]?.examples ?? {})).toContain(code);
  }
}

test('schemas/openapi.json is what npm run openapi writes', async () => {
  const committed = await readFile(join(import.meta.dirname, '../../schemas/openapi.json'), 'utf8');
  expect(committed).toBe(openApiText());
});

test('the service answers the document that is committed', async () => {
  const { status, text, headers } = await service.anyone.get('/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(JSON.parse(text)).toEqual(JSON.parse(openApiText()));
});

describe('the document', () => {
  test('has every operation by its operationId, and no other', () => {
    const found = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(found.map(({ operationId }) => operationId).toSorted()).toEqual(ids.toSorted());
  });

  test('has defaults for the fields of a creation alone, and nothing read-only in a body that is sent', () => {
    const holding = (keyword: keyof Schema) =>
      ids.filter((id) => schemasIn(bodyOf(id)).some((schema) => keyword in schema));
    expect(holding('default')).toEqual(['createJob']);
    expect(holding('readOnly')).toEqual([]);
    const answered = Object.values(document.components.schemas.JobRecord?.properties ?? {});
    expect(answered.flatMap(schemasIn).filter((schema) => 'default' in schema)).toEqual([]);
  });

  test('tells what every field means, and describes nothing that is not there', () => {
    const used = new Map<string, Set<string>>();
    for (const [name, { properties = {}, description }] of Object.entries(document.components.schemas)) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)]);
      const silent = Object.entries(properties).filter(([, schema]) => !schema.description?.endsWith('.'));
      expect([name, silent.map(([field]) => field)]).toEqual([name, []]);
      const shape = name.replace(/Write$/, '');
      used.set(shape, new Set([...(used.get(shape) ?? []), ...Object.keys(properties)]));
    }
    expect([...used.keys()].toSorted()).toEqual(Object.keys(schemaDescriptions).toSorted());
  });

  test('tells what every parameter is for', () => {
    const parameters = ids.flatMap((id) => objectOf(id).parameters ?? []);
    for (const { name, description } of parameters) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)]);
    }
    const names = new Set(parameters.map(({ name }) => name));
    expect(names).toEqual(new Set([...Object.keys(parameterDescriptions), ...Object.keys(requestHeaders)]));
  });
});

describe('the example', () => {
  test.each(ids)('of %s keeps the schemas of its request and its answer', (id) => {
    const { parameters = {}, body, answer } = examples[id];
    const object = objectOf(id);
    for (const [name, value] of Object.entries(parameters)) {
      const index = object.parameters?.findIndex((parameter) => parameter.name === name) ?? -1;
      expect(faults([...placeOf(id), 'parameters', String(index), 'schema'], value)).toEqual([]);
    }
    const json = ['content', 'application/json', 'schema'];
    expect(body !== undefined).toBe(object.requestBody !== undefined);
    if (body) expect(faults([...placeOf(id), 'requestBody', ...json], body)).toEqual([]);
    if (answer) {
      const status = String(rowOf(id).status);
      expect(faults([...placeOf(id), 'responses', status, ...json], answer)).toEqual([]);
    }
  });

  test.each(Object.entries(document.components.examples))('of the problem %s is one', (code, { value }) => {
    expect(faults(['components', 'schemas', 'Problem'], value)).toEqual([]);
    expect(value).toMatchObject({ code, status: problems[code as keyof typeof problems].status });
  });

  test.each(ids)('of %s is answered by the service as the document says', async (id) => {
    const acme = await service.newEmployer();
    const { id: jobId } = await createdJob(acme);
    const { method, path } = rowOf(id);
    const { parameters = {}, body } = examples[id];
    const named = Object.entries({ ...parameters, ...(path.startsWith('/jobs/{id}') && { id: jobId }) });
    const query = named.filter(([name]) => name in ((rowOf(id).query as Shape)?.properties ?? {}));
    const reply = await acme.request(
      method,
      `${path.replace('{id}', String(Object.fromEntries(named)['id']))}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
      {
        ...(body && { body: id === 'createJob' ? { ...body, referenceId: 'another' } : body }),
        headers: Object.fromEntries(
          named.filter(([name]) => name.startsWith('X-')).map(([name, value]) => [name, String(value)]),
        ),
      },
    );
    expect(reply.status).toBe(rowOf(id).status);
    expectDocumented(id, reply);
  });
});

type Shape = { properties?: object } | undefined;

/** The job of the examples. */
const createdJob = async (employer: Client) =>
  (await employer.post('/jobs', examples.createJob.body)).body as { id: number };

const PUT = { 'x-http-method-override': 'PUT' };
const DELETE = { 'x-http-method-override': 'DELETE' };
const tooLarge = aJob({ description: 'a'.repeat(BODY_MAX_BYTES) });
const form = { 'content-type': 'application/x-www-form-urlencoded' };

type Call = (acme: Client, id: number) => Promise<Reply>;

/** Answers other than that of the example: each operation with the status that is meant. */
const further: [OperationId, number, Call][] = [
  ['listJobs', 200, (acme) => acme.get('/jobs')],
  ['listJobs', 400, (acme) => acme.get('/jobs?page=0')],
  ['listJobs', 401, () => service.anyone.get('/jobs')],
  ['createJob', 201, (acme) => acme.post('/jobs', aJob({ wage: 1, autoRefresh: true }))],
  ['createJob', 200, (acme) => acme.post('/jobs', examples.upsertJob.body, PUT)],
  ['createJob', 201, (acme) => acme.post('/jobs', aJob({ referenceId: 'new' }), PUT)],
  ['createJob', 204, (acme) => acme.post('/jobs', examples.deleteJobByReference.body, DELETE)],
  ['createJob', 404, (acme) => acme.post('/jobs', { referenceId: 'none' }, DELETE)],
  ['createJob', 400, (acme) => acme.post('/jobs', aJob(), { 'x-http-method-override': 'GET' })],
  ['createJob', 400, (acme) => acme.post('/jobs', {})],
  ['createJob', 400, (acme) => acme.post('/jobs', '[')],
  ['createJob', 400, (acme) => acme.request('POST', '/jobs')],
  ['createJob', 401, () => service.anyone.post('/jobs', aJob())],
  ['createJob', 409, (acme) => acme.post('/jobs', examples.createJob.body)],
  ['createJob', 413, (acme) => acme.post('/jobs', tooLarge)],
  ['createJob', 415, (acme) => acme.post('/jobs', 'title=Baker', form)],
  ['upsertJob', 201, (acme) => acme.put('/jobs', aJob({ referenceId: 'new', wage: 1 }))],
  ['upsertJob', 400, (acme) => acme.put('/jobs', {})],
  ['upsertJob', 415, (acme) => acme.put('/jobs', 'title=Baker', form)],
  ['deleteJobByReference', 404, (acme) => acme.delete('/jobs', { referenceId: 'none' })],
  ['deleteJobByReference', 400, (acme) => acme.delete('/jobs')],
  ['getJob', 404, (acme) => acme.get('/jobs/0')],
  ['getJob', 401, (_, id) => service.anyone.get(`/jobs/${id}`)],
  ['updateJob', 200, (acme, id) => acme.put(`/jobs/${id}`, { salary: null, wage: 1 })],
  ['updateJob', 400, (acme, id) => acme.put(`/jobs/${id}`, { title: '' })],
  ['updateJob', 404, (acme) => acme.put('/jobs/0', { title: 'Baker' })],
  [
    'updateJob',
    409,
    async (acme, id) => {
      await acme.post('/jobs', aJob({ referenceId: 'taken' }));
      return acme.put(`/jobs/${id}`, { referenceId: 'taken' });
    },
  ],
  ['deleteJob', 404, (acme) => acme.delete('/jobs/0')],
  ['overrideJobMethod', 204, (acme, id) => acme.request('POST', `/jobs/${id}`, { headers: DELETE })],
  ['overrideJobMethod', 405, (acme, id) => acme.post(`/jobs/${id}`, {})],
  ['overrideJobMethod', 400, (acme, id) => acme.post(`/jobs/${id}`, {}, { 'x-http-method-override': 'X' })],
  ['overrideJobMethod', 404, (acme) => acme.post('/jobs/0', { title: 'Baker' }, PUT)],
  ['getPositionType', 404, (acme) => acme.get('/positiontypes/9')],
  ['listLocations', 200, (acme) => acme.get('/locations?q=zzz')],
  ['listLocations', 400, (acme) => acme.get('/locations?types=City')],
  ['getLocation', 404, (acme) => acme.get('/locations/0')],
];

describe('an answer is documented', () => {
  test.each(further)('%s, %i (%#)', async (id, status, call) => {
    const acme = await service.newEmployer();
    const job = await createdJob(acme);
    const reply = await call(acme, job.id);
    expect(reply.status).toBe(status);
    expectDocumented(id, reply);
  });
});
