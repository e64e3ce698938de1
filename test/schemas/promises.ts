import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameIn, responsesIn, type OpenApiDocument, type Schema } from '../../schemas/openapi/document.ts';
import { openApiDocument } from '../../schemas/openapi.ts';

type Value = string | number | boolean | null;
type Term = Value | readonly Value[] | undefined;
/** What clients may rely on, by keyword, at "operation", "request Schema.field" or "response Schema.field". */
export type Promises = Record<string, Record<string, Term>>;

const comparable = /^(max|min)(imum|Length|Items)$|^(format|pattern|default|enum|x-extensible-enum)$/;

/** What the document promises without its texts. */
export function promisesIn(document: OpenApiDocument): Promises {
  const promises: Promises = {};

  function addSchema(place: string, schema: Schema, required = false): void {
    if (promises[place]) return;
    const types = (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap(({ $ref, type = [] }) =>
      $ref === undefined ? type : nameIn({ $ref }),
    );
    const terms = Object.entries(schema).filter(([keyword]) => comparable.test(keyword));
    promises[place] = { ...(required && { required }), types, ...Object.fromEntries(terms) };
    for (const name of types) {
      const component = document.components.schemas[name];
      if (component) addSchema(`${place.split(' ', 1)[0]} ${name}`, component);
    }
    if (schema.items) addSchema(`${place}[]`, schema.items);
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      addSchema(`${place}.${field}`, property, schema.required?.includes(field));
    }
  }

  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId: id, security, parameters = [], requestBody } = operation;
      const responses = Object.entries(responsesIn(document, operation));
      const contents = responses.flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([type, media]) => ({
          place: `response ${id} ${status} ${type}`,
          ...media,
        })),
      );
      promises[id] = {
        route: `${method.toUpperCase()} ${path}`,
        security: security.flatMap((scheme) => Object.keys(scheme)),
        statuses: responses.map(([status]) => status),
        codes: contents.flatMap(({ examples = {} }) => Object.keys(examples)),
        headers: responses
          .filter(([status]) => status < '400')
          .flatMap(([status, { headers = {} }]) => Object.keys(headers).map((name) => `${status} ${name}`)),
      };
      for (const { name, schema, required } of parameters)
        addSchema(`request ${id} ${name}`, schema, required);
      for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
        addSchema(`request ${id} ${type}`, schema);
      }
      for (const { place, schema } of contents) {
        addSchema(schema.$ref?.endsWith('/Problem') ? 'response problem' : place, schema);
      }
    }
  }
  return promises;
}

/** Whether values that are lost or added break a client. */
type Rule = (lost: readonly Value[], added: readonly Value[], before: Term) => unknown;

const loses: Rule = (lost) => lost.length > 0;
const gains: Rule = (_, added) => added.length > 0;
const differs: Rule = (lost, added) => lost.length + added.length > 0;
const restricts: Rule = (lost, _, before) => lost.length > 0 || before === undefined;
const falls: Rule = ([lost = Infinity], [added = Infinity]) => Number(added) < Number(lost);
const rises: Rule = ([lost = 0], [added = 0]) => Number(added) > Number(lost);

const refused = 'requests that worked get 400';
const notFound = 'clients that look for it do not find it';
const unknown = 'clients get what they do not understand';

/** What breaks a client, by side and keyword, and what the client sees then. */
const breaks: [side: RegExp, keyword: RegExp, isBroken: Rule, effect: string][] = [
  [/^\w+$/, /^route$/, differs, 'its clients get 404 or 405'],
  [/^\w+$/, /^security$/, gains, 'clients without a key get 401'],
  [/^\w+$/, /^(statuses|codes|headers)$/, loses, notFound],
  [/^request/, /^(required|format|pattern)$/, gains, refused],
  [/^request/, /^types$/, loses, refused],
  [/^request/, /^enum$/, restricts, refused],
  [/^request/, /^max/, falls, refused],
  [/^request/, /^min/, rises, refused],
  [/^request/, /^default$/, differs, 'requests without it mean something else'],
  [/^response/, /^(required|x-extensible-enum)$/, loses, notFound],
  [/^response/, /^types$/, gains, unknown],
  [/^response/, /^format$/, loses, unknown],
];

const valuesOnlyIn = (one: Term, other: Term): Value[] =>
  [one ?? []].flat().filter((value) => ![other ?? []].flat().includes(value));

const parentOf = (place: string) => /^(.*?)(\.\w+|\[\])$/.exec(place)?.[1] ?? place.split(' ')[1] ?? '';

/** A sentence for each promise of `before` that `after` does not hold. */
export function brokenPromises(before: Promises, after: Promises): string[] {
  const gone = Object.keys(before)
    .filter((place) => !after[place] && (!before[parentOf(place)] || after[parentOf(place)]))
    .map(
      (place) =>
        `${place} is gone: ${place.startsWith('request') ? 'clients that send it get a warning or 400' : notFound}.`,
    );
  const narrowed = Object.entries(after).flatMap(([place, terms]) => {
    const earlier = before[place] ?? (before[parentOf(place)] && { ...terms, required: undefined });
    return Object.keys({ ...earlier, ...terms }).flatMap((keyword) => {
      const [was, is] = [earlier?.[keyword], terms[keyword]];
      const [lost, added] = [valuesOnlyIn(was, is), valuesOnlyIn(is, was)];
      return breaks
        .filter(
          ([side, rule, isBroken]) =>
            side.test(place) && rule.test(keyword) && earlier && isBroken(lost, added, was),
        )
        .map(
          ([, , , effect]) =>
            `${place}: ${keyword} ${added.join() || 'none'} instead of ${lost.join() || 'none'}: ${effect}.`,
        );
    });
  });
  return [...gone, ...narrowed];
}

const folder = import.meta.dirname;
const file = join(folder, 'released-promises.json');

const jsonIn = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;

export const presentRelease = (): string =>
  (jsonIn(join(folder, '../../package.json')) as { version: string }).version;
export const released = () => jsonIn(file) as { release: string; promises: Promises };

if (import.meta.main) {
  const lines = Object.entries(promisesIn(openApiDocument())).map(
    ([place, terms]) => `${JSON.stringify(place)}: ${JSON.stringify(terms)}`,
  );
  const release = JSON.stringify(presentRelease());
  writeFileSync(file, `{ "release": ${release}, "promises": {\n${lines.join(',\n')}\n}}\n`);
}
