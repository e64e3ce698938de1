import { expect, test } from '@jest/globals';
import { compress } from '../../functions/events/store/event-items.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { eventKeys } from '../../functions/events/keys.ts';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { compareWithDocument, documentedFeatures } from '../setup/openapi-responses.ts';
import { pathIds } from '../setup/applications-in-table.ts';
import { documentedRequest } from '../setup/openapi-requests.ts';
import { startService } from '../setup/service.ts';
import { BODY_MAX_BYTES } from '../../schemas/limits.ts';

process.env['RATE_LIMITS'] = 'on';
const service = await startService();

const suspended = await service.newEmployer();
await employerStore(service.db).suspend(suspended.employer.id, new Date());

interface Sent {
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

type Change = (sent: Sent, id: OperationId) => Sent;

const header =
  (name: string, value: string): Change =>
  (sent) => ({ ...sent, headers: { ...sent.headers, [name]: value } });

const fields =
  (changed: object): Change =>
  (sent) => ({ ...sent, body: { ...(sent.body as object), ...changed } });

const body =
  (text: string): Change =>
  (sent) => ({ ...sent, body: text });

const withoutBody: Change = ({ path, headers }) => ({
  path,
  headers: { ...headers, 'content-type': 'application/json' },
});

/** A body that is larger than that of the operation may be. */
const tooLarge: Change = (sent, id) => {
  const { bodyLimits, bytes }: Operation = operations[id];
  const { maxBytes } = bodyLimits ?? bytes ?? { maxBytes: BODY_MAX_BYTES };
  return { ...sent, body: JSON.stringify(aJob({ description: 'a'.repeat(maxBytes) })) };
};

const missing: Change = (sent) => ({
  ...sent,
  path: sent.path
    .replace(/^((?:\/public)?\/\w+)\/(?:\d+|[\da-f]{32})(?=\/|\?|$)/, '$1/0')
    .replace(/\bemployer=\d+/, 'employer=2147483647'),
});

const active = { status: 'active' };
const elsewhere = { ...active, applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/apply' };
const idOfPosting = async (job: Record<string, unknown>) =>
  (await service.employerWithJob(job)).job.id as number;

/** The name that a job had while it was confidential. */
async function formerName() {
  const { acme, path } = await service.employerWithJob({ ...active, confidential: true });
  const { headers } = await acme.get(path);
  await acme.put(path, { confidential: false });
  return /\/jobs\/(\w+)>/.exec(headers.get('link') ?? '')?.[1];
}

/** Requests a posting other than the open one. */
const posting =
  (publicId: number | string | undefined): Change =>
  (sent) => ({ ...sent, path: sent.path.replace(/^(\/public\/jobs)\/\w+/, `$1/${publicId}`) });

/** Requests the events after an expired event. */
const afterExpired: Change = (sent) => ({
  ...sent,
  path: sent.path.replace(/^\/events\b.*/, '/events?after=7'),
});
const cursorExpired = fields({ cursor: 7 });

const OVERRIDE = 'X-HTTP-Method-Override';
const meaningPut = header(OVERRIDE, 'PUT');
const meaningDelete = header(OVERRIDE, 'DELETE');
const ifMatch = header('if-match', '"another"');
const aNewReference = fields({ referenceId: 'new' });
const anothersReference = fields({ referenceId: 'REQ-1' });

/** Changes to the documented request of each operation. The changes of a row are sent one after another. */
const rows: Change[][][] = [
  [[]],
  [[header('api-key', 'jps_unknown')]],
  [[header('api-key', suspended.apiKey)]],
  [[header('employer-id', '2147483647')]],
  [[header('prefer', 'handling=strict')]],
  [[missing]],
  [[ifMatch]],
  [[header('if-none-match', '*')]],
  [[withoutBody]],
  [[body('{')]],
  [[body('a=b'), header('content-type', 'text/plain')]],
  [[tooLarge]],
  [[fields({ referenceId: 1 })]],
  [[aNewReference]],
  [[anothersReference]],
  [[header(OVERRIDE, 'PATCH')]],
  [[(sent) => ({ ...sent, headers: {} })]],
  [[posting(await idOfPosting({ status: 'archived' }))]],
  [[posting(await idOfPosting(elsewhere))]],
  [[posting(await formerName())]],
  [[body('--x'), header('content-type', 'multipart/form-data; boundary=x')]],
  [[meaningPut]],
  [[meaningPut, aNewReference]],
  [[meaningPut, ifMatch]],
  [[ifMatch, anothersReference]],
  [[meaningPut, ifMatch, anothersReference]],
  [[meaningDelete]],
  [[meaningDelete, withoutBody]],
  [[afterExpired]],
  [[cursorExpired]],
  [[meaningPut, cursorExpired]],
  // The employer already has one webhook, so the fifth new one exceeds the limit of five.
  Array.from({ length: 5 }, () => []),
  [[meaningDelete, missing, aNewReference]],
  [
    [aNewReference, header('idempotency-key', 'once')],
    [aNewReference, header('idempotency-key', 'once')],
    [anothersReference, fields({ name: 'Another' }), header('idempotency-key', 'once')],
  ],
];

/** Responses that these requests cannot cause; the named suites cause them. */
const inOtherSuites = [
  // rate-limit.test.ts
  / 429\b/,
  // acting-for-employers.test.ts
  / (?:API-Key-Expires|404 RateLimit(?:-Policy)?|employer_missing|employer_not_found|partner_suspended|partner_only)$/,
  // every-operation.test.ts
  / permission_missing$/,
  // keys.test.ts and employer-accounts.test.ts
  /^(?:\w+Key|\w*Employer(?:Account|s)\w*|\w+KeyMethod) (?:409|201|404 key_not_found)\b/,
  // import-application.test.ts
  /^importApplication 409\b/,
  // store-faults.test.ts
  / 50[03]\b/,
  / 409 (?:idempotency_key_in_use|Retry-After)$/,
];

async function employerWithJobs() {
  const acme = await service.newEmployer();
  // Only the last event is still in the log.
  const data = { job: { id: 1, referenceId: null }, by: { type: 'operator' } };
  const event = { id: 42, type: 'job.created', timestamp: '2029-12-03T15:04:05.123Z', data };
  const newest = { number: 42, events: compress([event]), seen: {} };
  await service.db.put({ Item: { ...eventKeys.newestEvents(acme.employer.id), ...newest } });
  await acme.post('/jobs', aJob({ referenceId: 'REQ-1' }));
  const { body: job } = await acme.post('/jobs', aJob({ referenceId: 'REQ-2041', ...active }));
  return { acme, ids: await pathIds(service.db, acme, job) };
}

/** The employer for requests that change nothing. */
const readOnlyEmployer = employerWithJobs();

type Ids = Awaited<ReturnType<typeof employerWithJobs>>['ids'];

/** The documented request of an operation with these changes, and an additional unknown query parameter. */
function requestOf(id: OperationId, ids: Ids, changes: readonly Change[]) {
  const { method, ...example } = documentedRequest(id, ids);
  const { path, headers, ...others } = changes.reduce<Sent>(
    (request, change) => change(request, id),
    example,
  );
  // fetch sends no body with GET.
  const options = method === 'GET' ? { headers } : { headers, ...others };
  return { method, target: `${path}${path.includes('?') ? '&' : '?'}unknown=1`, options };
}

/** The rows whose requests differ for this operation: most changes concern few operations. */
function rowsOf(id: OperationId, ids: Ids): Change[][][] {
  const requestsOf = (row: Change[][]) => JSON.stringify(row.map((changes) => requestOf(id, ids, changes)));
  return [...new Map(rows.map((row) => [requestsOf(row), row])).values()];
}

/** The documented features of the responses to these requests. */
async function observed(id: OperationId) {
  const occurring = new Set<string>();
  const isSafe = operations[id].method === 'GET';
  let subject = await (isSafe ? readOnlyEmployer : employerWithJobs());
  let isChanged = false;
  for (const row of rowsOf(id, subject.ids)) {
    if (isChanged) subject = await employerWithJobs();
    isChanged = false;
    const { acme, ids } = subject;
    for (const changes of row) {
      const { method, target, options } = requestOf(id, ids, changes);
      const reply = await acme.request(method, target, options);
      const { facts, faults } = compareWithDocument(id, reply);
      expect(faults).toEqual([]);
      for (const fact of facts) occurring.add(fact);
      isChanged ||= !isSafe && reply.status < 400;
    }
  }
  return occurring;
}

test.each(Object.keys(operations) as OperationId[])(
  'every documented response of %s occurs, and every response that occurs is documented',
  async (id) => {
    const occurring = await observed(id);
    const promised = documentedFeatures(id).filter(
      (fact) => !inOtherSuites.some((pattern) => pattern.test(fact)),
    );
    expect(promised.filter((fact) => !occurring.has(fact))).toEqual([]);
  },
);
