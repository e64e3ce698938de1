import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Usage } from '../../../functions/platform/dynamodb/database.ts';
import { locationKeys } from '../../../functions/reference/keys.ts';
import { aFullJob, aJob } from '../../setup/a-job.ts';
import { type Client, errorPointers, textWithoutRequestId, countJobs } from '../../setup/http-client.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();

let log: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  log = jest.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => log.mockRestore());

/** The cost that the last request logged. */
const lastUsage = () => JSON.parse(String(log.mock.lastCall?.[0])) as Usage;

/** An employer whose key was already used, because the service records the use of a key once an hour. */
async function employerWithJob() {
  return service.employerWithJob({ referenceId: 'R-1', salary: { amount: 20.5, period: { id: 5 } } });
}

const asPost = (client: Client, body: unknown) => client.post('/jobs/validate', body);
const asPut = (client: Client, body: unknown, headers?: Record<string, string>) =>
  client.put('/jobs/validate', body, headers);

describe('a dry run', () => {
  test.each([
    ['POST', 'create', 'a new job', aFullJob({ referenceId: 'R-2' })],
    ['PUT', 'create', 'a new job', aFullJob({ referenceId: 'R-2' })],
    ['PUT', 'update', 'a change', { referenceId: 'R-1', title: 'Cook', salary: { maxAmount: 30 } }],
    ['PUT', 'none', 'no change', { referenceId: 'R-1', title: 'Software Developer' }],
  ])('by %s returns %s for %s, with the job that the real request makes', async (method, effect, _, body) => {
    const { acme } = await employerWithJob();
    const { status, body: validated, headers } = await acme.request(method, '/jobs/validate', { body });
    expect([status, validated.valid, validated.effect]).toEqual([200, true, effect]);
    const real = await acme.request(method, '/jobs', { body });
    const { id, publishDate, createdAt, updatedAt, ...content } = real.body;
    const times = { createdAt, updatedAt: effect === 'none' ? updatedAt : expect.any(String) };
    const stored = effect === 'create' ? { postingUrl: null } : { id, publishDate, ...times };
    expect(validated.job).toEqual({ ...content, ...stored });
    expect(headers.get('job-warning')).toBe(real.headers.get('job-warning'));
  });

  test('writes no data: no write units, no job, no id, no location', async () => {
    const { acme } = await employerWithJob();
    const place = { description: 'Upper Liard, YT' };
    const operations = [
      { operation: 'create', body: aJob({ locations: [place] }), idempotencyKey: 'k' },
      { operation: 'upsert', body: { referenceId: 'R-1', title: 'Cook' } },
    ];
    for (const judge of [asPost, asPut]) {
      for (const body of [aJob({ referenceId: 'R-2', locations: [place] }), { operations }]) {
        expect((await judge(acme, body)).status).toBe(200);
        expect(lastUsage().writeUnits).toBe(0);
      }
    }
    const { body: job } = await acme.post('/jobs', aJob());
    const { body: second } = await acme.post('/jobs', aJob());
    expect(second.id - job.id).toBe(1);
    expect(await countJobs(acme)).toBe(3);
    const Key = locationKeys.location('upperliard', 'YT');
    expect(await service.db.get({ Key, ConsistentRead: true })).toBeUndefined();
  });

  test.each([
    ['that break rules', aJob({ title: '', salary: { amount: -1 } })],
    ['with a referenceId that is taken', aJob({ referenceId: 'R-1' })],
    ['larger than an item may be', aJob({ description: `<p>${'x'.repeat(420_000)}</p>` })],
  ])('fails like POST /jobs: jobs %s', async (_, body) => {
    const { acme } = await employerWithJob();
    const validated = await asPost(acme, body);
    const real = await acme.post('/jobs', body);
    expect(validated.status).toBeGreaterThanOrEqual(400);
    expect(textWithoutRequestId(validated)).toBe(textWithoutRequestId(real));
  });

  test('fails like PUT /jobs: for a stale If-Match, and for a new job without required fields', async () => {
    const { acme } = await employerWithJob();
    const old = await asPut(acme, { referenceId: 'R-1' }, { 'if-match': '"old"' });
    expect([old.status, old.headers.has('etag')]).toEqual([412, true]);
    const bare = await asPut(acme, { referenceId: 'R-2' });
    expect([bare.status, errorPointers(bare)]).toMatchObject([400, expect.arrayContaining(['/title'])]);
  });

  test('of several operations checks each operation independently', async () => {
    const { acme, job } = await employerWithJob();
    const { status, body } = await asPost(acme, {
      operations: [
        { operation: 'create', body: aJob({ referenceId: 'R-2', careerLevels: 1 }) },
        { operation: 'create', body: {} },
        { operation: 'upsert', body: { referenceId: 'R-1', title: 'Cook' } },
        { operation: 'update', id: 2_147_483_647, body: {} },
        { operation: 'delete', id: job.id },
      ],
    });
    expect([status, body.succeeded, body.failed]).toEqual([200, 3, 2]);
    const warnings = [{ code: 'field_unknown', pointer: '/careerLevels' }];
    expect(body.results).toMatchObject([
      { status: 200, valid: true, effect: 'create', warnings },
      { status: 400, valid: false, problem: { code: 'validation_failed' } },
      { status: 200, valid: true, effect: 'update', job: { title: 'Cook' } },
      { status: 404, valid: false, problem: { code: 'job_not_found' } },
      { status: 200, valid: true, effect: 'delete' },
    ]);
    expect((await acme.get(`/jobs/${job.id}`)).body).toEqual(job);
  });
});
