import { expect, jest } from '@jest/globals';
import * as fc from 'fast-check';
import { documentedOperations } from '../../schemas/operation-schemas.ts';
import type { OperationId } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import type { Client, Reply } from '../setup/http-client.ts';
import { brokenValues, positionsOf, withValueAt, type Shape } from './schema-values.ts';

type Body = Record<string, unknown>;

/** A single fault of a request: an invalid value in the body (undefined removes the field), or a header. */
type Fault = { pointer: string; value: unknown } | { header: string };

/** Faults that the schemas do not describe. */
const ofTheDomain: Fault[] = [
  ...['Gotham', 'Stratford', 'Vancouver, ON', 'Kitsilano', ' '].map((value) => ({
    pointer: '/locations/0/description',
    value,
  })),
  {
    pointer: '/locations',
    value: ['Gotham', 'Toronto', 'Regina', 'Krypton'].map((description) => ({ description })),
  },
  ...['<p> </p>', '<img>', '<script>1</script>'].map((value) => ({ pointer: '/description', value })),
  { pointer: '/salary/maxAmount', value: 0.0001 },
  ...['/salary/amount', '/salary/period', '/applicationEmail', '/applicationUrl'].flatMap((pointer) =>
    [undefined, null, ''].map((value) => ({ pointer, value })),
  ),
  { pointer: '/wage', value: 1 },
  { pointer: '/salary/currency', value: 'CAD' },
];

const faultsOf = (body: Shape): Fault[] => [
  ...positionsOf(body).flatMap(({ pointer, shape }) =>
    [...brokenValues(shape), undefined].map((value) => ({ pointer, value })),
  ),
  ...ofTheDomain,
];

const addresses = { applicationEmail: 'jobs@example.com', applicationUrl: 'https://example.com' };

/** A valid job, which is also a valid update of every other job. */
const goodJob: fc.Arbitrary<Body> = fc
  .record({
    routing: fc.constantFrom(1, 2),
    hasBoth: fc.boolean(),
    salary: fc.constantFrom(
      { amount: 20.5, maxAmount: null, period: { id: 5 }, plusCommission: true },
      { amount: 50_000, maxAmount: 60_000, period: { id: 1 }, plusCommission: false },
    ),
  })
  .map(({ routing, hasBoth, salary }) =>
    aJob({
      // A location without legal requirements, which would be reported only after the location is valid.
      locations: [{ description: 'Calgary, AB' }],
      applicantRoutingType: { id: routing },
      applicationEmail: routing === 1 || hasBoth ? addresses.applicationEmail : null,
      applicationUrl: routing === 2 || hasBoth ? addresses.applicationUrl : null,
      closeDate: '9999-12-31',
      confidential: true,
      autoRefresh: true,
      status: 'active',
      salary,
    }),
  );

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce((found, step) => (found as Body | null | undefined)?.[step], value);

const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'));

const hasPointer = (body: Body, pointer: string) =>
  parentOf(pointer) === '' || typeof (valueAt(body, parentOf(pointer)) ?? undefined) === 'object';

const spoiled = (good: Body, faults: readonly Fault[]): Body =>
  faults.reduce<Body>(
    (body, fault) =>
      'pointer' in fault && hasPointer(body, fault.pointer)
        ? withValueAt(body, fault.pointer, fault.value)
        : body,
    good,
  );

/** Replaces the reported values of a body by valid ones, and changes nothing else. */
function repaired(body: Body, good: Body, reported: readonly string[]): Body {
  const source = { ...good, ...addresses };
  const outermost = reported.filter((pointer) => !reported.some((other) => pointer.startsWith(`${other}/`)));
  const fixed = outermost.reduce(
    (result, pointer) => withValueAt(result, pointer, structuredClone(valueAt(source, pointer))),
    body,
  );
  // Where the way to apply is missing, one address is asked for: a client chooses the way that it has the address of.
  if (reported.includes('/applicantRoutingType')) {
    fixed['applicantRoutingType'] = { id: fixed['applicationEmail'] ? 1 : 2 };
  }
  // A client would not correct an amount to a value above its maxAmount.
  const { amount, maxAmount } = (fixed['salary'] ?? {}) as { amount?: unknown; maxAmount?: unknown };
  return typeof amount === 'number' && typeof maxAmount === 'number' && amount > maxAmount
    ? withValueAt(fixed, '/salary/amount', maxAmount)
    : fixed;
}

type Send = (body: Body, headers: Record<string, string>) => Promise<Reply>;

/** An employer on the unlimited plan. */
type Writer = Pick<Client, 'post' | 'put'>;

interface Subject {
  operation: OperationId & ('createJob' | 'upsertJob' | 'updateJob');
  headers: readonly string[];
  /** Prepares a trial. The returned function sends the request of each round. */
  begin: (acme: Writer) => Promise<Send>;
}

/** The operations that write jobs. The referenceId of PUT /jobs is always valid, because it decides which rules apply. */
const subjects: readonly Subject[] = [
  {
    operation: 'createJob',
    headers: ['idempotency-key'],
    begin: async (acme) => async (body, headers) => acme.post('/jobs', body, headers),
  },
  {
    operation: 'upsertJob',
    headers: ['if-match', 'if-none-match'],
    begin: async (acme) => {
      const referenceId = crypto.randomUUID();
      return async (body, headers) => acme.put('/jobs', { ...body, referenceId }, headers);
    },
  },
  ...[{}, { salary: { amount: 30, period: { id: 5 } }, applicationUrl: 'https://example.com' }].map(
    (stored): Subject => ({
      operation: 'updateJob',
      headers: ['if-match', 'if-none-match'],
      begin: async (acme) => {
        const { body: job } = await acme.post('/jobs', aJob(stored));
        return async (body, headers) => acme.put(`/jobs/${job.id}`, body, headers);
      },
    }),
  ),
];

const trials = fc.constantFrom(...subjects).chain((subject) =>
  fc.record({
    subject: fc.constant(subject),
    good: goodJob,
    faults: fc.array(
      fc.oneof(
        {
          weight: 8,
          arbitrary: fc.constantFrom(...faultsOf(documentedOperations[subject.operation].body as Shape)),
        },
        { weight: 4, arbitrary: fc.constantFrom(...ofTheDomain) },
        { weight: 1, arbitrary: fc.constantFrom(...subject.headers).map((header): Fault => ({ header })) },
      ),
      { minLength: 1, maxLength: 6 },
    ),
    isStrict: fc.boolean(),
  }),
);

/**
 * Sends jobs with several faults, so many of them, and corrects exactly what the answer reports: the second request
 * must succeed.
 */
export async function correctWhatIsReported(acme: Writer, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(trials, async ({ subject, good, faults, isStrict }) => {
      const send = await subject.begin(acme);
      const prefer: Record<string, string> = isStrict ? { prefer: 'handling=strict' } : {};
      const malformed = faults.flatMap((fault) => ('header' in fault ? [[fault.header, '"a,b']] : []));
      const body = spoiled(
        good,
        faults.filter((fault) => !('pointer' in fault && fault.pointer.startsWith('/referenceId'))),
      );
      const reply = await send(body, { ...prefer, ...Object.fromEntries(malformed) });
      if (reply.status < 300) return;
      expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
      const errors = reply.body.errors as { pointer?: string; header?: string }[];
      // A response names at most a hundred; the rest is corrected in another round.
      if (errors.length === 100) return;
      const pointers = errors.flatMap(({ pointer }) => pointer ?? []);
      const reportedHeaders = new Set(errors.flatMap(({ header }) => header?.toLowerCase() ?? []));
      const headers = malformed.filter(([header = '']) => !reportedHeaders.has(header));
      const second = await send(repaired(body, good, pointers), {
        ...prefer,
        ...Object.fromEntries(headers),
      });
      expect({ reported: pointers, errors: second.body.errors }).toEqual({ reported: pointers });
      expect(second.status).toBeLessThan(300);
    }),
    { numRuns, seed: jest.getSeed() },
  );
}
