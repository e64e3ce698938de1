import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parameterDescriptions, schemaDescriptions } from '../../schemas/descriptions.ts';
import { operationGuide } from '../../schemas/operation-guide.ts';
import { requestHeaders } from '../../schemas/headers.ts';
import { openApiDocument, openApiText } from '../../schemas/openapi.ts';
import { problems } from '../../schemas/problems.ts';
import { schemaErrors } from '../setup/openapi-responses.ts';
import { sharedService } from '../setup/shared-service.ts';
import { promisesIn } from './promises.ts';

const service = sharedService();

const document = openApiDocument();
const schemas = Object.entries(document.components.schemas);
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test('schemas/openapi.json equals the output of npm run generate, and the service serves it', async () => {
  const committed = await readFile(join(import.meta.dirname, '../../schemas/openapi.json'), 'utf8');
  expect(committed).toBe(openApiText());
  const { body, headers } = await service.anyone.get('/openapi.json');
  expect(headers.get('content-type')).toBe('application/json');
  expect(body).toEqual(JSON.parse(committed));
});

describe('the document', () => {
  test('has defaults only for fields of creations, and no read-only fields in request bodies', () => {
    const promises = promisesIn(document);
    const defaults = Object.keys(promises).filter((place) => promises[place]?.['default'] !== undefined);
    expect(defaults.filter((place) => !/^request (?:JobCreate\.|\w+ )/.test(place))).toEqual([]);
    const readOnly = schemas.flatMap(([name, { properties = {} }]) =>
      Object.keys(properties).filter(
        (field) => properties[field]?.readOnly && promises[`request ${name}.${field}`],
      ),
    );
    expect(readOnly).toEqual([]);
  });

  test('describes every schema and field, and no other schema', () => {
    for (const [name, { properties = {}, description }] of schemas) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)]);
      const silent = Object.entries(properties).filter(([, schema]) => !schema.description?.endsWith('.'));
      expect([name, silent.map(([field]) => field)]).toEqual([name, []]);
    }
    const shapes = new Set(schemas.map(([name]) => name.replace(/Write$/, '')));
    expect(shapes).toEqual(new Set(Object.keys(schemaDescriptions)));
  });

  test('describes every parameter', () => {
    const parameters = operations.flatMap((operation) => operation.parameters ?? []);
    for (const { name, description } of parameters) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)]);
    }
    const names = new Set(parameters.map(({ name }) => name));
    expect(names).toEqual(new Set([...Object.keys(parameterDescriptions), ...Object.keys(requestHeaders)]));
  });
});

test('the document describes the request to a webhook: an event, and the headers that sign it', async () => {
  const { event } = document.paths['/webhooks']?.['post']?.callbacks ?? {};
  const { parameters = [], requestBody, responses } = event?.['{$request.body#/url}']?.['post'] ?? {};
  expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['webhook-id', 'header', true],
    ['webhook-timestamp', 'header', true],
    ['webhook-signature', 'header', true],
  ]);
  const received = { $ref: '#/components/schemas/Event' };
  expect(requestBody?.content['application/json']?.schema).toEqual(received);
  expect(Object.keys(responses ?? {})).toEqual(['410', '2XX', 'default']);
});

/** All objects inside a value, with their paths. */
const objectsIn = (value: unknown, path: string[] = []): [string[], Record<string, unknown>][] =>
  value instanceof Object
    ? [
        [path, value as Record<string, unknown>],
        ...Object.entries(value).flatMap(([name, each]) => objectsIn(each, [...path, name])),
      ]
    : [];

describe('an example', () => {
  test('matches the schema beside it', () => {
    const examples = objectsIn(document).filter(([, node]) => 'schema' in node && 'example' in node);
    expect(examples.length).toBeGreaterThan(operations.length);
    for (const [path, { example }] of examples)
      expect([path, schemaErrors([...path, 'schema'], example)]).toEqual([path, []]);
  });

  test.each(Object.entries(document.components.examples))(
    'of the problem %s matches the schema of problems',
    (code, { value }) => {
      expect(schemaErrors(['components', 'schemas', 'Problem'], value)).toEqual([]);
      expect(value).toMatchObject({ code, status: problems[code as keyof typeof problems].status });
    },
  );

  test('of a job creation is a draft, which candidates do not see', () => {
    const { createJob, upsertJob, batchJobs } = operationGuide;
    const { operations: batch } = batchJobs.body as { operations: { operation: string; body?: object }[] };
    const creations = batch.filter(({ operation }) => /^(?:upsert|create)$/.test(operation));
    for (const { body } of [createJob, upsertJob, ...creations])
      expect({ status: 'draft', ...body }).toMatchObject({ status: 'draft' });
  });
});
