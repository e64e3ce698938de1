import { expect, test } from '@jest/globals';
import { openApiDocument } from '../../schemas/openapi.ts';
import { brokenPromises, presentRelease, promisesIn, released } from './promises.ts';

const presentDocument = openApiDocument();
const present = promisesIn(presentDocument);

/** Each sentence of a break that is allowed, with its reason. A release empties the list. */
const allowedBreaks: Record<string, string> = {
  'response Violation.code: x-extensible-enum none instead of contrast: clients that look for it do not find it.':
    'Every color is accepted, so no request breaks that rule.',
};

test('a client of the last release works as before, but for the breaks that are allowed', () => {
  const broken = brokenPromises(released().promises, present);
  expect(broken.toSorted()).toEqual(Object.keys(allowedBreaks).toSorted());
});

test('the kept promises are those of the release in package.json', () => {
  const advice = 'Run "npx node test/schemas/promises.ts" in the commit of a release.';
  expect({ advice, release: released().release }).toEqual({ advice, release: presentRelease() });
});

type Node = Record<string, unknown>;

/** The promises of a document with another value, or none, at this path. */
function promisesWith(path: string, value: unknown) {
  const document = structuredClone(presentDocument);
  const names = path.split(' ');
  const last = names.pop() ?? '';
  const parent = names.reduce((node, name) => node[name] as Node, document as unknown as Node);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return promisesIn(document);
}

const listJobs = 'paths /jobs get';
const pageSize = `${listJobs} parameters 4 schema`;
const problems400 = `${listJobs} responses 400 content application/problem+json examples`;
const schemas = 'components schemas';
const jobCreate = `${schemas} JobCreate properties`;
const jobRecord = `${schemas} JobRecord properties`;
const knownCodes = `${schemas} Violation properties code x-extensible-enum`;
const events = presentDocument.paths['/events']?.['get'];
const newParameter = (required: boolean) => ({ name: 'new', required, in: 'query', schema: { maximum: 1 } });

test.each([
  ['listEvents is gone', 'paths /events get', undefined],
  ['listEvents: route GET /new instead of GET /events', 'paths /new', { get: events }],
  ['listJobs: security other instead of none', `${listJobs} security`, [{ apiKey: [], other: [] }]],
  ['listJobs: statuses none instead of 304', `${listJobs} responses 304`, undefined],
  ['listJobs: codes none instead of employer_missing', `${problems400} employer_missing`, undefined],
  ['listJobs: headers none instead of 200 ETag', `${listJobs} responses 200 headers ETag`, undefined],
  ['request listJobs q is gone', `${listJobs} parameters 0 name`, 'text'],
  ['request listJobs q: required true instead of none', `${listJobs} parameters 0 required`, true],
  ['request listJobs new: required true instead of none', `${listJobs} parameters 11`, newParameter(true)],
  ['request listJobs pageSize: default 20 instead of 10', `${pageSize} default`, 20],
  ['request listJobs pageSize: maximum 50 instead of 100', `${pageSize} maximum`, 50],
  ['request listJobs pageSize: minimum 2 instead of 1', `${pageSize} minimum`, 2],
  ['request JobCreate.title is gone', `${jobCreate} title`, undefined],
  ['request JobCreate.description: maxLength 9 instead of none', `${jobCreate} description maxLength`, 9],
  ['request JobCreate.closeDate: types none instead of null', `${jobCreate} closeDate type`, 'string'],
  ['request JobCreate.usesAi: enum true instead of none', `${jobCreate} usesAi enum`, [true]],
  ['request JobCreate.title: pattern ^A instead of none', `${jobCreate} title pattern`, '^A'],
  ['request JobCreate.closeDate: format time instead of date', `${jobCreate} closeDate format`, 'time'],
  ['request JobCreate.status: required true instead of none', `${schemas} JobCreate required`, ['status']],
  ['request JobStatus: enum none instead of archived', `${schemas} JobStatus enum`, ['active', 'draft']],
  ['response Violation.code: x-extensible-enum none instead of wrong_type', knownCodes, ['required']],
  ['response JobRecord.title is gone', `${jobRecord} title`, undefined],
  ['response JobRecord.title: types null instead of none', `${jobRecord} title type`, ['string', 'null']],
  ['response JobRecord.closeDate: format time instead of date', `${jobRecord} closeDate format`, 'time'],
  ['response JobRecord.title: required none instead of true', 'components schemas JobRecord required', []],
])('reports that %s', (expected, path, value) => {
  const sentences = brokenPromises(present, promisesWith(path, value));
  expect(sentences.find((sentence) => sentence.startsWith(expected)) ?? sentences).toContain(expected);
});

test.each([
  ['a larger maximum', `${pageSize} maximum`, 200],
  ['an optional parameter', `${listJobs} parameters 11`, newParameter(false)],
  ['a field of a request', `${jobCreate} note`, { type: 'string', maxLength: 5 }],
  ['a field that may be missing', 'components schemas JobCreate required', []],
  ['a text of any length', `${jobCreate} title maxLength`, undefined],
  ['a field of a response', `${jobRecord} note`, { type: 'string' }],
  ['an operation', 'paths /new', { get: { ...events, operationId: 'listNew' } }],
])('reports nothing for %s', (_, path, value) => {
  expect(brokenPromises(present, promisesWith(path, value))).toEqual([]);
});
