import { describe, expect, test } from '@jest/globals';
import { documentedOperations, type DocumentedOperation } from '../../../schemas/operation-schemas.ts';
import { LETTERS, positionsOf, withValueAt, type Shape } from '../../fuzz/schema-values.ts';
import { aFullJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import type { Reply } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const filled =
  (begin: string, letter: string, end = '') =>
  (length: number) =>
    begin + letter.repeat(length - begin.length - end.length) + end;

/** Texts of a format with this many characters, one text for each kind of letter that the format allows. */
const textsOf: Record<string, (letter: string) => ((length: number) => string) | undefined> = {
  line: (letter) => filled('', letter),
  'line-or-empty': (letter) => filled('', letter),
  'trimmed-line': (letter) => filled('', letter),
  'http-url': (letter) => filled('https://example.com/', letter),
  'question-id': (letter) => (letter === 'x' ? filled('', letter) : undefined),
  email: (letter) => (letter === 'x' ? filled('', letter, '@example.com') : undefined),
  // A place must exist, so only spaces can be added around its name.
  text: (letter) => (letter === 'x' ? (length) => 'Vancouver, BC'.padEnd(length) : undefined),
};

const towns = ['Vancouver, BC', 'Calgary, AB', 'Toronto, ON', 'Halifax, NS'];
const entries: Record<string, (count: number) => unknown[]> = {
  '/locations': (count) => towns.slice(0, count).map((description) => ({ description })),
  '/benefits': (count) => Array.from({ length: count }, (_, index) => `Benefit ${index}`),
  '/questions': (count) =>
    Array.from({ length: count }, (_, index) => ({ text: `Question ${index}?`, type: 'yesNo' })),
  '/questions/0/options': (count) => Array.from({ length: count }, (_, index) => `Option ${index}`),
  ...Object.fromEntries(
    ['en', 'fr'].flatMap((language) =>
      ['benefits', 'questions', 'questions/0/options'].map((list) => [
        `/translations/${language}/${list}`,
        (count: number) => Array.from({ length: count }, (_, index) => `Entry ${index}`),
      ]),
    ),
  ),
  '/categories': (count) => Array.from({ length: count }, (_, index) => ({ id: index + 1 })),
};

const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce((value, member) => (value as Record<string, unknown>)[member], body);

interface Limit {
  pointer: string;
  limit: number;
  unit: string;
  make: (count: number) => unknown;
}

/** Every upper limit of a schema, with values exactly at the limit. */
const limitsOf = (schema: Shape): Limit[] =>
  positionsOf(schema).flatMap(({ pointer, shape }): Limit[] => {
    const { maxLength, maxItems, maximum, format = '' } = shape;
    const list = entries[pointer];
    return [
      ...(maxLength === undefined
        ? []
        : LETTERS.flatMap((letter) => {
            const make = textsOf[format]?.(letter);
            return make ? [{ pointer, limit: maxLength, unit: `characters like ${letter}`, make }] : [];
          })),
      ...(maxItems !== undefined && list ? [{ pointer, limit: maxItems, unit: 'entries', make: list }] : []),
      ...(maximum === undefined
        ? []
        : [{ pointer, limit: maximum, unit: 'as a number', make: (value: number) => value }]),
    ];
  });

const texts = {
  title: 'Développeuse ou développeur',
  description: 'Construire un service.',
  benefits: ['Soins dentaires'],
};
const questions = [{ id: 'shift', text: 'Quel quart ?', options: ['Jour', 'Nuit'] }];

/** A job with a value. It has no maxAmount, which no amount may exceed, and the questions that it translates. */
function fullJob(pointer: string, value: unknown): unknown {
  const isTranslated = pointer.startsWith('/translations/fr/questions');
  const translations = { fr: { ...texts, ...(isTranslated && { questions }) } };
  const job = withValueAt(
    aFullJob({ salary: { amount: 1, period: { id: 1 } }, translations }),
    pointer,
    value,
  );
  return isTranslated && pointer.endsWith('/id')
    ? withValueAt(job, '/questions/0/id', String(value).slice(0, 50))
    : job;
}

/**
 * The full job is in English, so it has no English translation. The entries of these lists follow the job's questions:
 * `translations.test.ts` tests their number.
 */
const follows = /^\/translations\/(?:en|fr\/questions(?:\/0\/options)?$)/;

const created = documentedOperations.createJob.body as Shape;
const limits = limitsOf(created).filter(({ pointer }) => !follows.test(pointer));

describe('a limit of a body', () => {
  test('has a test for every field that has a limit', () => {
    const limited = positionsOf(created).filter(
      ({ shape }) => (shape.maxLength ?? shape.maxItems ?? shape.maximum) !== undefined,
    );
    expect(new Set(limitsOf(created).map(({ pointer }) => pointer))).toEqual(
      new Set(limited.map(({ pointer }) => pointer)),
    );
  });

  test.each(limits)(
    'is enforced: $pointer accepts $limit $unit, and refuses more',
    async ({ pointer, limit, make }) => {
      const acme = jobsInMemory();
      const refused = await acme.post('/jobs', fullJob(pointer, make(limit + 1)));
      expect([refused.status, refused.body.errors]).toEqual([400, [expect.objectContaining({ pointer })]]);
      expect(refused.body.message).toMatch(new RegExp(`at most ${RegExp.escape(String(limit))}[ .]`));
      expect((await acme.get('/jobs/1')).status).toBe(404);
      const value = make(limit);
      const { status, body } = await acme.post('/jobs', fullJob(pointer, value));
      expect(status).toBe(201);
      const answered = valueAt(body, pointer);
      if (Array.isArray(value)) expect(answered).toHaveLength(limit);
      else if (!pointer.startsWith('/locations')) expect(answered).toBe(value);
    },
  );
});

const lists: [string, DocumentedOperation][] = [
  ['/jobs', documentedOperations.listJobs],
  ['/jobs/references', documentedOperations.listReferences],
  ['/locations', documentedOperations.listLocations],
];

const ofQueries = lists.flatMap(([path, { query }]) =>
  limitsOf(query as Shape)
    .map((limit) => ({ path, ...limit, parameter: limit.pointer.slice(1) }))
    // A position has a form of its own, which `changed-jobs.test.ts` tests.
    .filter(({ pointer, path: of }) => !(of === '/jobs' && pointer === '/after')),
);

/** Encodes a list as a repeated parameter. */
const nameOf = (parameter: string) => parameter.replace(/\/0$/, '');

const { get } = await service.newEmployer();

const ask = (path: string, parameter: string, value: unknown): Promise<Reply> =>
  get(`${path}?${new URLSearchParams({ [nameOf(parameter)]: String(value) }).toString()}`);

describe('a limit of a query', () => {
  test.each(ofQueries)(
    'is enforced by $path: $parameter accepts $limit $unit, and refuses more',
    async ({ path, parameter, limit, make }) => {
      expect((await ask(path, parameter, make(limit))).status).toBe(200);
      const { status, body } = await ask(path, parameter, make(limit + 1));
      const errors = [expect.objectContaining({ parameter: nameOf(parameter) })];
      expect([status, body.errors]).toEqual([400, errors]);
      expect(body.message).toContain(`at most ${limit}`);
    },
  );
});
