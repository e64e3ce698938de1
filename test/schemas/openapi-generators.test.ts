import { describe, expect, test } from '@jest/globals';
import { namedIds } from '../../schemas/openapi/enums.ts';
import {
  responsesIn,
  type OpenApiDocument,
  type OperationObject,
  type Schema,
} from '../../schemas/openapi/document.ts';
import { openApiText } from '../../schemas/openapi.ts';
import { promisesIn } from './promises.ts';

const document = JSON.parse(openApiText()) as OpenApiDocument;
const { schemas } = document.components;
const operations: OperationObject[] = Object.values(document.paths).flatMap((path) => Object.values(path));

interface Finding {
  place: string;
  schema: Schema;
}

/** A schema and all schemas inside it, with their positions. */
const written = (schema: Schema, place: string): Finding[] => [
  { place, schema },
  ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => written(each, `${place}.${name}`)),
  ...(schema.items ? written(schema.items, `${place}[]`) : []),
  ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((each) => written(each, `${place}|`)),
];

const components = Object.entries(schemas).flatMap(([name, schema]) => written(schema, name));
const everywhere = [
  ...components,
  ...operations.flatMap((operation) => {
    const { operationId, parameters = [], requestBody } = operation;
    const bodies = [requestBody, ...Object.values(responsesIn(document, operation))];
    const contents = bodies.flatMap((body) => Object.values(body?.content ?? {}));
    return [...parameters, ...contents].flatMap(({ schema }) => written(schema, operationId));
  }),
];

const positions = (found: Finding[]) => found.map(({ place }) => place);
const typesOf = ({ type = [] }: Schema) => [type].flat();

describe('generators find', () => {
  test('a format that keeps the value of every number', () => {
    const formats: Record<string, string> = { number: 'double', integer: 'int32' };
    const wrong = everywhere.filter(({ schema }) =>
      typesOf(schema).some((type) => type in formats && schema.format !== formats[type]),
    );
    expect(positions(wrong)).toEqual([]);
  });

  test('null in no schema that others refer to, and in no enum', () => {
    const wrong = everywhere.filter(
      ({ place, schema }) =>
        typesOf(schema).includes('null') &&
        typesOf(schema).length > 1 &&
        (place in schemas || schema.enum !== undefined || schema.properties !== undefined),
    );
    expect(positions(wrong)).toEqual([]);
  });

  test('one type beside null in every schema, or any value', () => {
    const wrong = everywhere.filter(
      ({ schema }) =>
        typesOf(schema).filter((type) => type !== 'null').length > 1 ||
        (schema.anyOf ?? []).filter(({ type }) => type !== 'null').length > 1,
    );
    expect(positions(wrong)).toEqual([]);
    for (const name of ['AnswerValue', 'HoursPerWeek'])
      expect(schemas[name]).toEqual({ description: expect.any(String) });
  });

  test('a name for every object, choice and list of numbers', () => {
    const nameless = everywhere.filter(
      ({ place, schema: { properties, oneOf, enum: values } }) =>
        !(place in schemas) && (properties ?? oneOf ?? values?.some(Number.isInteger)),
    );
    expect(positions(nameless)).toEqual([]);
  });

  test('a discriminator in every choice, or fields that only one of its schemas requires', () => {
    for (const { place, schema } of everywhere.filter((each) => each.schema.oneOf)) {
      const alternatives = (schema.oneOf ?? []).map(({ $ref = '' }) => $ref.split('/').at(-1) ?? '');
      if (schema.discriminator) {
        expect([place, Object.values(schema.discriminator.mapping)]).toEqual([
          place,
          (schema.oneOf ?? []).map(({ $ref }) => $ref),
        ]);
        continue;
      }
      const required = alternatives.map((name) => schemas[name]?.required ?? []);
      const unique = required.map((names) =>
        names.filter((name) => required.every((others) => others === names || !others.includes(name))),
      );
      expect([place, unique.filter((names) => names.length === 0)]).toEqual([place, []]);
    }
  });

  test('a closed list of values in requests, and in responses an open list of the known values with a description', () => {
    const wrong = Object.entries(promisesIn(document)).filter(
      ([place, terms]) => (place.startsWith('response') ? 'enum' : 'x-extensible-enum') in terms,
    );
    expect(wrong).toEqual([]);
    const extensible = everywhere.filter(
      ({ schema }) => schema['x-extensible-enum'] && !typesOf(schema).includes('integer'),
    );
    expect(positions(extensible)).toEqual(expect.arrayContaining(['Problem.code', 'JobRecord.status']));
    for (const { place, schema } of extensible) {
      const [value = ''] = schema['x-extensible-enum'] ?? [];
      expect([place, schema.description]).toEqual([place, expect.stringContaining(`\`${value}\``)]);
    }
  });

  test.each(Object.entries(namedIds))('a name for each id of %s', (list, entries) => {
    const { enum: values, 'x-enum-varnames': names, ...rest } = schemas[`${list}Id`] ?? {};
    expect(values).toEqual(entries.map(({ id }) => id));
    expect(rest['x-enum-descriptions']).toEqual(entries.map(({ name }) => name));
    expect(names).toHaveLength(entries.length);
    expect(new Set(names).size).toBe(entries.length);
    for (const name of names ?? []) expect(name).toMatch(/^[A-Z][A-Z_]*$/);
  });

  test('one shared response for requests that the gateway refuses, not one for each operation', () => {
    const refusals = operations.map(({ responses }) => responses['429']);
    const names = refusals.flatMap((response) => (response && '$ref' in response ? response.$ref : []));
    // Only applications and uploads have limits other than the rate limit of a key.
    expect(names).toHaveLength(operations.length - 2);
    expect(new Set(names).size).toBe(2);
  });

  test('a file in form data, by the keywords of OpenAPI 3.0 and 3.1', () => {
    expect(schemas.ApplicationForm?.properties?.['resume']).toMatchObject({
      format: 'binary',
      contentMediaType: 'application/octet-stream',
    });
  });
});
