import { DynamoDBClient, InternalServerError } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { rateLimits } from '../../../functions/accounts/domain/rate-limit.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { retryAfterSeconds } from '../../../functions/http/problem-response.ts';
import { timeToLive } from '../../../functions/platform/dynamodb/table.ts';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { isBundled } from '../../setup/deployment.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { createHttpClient, type Client, type Reply } from '../../setup/http-client.ts';
import { createPartnerClient, issueKey } from '../../setup/partners.ts';
import { startService } from '../../setup/service.ts';

process.env['RATE_LIMITS'] = 'on';
// The usual rate with a window 15 times shorter. Not for bundles, which contain the limits.
if (!isBundled) {
  Object.assign(rateLimits, { standard: { name: 'standard', quota: 40, windowSeconds: 4 } });
}

const service = await startService();

afterEach(() => void jest.restoreAllMocks());

const noon = Date.parse('2026-06-01T12:00:00.000Z');
const { quota, windowSeconds } = rateLimits.standard;
const policy = `"standard";q=${quota};w=${windowSeconds}`;

/** The cheapest request: a 404 without a read of the table. */
const ask = (client: Client) => client.get('/jobs/none');

async function askTimes(client: Client, times: number): Promise<Reply[]> {
  const replies: Reply[] = [];
  while (replies.length < times) {
    const batch = Math.min(50, times - replies.length);
    replies.push(...(await Promise.all(Array.from({ length: batch }, () => ask(client)))));
  }
  return replies;
}

const statuses = (replies: Reply[]) => Object.groupBy(replies, ({ status }) => String(status));

const remaining = ({ headers }: Reply) => Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);

const limitHeaders = ({ headers }: Reply) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

/** Operations without an effect: deletions of unknown jobs. */
const operations = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ operation: 'delete', id: 2_147_483_647 - n }));

/** Refused requests with a key of an account, and a request of the account that is served. */
const unpaid: Record<string, () => Promise<[refused: Client, code: string, served: () => Promise<Reply>]>> = {
  'a missing permission': async () => {
    const { employer } = await service.newEmployer();
    const { apiKey } = await issueKey(service.db, employer, { permissions: ['events:read'] });
    const limited = createHttpClient(service.origin, { 'api-key': apiKey });
    return [limited, 'permission_missing', () => limited.get('/events')];
  },
  'a wrong Employer-Id': async () => {
    const partner = await createPartnerClient(service);
    return [partner.forEmployer(2_147_483_647), 'employer_not_found', () => partner.get('/keys')];
  },
};

test.each(Object.entries(unpaid))(
  '%s gets a 429 in the end, and uses up nothing of the account',
  async (_, prepare) => {
    setClock(noon);
    const [refused, code, served] = await prepare();
    const before = remaining(await served());
    const codes = Object.groupBy(await askTimes(refused, quota + 10), ({ body }) => String(body.code));
    expect([codes[code]?.length, codes['rate_limit_exceeded']?.length]).toEqual([quota, 10]);
    expect(remaining(await served())).toBe(before - 1);
  },
);

describe('a key', () => {
  test('is served up to its quota, then 429s, and is served again after Retry-After', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    const { 404: served = [], ...others } = statuses(await askTimes(acme, quota));
    expect([served.length, others]).toEqual([quota, {}]);

    const refused = await ask(acme);
    expect(refused.status).toBe(429);
    const retryAfter = refused.headers.get('retry-after');
    expect(retryAfter).toMatch(/^[1-5]$/);
    expect(limitHeaders(refused)).toEqual([policy, '"standard";r=0;t=1']);
    const detail = `An account on this plan may make ${quota} requests in ${windowSeconds} s. Try again in ${retryAfter} s.`;
    expect(refused.body.detail).toBe(detail);

    jest.setSystemTime(noon + 1_000);
    const later = statuses(await askTimes(acme, 15));
    expect([later['404']?.length, later['429']?.length]).toEqual([10, 5]);
    jest.setSystemTime(noon + (windowSeconds + 1) * 1_000);
    expect(remaining(await ask(acme))).toBe(quota - 1);
  });

  test.each([
    ['batch', 10, 2],
    ['batch', 11, 3],
    ['validate', 100, 11],
  ])('is charged for a %s with %i operations as if they were %i requests', async (path, count, requests) => {
    const acme = await service.newEmployer();
    setClock(noon);
    const reply = await acme.post(`/jobs/${path}`, { operations: operations(count) });
    expect([reply.status, remaining(reply)]).toEqual([200, quota - requests]);
  });

  test('is charged the request count or the database usage, whichever is larger', async () => {
    const acme = await service.newEmployer({ plan: 'unlimited' });
    setClock(noon);
    const lines: { calls: number; readUnits: number; writeUnits: number }[] = [];
    jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(JSON.parse(String(line))));
    const remainders = [rateLimits.unlimited.quota];
    const paid = async (request: Promise<Reply>) => {
      remainders.unshift(remaining(await request));
      const [line] = lines.splice(0);
      return { requests: remainders[1]! - remainders[0]!, ...line! };
    };
    const names = Array.from({ length: 100 }, (_, n) => `R${n}`);
    const creations = names.map((referenceId) => ({ operation: 'create', body: aJob({ referenceId }) }));
    const { requests, writeUnits } = await paid(acme.post('/jobs/batch', { operations: creations }));
    // 50 requests of the plan equal 1,000 write units. The write that counts them is not charged.
    expect(requests).toBe(Math.ceil((writeUnits - 1) / 20));
    expect(requests).toBeGreaterThan(11);
    // Each bundled function has separate leases.
    await paid(acme.get('/jobs'));
    // 50 requests equal 1,500 read units. The leased requests cover the charge, so counting takes no call.
    expect(await paid(acme.get(`/jobs?referenceId=${names.join('&referenceId=')}`))).toMatchObject({
      requests: Math.ceil(200 / 30),
      readUnits: 200,
      calls: 2,
    });
    expect(await paid(acme.get('/jobs?page=2'))).toMatchObject({ requests: 1, calls: 2 });
  });

  test('is charged for all of a batch or for nothing with a 429, and succeeds after Retry-After', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    await askTimes(acme, quota - 5);
    const batch = () => acme.post('/jobs/batch', { operations: operations(100) });
    const refused = await batch();
    expect([refused.status, refused.body.code, remaining(refused)]).toEqual([429, 'rate_limit_exceeded', 4]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    jest.setSystemTime(noon + 1_000);
    const served = await batch();
    expect([served.status, remaining(served)]).toEqual([200, 14 - 11]);
  });

  test('shares the limit of its account with the other keys, including a new one', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    const { key } = (await acme.post('/keys', { label: 'second' })).body;
    const remainders = remaining((await askTimes(acme, quota / 2)).at(-1)!);
    expect(remaining(await ask(createHttpClient(service.origin, { 'api-key': key })))).toBe(remainders - 1);
  });

  test('of a suspended account uses up its limit, and then gets a 429', async () => {
    const acme = await service.newEmployer();
    await employerStore(service.db).suspend(acme.employer.id, new Date());
    setClock(noon);
    const { 403: refused, 429: limited } = statuses(await askTimes(acme, quota + 1));
    expect([refused?.length, limited?.length]).toEqual([quota, 1]);
  });

  test('is charged one request, not two, for a method override', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    const { body: job } = await acme.post('/jobs', aJob());
    const put = { 'x-http-method-override': 'PUT' };
    const remainder = remaining(await acme.post(`/jobs/${job.id}`, { title: 'Cook' }, put));
    expect(remaining(await acme.post(`/jobs/${job.id}`, { title: 'Baker' }, put))).toBe(remainder - 1);
    const remove = { 'x-http-method-override': 'DELETE' };
    // The bundled function of an override contains both handlers and so shares one lease.
    expect(remaining(await acme.post(`/jobs/${job.id}`, {}, remove))).toBe(remainder - 2);
  });

  test('needs no call to the table for most requests, and none for a rejection', async () => {
    const [acme, plain] = [await service.newEmployer({ plan: 'unlimited' }), await service.newEmployer()];
    setClock(noon);
    const lines = await loggedLines(async () => {
      for (let request = 0; request < 30; request += 1) await ask(acme);
    });
    expect(lines.filter(({ calls }) => calls > 0)).toHaveLength(1);
    await askTimes(plain, quota);
    const refusals = await loggedLines(() => askTimes(plain, 20));
    expect(refusals.map(({ status, calls }) => `${status} ${calls}`)).toEqual(Array(20).fill('429 0'));
  });

  const testOfSources = isBundled ? test.skip : test;
  testOfSources('is served without a limit while its bucket cannot be written', async () => {
    const acme = await service.newEmployer();
    const bucket = JSON.stringify(accountKeys.rateLimit(String(acme.employer.id)).PK);
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to its client
    const { send } = DynamoDBClient.prototype;
    const spy = jest.spyOn(DynamoDBClient.prototype, 'send');
    const failure = new InternalServerError({ message: 'It fails.', $metadata: { httpStatusCode: 500 } });
    spy.mockImplementation(function fail(this: DynamoDBClient, ...sent: [{ input: object }]) {
      const text = JSON.stringify(sent[0].input);
      const isWrite = text.includes(bucket) && text.includes('"RATE"');
      return isWrite ? Promise.reject(failure) : Reflect.apply(send, this, sent);
    } as never);
    setClock(noon);
    const reply = await acme.get('/jobs');
    expect([reply.status, limitHeaders(reply)]).toEqual([200, [null, null]]);
    spy.mockRestore();
    expect(remaining(await acme.get('/jobs'))).toBe(quota - 1);
  });

  test('has a bucket in the table that expires once it is full', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    await ask(acme);
    const Key = accountKeys.rateLimit(String(acme.employer.id));
    const item = await service.db.get({ Key, ConsistentRead: true });
    // A lease takes a twentieth of the requests, so the bucket is full after a twentieth of the window.
    expect(item).toMatchObject({
      fullAt: noon + (windowSeconds / 20) * 1_000,
      [timeToLive]: noon / 1_000 + windowSeconds + 60,
    });
  });
});

test('the times of Retry-After differ, and none of them is too early', () => {
  const seconds = Array.from({ length: 50 }, () => retryAfterSeconds(7));
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(7);
  expect(new Set(seconds).size).toBeGreaterThan(2);
});
