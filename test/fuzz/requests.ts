import { METHODS } from 'node:http';
import * as fc from 'fast-check';
import { documentedOperations, type DocumentedOperation } from '../../schemas/operation-schemas.ts';
import { BASE_PATH, type OperationId } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { hostileTexts } from './hostile-texts.ts';
import {
  brokenValues,
  positionsOf,
  validValue,
  withValueAt,
  type Samples,
  type Shape,
} from './schema-values.ts';

/** Placeholders for ids that are known only when a request is sent. */
export const OWN_ID = '{own}';
export const RIVAL_ID = '{rival}';
export const OWN_KEY = '{key}';
export const REVOKED_KEY = '{revoked}';
export const OWN_REFERENCE = 'OWN-1';
export const RIVAL_REFERENCE = 'RIVAL-1';

/** A host that requests contain and that no response may repeat. */
export const POISON = 'poisoned-host.example';

/** The maximum length of a path, in characters: Node's server refuses longer paths before the service gets them. */
const LONGEST_PATH = 8_000;

/** The required response, for requests whose schema determines it. */
interface Expectation {
  statuses: readonly number[];
  /** The location of the expected violation: a pointer into the body, or a query parameter. */
  pointer?: string;
  parameter?: string;
}

/** A request as it is sent over HTTP. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  expected?: Expectation;
}

const table = Object.entries(documentedOperations) as [OperationId, DocumentedOperation][];
const withBody = table.filter(([, { body, envelope, subject }]) => body && !envelope && subject === 'jobs');
// A cursor is valid only if the service has issued it.
const withQuery = table.filter(
  ([id, { query }]) => query && /^list(Jobs|JobHistory|References|Locations)$/.test(id),
);

const json = { 'api-key': OWN_KEY, 'content-type': 'application/json' };
const pathOf = ({ path }: DocumentedOperation, id = OWN_ID) => `${BASE_PATH}${path.replace('{id}', id)}`;

/** One of the words of a text, or of the others. */
const oneOf = (words: string, ...others: string[]) => fc.constantFrom(...words.split(' '), ...others);

const towns = ['Vancouver, BC', 'Montreal, QC', 'Toronto, ON', 'Halifax, NS', 'St. Johns, NL'];
const locationText = fc.constantFrom(...towns);
const amounts = fc.tuple(fc.nat(999_999_999), fc.nat(999_999_999)).map(([one, other]) => ({
  amount: Math.min(one, other) / 10_000,
  maxAmount: Math.max(one, other) / 10_000,
}));

const question = (id: string) =>
  fc.oneof(
    fc
      .constantFrom('shortText', 'longText', 'yesNo', 'number', 'date')
      .map((type) => ({ id, text: 'Why?', type })),
    fc.uniqueArray(fc.nat(999).map(String), { minLength: 2, maxLength: 50 }).map((options) => ({
      id,
      text: 'Which?',
      type: 'choices',
      required: true,
      options,
    })),
  );

/** Values of fields that are valid only in combination, and names of locations, which must exist. */
const samples: Samples = {
  '/locations/*/description': locationText,
  '/salary': fc.oneof(
    fc.constant(null),
    fc.tuple(amounts, fc.integer({ min: 1, max: 5 }), fc.boolean()).map(([salary, id, plusCommission]) => ({
      ...salary,
      period: { id },
      plusCommission,
    })),
  ),
  '/applicationEmail': fc.constant('jobs@example.com'),
  '/applicationUrl': fc.constant('https://example.com/apply'),
  '/questions': fc.oneof(
    fc.constant(null),
    fc
      .uniqueArray(fc.string({ unit: oneOf('a Z 0 - _'), minLength: 1, maxLength: 50 }), { maxLength: 20 })
      .chain((ids) => fc.tuple(...ids.map(question))),
  ),
  '/applicantRoutingType': fc.constantFrom({ id: 1 }, { id: 2 }),
  // The language of the job is fixed, because no translation may be in it.
  '/language': fc.constant('en'),
  '/translations': fc.constantFrom(
    null,
    { fr: { title: 'Cuisinier', description: '<p>Soupe</p>' } },
    { fr: { title: 'Cuisinier', description: 'Soupe', benefits: ['Soupe'], questions: [] } },
  ),
};

const translatedShift = { id: 'shift', text: 'Quel quart ?', options: ['Jour', 'Nuit'] };

const routed = { applicationEmail: 'jobs@example.com', applicationUrl: 'https://example.com/apply' };
const reference = fc.oneof(
  fc.constantFrom(OWN_REFERENCE, RIVAL_REFERENCE, 'R-1', 'R-2'),
  fc.nat(50).map((number) => `N-${number}`),
);

/** A valid body for an operation. */
const validBody = ({ body = {} }: DocumentedOperation, isPartial: boolean) =>
  fc
    .tuple(validValue(body as Shape, samples) as fc.Arbitrary<object>, reference)
    .map(([fields, referenceId]) => ({
      ...(!isPartial && aJob()),
      ...fields,
      ...routed,
      ...('referenceId' in fields && { referenceId }),
    }));

/** A body with a value at every position of the schema. */
const fullBody = () =>
  aJob({
    ...routed,
    referenceId: OWN_REFERENCE,
    closeDate: '2030-01-31',
    confidential: false,
    autoRefresh: false,
    status: 'draft',
    salary: { amount: 1, maxAmount: 2, period: { id: 1 }, plusCommission: false },
    hoursPerWeek: { min: 30, max: 40 },
    benefits: ['A parking lot'],
    translations: {
      en: { title: 'Cook', description: 'Soup', benefits: ['Soup'], questions: [translatedShift] },
      fr: { title: 'Cuisinier', description: 'Soupe', benefits: ['Soupe'], questions: [translatedShift] },
    },
    questions: [
      { id: 'shift', text: 'Which shift?', type: 'choice', required: true, options: ['Day', 'Night'] },
    ],
  });

/** The request of an operation with a body. */
const sending = (operation: DocumentedOperation, body: string | Uint8Array, expected?: Expectation) => ({
  method: operation.method,
  path: pathOf(operation),
  headers: json,
  body,
  ...(expected && { expected }),
});

const valid: fc.Arbitrary<FuzzRequest> = fc.constantFrom(...withBody).chain(([id, operation]) =>
  validBody(operation, id === 'updateJob').map((body) =>
    sending(operation, JSON.stringify(body), {
      statuses: operation.method === 'DELETE' ? [204, 404] : [200, 201, 409],
    }),
  ),
);

const anyMember = fc.oneof(fc.constantFrom<unknown>(1, '1', 0, null, OWN_REFERENCE, '*', '"a"'), fc.string());

/** Batches, and validations of batches, with arbitrary operations. */
const batch: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.constantFrom('/jobs/batch', '/jobs/validate'),
    fc.array(
      fc.oneof(
        fc.anything({ maxDepth: 2 }),
        fc.record(
          {
            operation: fc.constantFrom('create', 'upsert', 'update', 'delete', 'jump'),
            id: anyMember,
            referenceId: anyMember,
            body: fc.oneof(
              reference.map((referenceId) => aJob({ referenceId })),
              fc.anything({ maxDepth: 2 }),
            ),
            ifMatch: anyMember,
            idempotencyKey: anyMember,
          },
          { requiredKeys: ['operation'] },
        ),
      ),
      { maxLength: 8 },
    ),
  )
  .map(([path, sent]) => ({
    method: 'POST',
    path: `${BASE_PATH}${path}`,
    headers: json,
    body: JSON.stringify({ operations: sent }),
    expected: { statuses: [200, 400] },
  }));

/** Bodies with one value that breaks the schema, in every way at every position. */
const breakages = withBody.flatMap(([, operation]) =>
  positionsOf(operation.body as Shape).flatMap(({ pointer, shape }) => {
    const isRequired = (operation.body as Shape).required?.includes(pointer.slice(1)) ?? false;
    const values = [...brokenValues(shape), ...(isRequired ? [undefined] : [])];
    return values.map((value) => ({ operation, pointer, value }));
  }),
);

const broken: fc.Arbitrary<FuzzRequest> = fc
  .constantFrom(...breakages)
  .map(({ operation, pointer, value }) =>
    sending(operation, JSON.stringify(withValueAt(fullBody(), pointer, value)), { statuses: [400], pointer }),
  );

const queryOf = (fields: object) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** The parameters of a query that are not lists, because lists must be sent alone. */
const withoutLists = (query: DocumentedOperation['query']): Shape => {
  const { properties = {}, ...shape } = query as Shape;
  const others = Object.entries(properties).filter(([, { type }]) => type !== 'array');
  return { ...shape, properties: Object.fromEntries(others) };
};

/** A position belongs to a list by `updatedSince`, which has no page numbers: a refusal of other ones is right. */
const withoutPosition = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'after' && name !== 'updatedSince'));

const validQuery: fc.Arbitrary<FuzzRequest> = fc.constantFrom(...withQuery).chain(([, operation]) =>
  validValue(withoutLists(operation.query)).map((fields) => ({
    method: operation.method,
    path: `${pathOf(operation)}?${queryOf(withoutPosition(fields as object))}`,
    headers: json,
    expected: { statuses: [200] },
  })),
);

const queryBreakages = withQuery.flatMap(([, operation]) =>
  positionsOf(withoutLists(operation.query)).flatMap(({ pointer, shape }) =>
    brokenValues(shape)
      .filter((value) => typeof value === 'string' || (shape.type === 'integer' && typeof value === 'number'))
      // A query contains only text, which cannot express a lone surrogate.
      .filter((value) => String(value).isWellFormed() && !(shape.type === 'string' && value === 'text'))
      // An empty parameter counts as absent.
      .filter((value) => value !== '')
      .map((value) => ({ operation, parameter: pointer.slice(1), value })),
  ),
);

const brokenQuery: fc.Arbitrary<FuzzRequest> = fc
  .constantFrom(...queryBreakages)
  .map(({ operation, parameter, value }) => ({
    method: operation.method,
    path: `${pathOf(operation)}?${queryOf({ [parameter]: value })}`,
    headers: json,
    expected: { statuses: [400], parameter },
  }));

const hostile = fc.constantFrom(...hostileTexts);
const anyText = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 60 }), locationText, reference);
const fieldNames = [
  ...new Set(withBody.flatMap(([, { body }]) => Object.keys((body as Shape).properties ?? {}))),
  'period',
  'amount',
];

/** JSON as text, including forms that JSON.stringify never writes. */
const jsonTexts = fc.letrec<{ value: string; object: string; key: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyText.map((text) => JSON.stringify(text)),
    oneOf('null true false 0 -0 1 1e0 1E+2 1e400 1e-400 0.1 [] {}'),
    oneOf('99999999999.9999 2147483648 9007199254740993 1.0 -1', `1${'0'.repeat(400)}`),
    oneOf(`NaN 01 +1 .5 'a' undefined [1,] {"a"} "\\ud800" "\\u0000"`, ''),
    fc.integer({ min: 1, max: 12 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.constantFrom('['.repeat(30_000), `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
    fc.double().map((number) => String(number)),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => `[${values.join(',')}]`),
    tie('object'),
  ),
  key: fc.oneof(
    fc.constantFrom(...fieldNames, 'id', 'name'),
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString'),
    anyText,
  ),
  object: fc
    .array(fc.tuple(tie('key'), tie('value')), { maxLength: 5 })
    .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
}));

/** A complete job in which some fields have unusual values and some fields are unknown. */
const mangledBody = fc
  .array(fc.tuple(jsonTexts.key, jsonTexts.value), { minLength: 1, maxLength: 4 })
  .map((members) => {
    const fields = new Map(Object.entries(fullBody()).map(([key, value]) => [key, JSON.stringify(value)]));
    for (const [key, value] of members) fields.set(key, value);
    return `{${[...fields].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
  });

const spliced = fc
  .tuple(fc.nat(500), fc.nat(20), fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), hostile))
  .map(([at, count, text]) => {
    const fullText = JSON.stringify(fullBody());
    return `${fullText.slice(0, at)}${text}${fullText.slice(at + count)}`;
  });

const anyBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  mangledBody,
  jsonTexts.object,
  jsonTexts.value,
  spliced,
  hostile,
  fc.uint8Array({ maxLength: 60 }),
);

const id = fc.oneof(
  oneOf('1 0 2147483647 2147483648 01 1.0 %31', OWN_ID, OWN_ID, RIVAL_ID, RIVAL_ID),
  oneOf(`${RIVAL_ID}%20 +${RIVAL_ID} 0${RIVAL_ID} ${OWN_ID},${RIVAL_ID} ${OWN_ID}%2F..%2F${RIVAL_ID}`),
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
);

const existingPath = fc
  .tuple(fc.constantFrom(...table), id)
  .map(([[, operation], text]) => pathOf(operation, text));

const segment = fc.oneof(
  oneOf('jobs locations jobcategories positiontypes salaryperiods api v1.1 v2'),
  oneOf('. .. %2e%2e %2F %00 %ff % ; * $default {id} ~ JOBS', ''),
  id,
);

const anyPath = fc.oneof(
  { weight: 4, arbitrary: existingPath },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(BASE_PATH, '', '/api', '/API/V1.1', `/${BASE_PATH}`, `http://${POISON}${BASE_PATH}`),
        fc.array(segment, { maxLength: 5 }),
      )
      .map(([base, segments]) => [base, ...segments].join('/') || '/'),
  },
);

const parameter = fc
  .tuple(
    fc.oneof(fc.constantFrom('page', 'pageSize', 'q', 'status', 'types', 'api-key', '__proto__'), hostile),
    fc.oneof(fc.constantFrom('1', '2', '100', 'active', 'Town', 'R'), hostile, anyText),
  )
  .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='));

const anyQuery = fc.oneof(
  fc.constant(''),
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: parameter },
        fc.constantFrom('', '=', '%', 'q', 'q=%FF', 'page=%', '?', 'q=a;b'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => `?${parts.join('&')}`),
);

/** Text with only the characters that an HTTP header may contain. */
const headerText = anyText.map((text) => text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '').trim());

const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['content-type', 'text/plain'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-encoding', 'gzip'],
    ['prefer', 'handling=strict'],
    ['x-http-method-override', 'PUT'],
    ['x-http-method-override', 'delete'],
    ['x-forwarded-proto', 'javascript'],
    ['api-key', REVOKED_KEY],
    ['api-key', `${OWN_KEY},${OWN_KEY}`],
    ['accept', 'text/html'],
    ['range', 'bytes=0-1'],
    ['origin', `https://${POISON}`],
    ['__proto__', 'x'],
    ['constructor', 'x'],
  ),
  fc.tuple(
    oneOf(
      'content-type content-encoding prefer x-http-method-override api-key cookie authorization accept' +
        ' if-match if-none-match idempotency-key user-agent x-odd',
    ),
    headerText,
  ),
);

const anyHeaders = fc
  .tuple(
    fc.constantFrom(json, json, json, { 'content-type': 'application/json' }),
    fc.array(header, { maxLength: 3 }),
  )
  .map(([usual, odd]) => ({ ...usual, ...Object.fromEntries(odd.filter(([name]) => name !== '__proto__')) }));

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS') },
  // CONNECT requests a tunnel from a proxy, and is not a request to a service.
  fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT')),
);

const strange: fc.Arbitrary<FuzzRequest> = fc.record({
  method,
  path: fc.tuple(anyPath, anyQuery).map((parts) => parts.join('').slice(0, LONGEST_PATH)),
  headers: anyHeaders,
  body: fc.option(anyBody, { nil: '' }),
});

const mangled: fc.Arbitrary<FuzzRequest> = fc
  .tuple(fc.constantFrom(...withBody), anyBody)
  .map(([[, operation], body]) => sending(operation, body));

const strangeQuery: fc.Arbitrary<FuzzRequest> = fc
  .tuple(fc.constantFrom(...withQuery), anyQuery)
  .map(([[, operation], query]) => ({
    method: 'GET',
    path: `${pathOf(operation)}${query}`.slice(0, LONGEST_PATH),
    headers: json,
  }));

/** Headers that contain a host, which must not change a response. */
const hosts: fc.Arbitrary<Record<string, string>> = fc.constantFrom(
  {},
  {},
  { host: POISON },
  { 'x-forwarded-host': POISON, forwarded: `host=${POISON};proto=http` },
);

/** Requests of all kinds, derived from the table of operations. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: valid },
      { weight: 1, arbitrary: batch },
      { weight: 4, arbitrary: broken },
      { weight: 1, arbitrary: validQuery },
      { weight: 2, arbitrary: brokenQuery },
      { weight: 4, arbitrary: mangled },
      { weight: 2, arbitrary: strangeQuery },
      { weight: 5, arbitrary: strange },
    ),
    hosts,
  )
  .map(([request, named]) => ({ ...request, headers: { ...request.headers, ...named } }));
