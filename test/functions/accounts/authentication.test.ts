import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { newApiKey } from '../../../functions/accounts/domain/api-key.ts';
import { apiKeyStore } from '../../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { aJob } from '../../setup/a-job.ts';
import { adminOfSuite } from '../../setup/admin.ts';
import { setClock } from '../../setup/clock.ts';
import { createHttpClient, rawRequest } from '../../setup/http-client.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { issueKey } from '../../setup/partners.ts';
import { ownService } from '../../setup/own-service.ts';

// A separate table, because a test reads all of it.
const service = await ownService();
afterEach(() => void jest.restoreAllMocks());

const apiKeys = apiKeyStore(service.db);

const noon = Date.parse('2026-06-01T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const clientWith = (apiKey: string) => createHttpClient(service.origin, { 'api-key': apiKey });

const lastUse = async (keyId: string) => (await apiKeys.find(keyId))?.key.lastUsedAt;

/** GET /jobs with headers that fetch would reject or change. */
async function listWith(headers: string[]) {
  const path = '/api/v1.1/jobs';
  const reply = await rawRequest(service.origin, { path, headers: ['Host', 'localhost', ...headers] });
  return {
    status: reply.status,
    contentType: reply.headers['content-type'],
    challenge: reply.headers['www-authenticate'],
    body: reply.text.replace(/"requestId":"[^"]+"/, '"requestId":"..."'),
  };
}

/** The response to a request without any key, which every request without a valid key gets. */
const refused = await listWith([]);

/** The number of store calls of each request that the work sends. */
const callsOf = async (work: () => Promise<void>) => (await loggedLines(work)).map(({ calls }) => calls);

/** Replaces one character of a key. */
const mistyped = (apiKey: string, index: number) =>
  apiKey.slice(0, index) + (apiKey[index] === 'A' ? 'B' : 'A') + apiKey.slice(index + 1);

/** Employers whose data no test changes. */
const [unchanged, otherUnchanged] = [await service.newEmployer(), await service.newEmployer()];

describe('a request without a valid key in API-Key', () => {
  test.each<[string, (good: string, other: string) => string[]]>([
    ['two keys', (good, other) => ['API-Key', good, 'API-Key', other]],
    ['a key and a word', (good) => ['API-Key', `ApiKey ${good}`]],
    ['a key with 8,000 additional characters', (good) => ['API-Key', good + 'A'.repeat(8_000)]],
    ['an unknown key with a right checksum', () => ['API-Key', newApiKey().apiKey]],
    ['a key mistyped in its prefix', (good) => ['API-Key', mistyped(good, 0)]],
    ['a key mistyped in its secret', (good) => ['API-Key', mistyped(good, 20)]],
    ['a key mistyped in its checksum', (good) => ['API-Key', mistyped(good, good.length - 1)]],
  ])('401s for %s, with the same response as for no key', async (_, headersOf) => {
    const detail = expect.stringContaining('"detail":"Send a valid key in the API-Key header."');
    expect(refused).toMatchObject({ status: 401, challenge: 'ApiKey', body: detail });
    expect((await unchanged.get('/jobs')).status).toBe(200);
    expect(await listWith(headersOf(unchanged.apiKey, otherUnchanged.apiKey))).toEqual(refused);
  });

  test.each([
    ['X-API-Key', (key: string) => key],
    ['Authorization', (key: string) => `Bearer ${key}`],
  ])('401s for a key in %s, and names the header that is meant', async (name, valueOf) => {
    const { status, body } = await service.anyone.get('/jobs', { [name]: valueOf(unchanged.apiKey) });
    expect([status, body.code]).toEqual([401, 'api_key_invalid']);
    expect(body.detail).toContain(`in the API-Key header, without a word before it, instead of ${name}.`);
    const unknown = await service.anyone.get('/jobs', { [name]: valueOf(newApiKey().apiKey) });
    expect(unknown.body.detail).toBe(body.detail);
  });
});

describe('a rejected key', () => {
  test('is looked up only once in 10 s, even if it is sent often', async () => {
    const { apiKey } = newApiKey();
    setClock(noon);
    const calls = await callsOf(async () => {
      for (let second = 0; second <= 10; second += 1) {
        jest.setSystemTime(noon + second * SECOND);
        expect(await listWith(['API-Key', apiKey])).toEqual(refused);
      }
    });
    expect(calls).toEqual([1, ...Array<number>(9).fill(0), 1]);
  });

  test.each(['revoked', 'expired'])(
    'gets from the cache the same refusal as from the table: %s',
    async (ended) => {
      const acme = await service.newEmployer();
      setClock(noon);
      const expiresAt = ended === 'expired' ? new Date().toISOString() : null;
      const { apiKey, key } = await issueKey(service.db, acme.employer, { expiresAt });
      if (ended === 'revoked') await apiKeys.revoke(key.id, new Date());
      const calls = await callsOf(async () => {
        for (let time = 0; time < 3; time += 1) expect(await listWith(['API-Key', apiKey])).toEqual(refused);
      });
      expect(calls).toEqual([2, 0, 0]);
    },
  );

  test('causes no read when its checksum is wrong', async () => {
    const { apiKey } = newApiKey();
    const calls = await callsOf(async () => {
      for (const index of [0, 20, apiKey.length - 1]) await listWith(['API-Key', mistyped(apiKey, index)]);
    });
    expect(calls).toEqual([0, 0, 0]);
  });
});

describe('the last use of a key', () => {
  test.each([
    ['at once, and then at most once an hour', [0, 1, 59, 60, 61, 119, 120], [0, 0, 0, 60, 60, 60, 120]],
    ['again when the last one is in the future', [1_440, 0, -59, -60], [1_440, 0, 0, -60]],
  ])('is recorded %s', async (_, minutes, recorded) => {
    const acme = await service.newEmployer();
    expect(await lastUse(acme.key.id)).toBeNull();
    setClock(noon);
    const uses: unknown[] = [];
    for (const minute of minutes) {
      jest.setSystemTime(noon + minute * MINUTE);
      await acme.get('/jobs/none');
      uses.push(await lastUse(acme.key.id));
    }
    expect(uses).toEqual(recorded.map((minute) => new Date(noon + minute * MINUTE).toISOString()));
  });

  test('is recorded by only one container when several containers get requests at the same time', async () => {
    const acme = await service.newEmployer();
    const storedKey = await apiKeys.find(acme.key.id);
    const instants = Array.from({ length: 10 }, (_, index) => new Date(noon + index));
    await Promise.all(instants.map((now) => apiKeys.markUsed(storedKey?.hash ?? '', now)));
    const lastUsed = await lastUse(acme.key.id);
    expect(instants.map((now) => now.toISOString())).toContain(lastUsed);
    await apiKeys.markUsed(storedKey?.hash ?? '', new Date(noon + 60 * MINUTE - 1));
    expect(await lastUse(acme.key.id)).toBe(lastUsed);
  });

  test('is not recorded for a deleted key, which would recreate its item', async () => {
    const { hash } = newApiKey();
    await apiKeys.markUsed(hash, new Date());
    expect(await apiKeys.get(hash)).toBeUndefined();
  });
});

describe('a suspended employer', () => {
  const employers = employerStore(service.db);

  test('is rejected within 60 s of the suspension, and served within 60 s after the suspension ends', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    const statusAt = async (millis: number) => {
      jest.setSystemTime(noon + millis);
      return (await acme.get('/jobs')).status;
    };
    expect(await statusAt(0)).toBe(200);
    await employers.suspend(acme.employer.id, new Date());
    expect(await statusAt(MINUTE - 1)).toBe(200);
    expect(await statusAt(MINUTE)).toBe(403);
    await employers.resume(acme.employer.id);
    expect(await statusAt(2 * MINUTE - 1)).toBe(403);
    expect(await statusAt(2 * MINUTE)).toBe(200);
  });

  test('costs two reads a minute, even with many requests, is named in the log, and records no use of its keys', async () => {
    const acme = await service.newEmployer();
    await employers.suspend(acme.employer.id, new Date());
    setClock(noon);
    const lines = await loggedLines(async () => {
      for (let second = 0; second <= 60; second += 5) {
        jest.setSystemTime(noon + second * SECOND);
        expect((await acme.get('/jobs')).status).toBe(403);
      }
    });
    expect(lines.map(({ calls }) => calls)).toEqual([2, ...Array<number>(11).fill(0), 2]);
    expect(new Set(lines.map(({ employerId }) => employerId))).toEqual(new Set([acme.employer.id]));
    expect(await lastUse(acme.key.id)).toBeNull();
  });
});

describe('a key', () => {
  test.each([
    ['not seen before', false],
    ['accepted a millisecond before', true],
  ])('is rejected from the millisecond at which it expires, when %s', async (_, seen) => {
    const acme = await service.newEmployer();
    setClock(noon);
    const expiresAt = new Date(noon + 30 * SECOND).toISOString();
    const { apiKey } = await issueKey(service.db, acme.employer, { expiresAt });
    const client = clientWith(apiKey);
    jest.setSystemTime(noon + 30 * SECOND - 1);
    if (seen) expect((await client.get('/jobs')).status).toBe(200);
    jest.setSystemTime(noon + 30 * SECOND);
    expect((await client.get('/jobs')).status).toBe(401);
    expect((await acme.get('/jobs')).status).toBe(200);
  });

  test('appears neither in the log nor in the table', async () => {
    const lines: unknown[] = [];
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      jest.spyOn(console, level).mockImplementation((...line: unknown[]) => void lines.push(line));
    }
    const acme = await service.newEmployer();
    const { apiKey } = acme;
    const wrong = mistyped(apiKey, 20);
    const unknown = newApiKey().apiKey;
    const { body: job } = await acme.post('/jobs', aJob({ apiKey, 'api-key': apiKey }));
    await acme.get(`/jobs?api-key=${apiKey}`);
    await acme.get(`/jobs?page=${apiKey}`);
    await acme.get(`/jobs/${apiKey}`);
    await acme.get(`/nowhere/${apiKey}`);
    await acme.put(`/jobs/${job.id}`, { status: apiKey });
    await acme.post('/jobs', `{"key":"${apiKey}"`);
    await acme.post('/jobs', aJob(), { 'x-http-method-override': apiKey, prefer: apiKey });
    await acme.get('/positiontypes');
    for (const key of [wrong, unknown, `${apiKey},${apiKey}`]) await clientWith(key).get('/jobs');
    await acme.delete(`/jobs/${job.id}`);
    const written = JSON.stringify(lines);
    expect(lines.length).toBeGreaterThan(5);
    for (const key of [apiKey, wrong, unknown]) expect(written).not.toContain(key.slice(4, 40));

    const dump = JSON.stringify(await adminOfSuite().items());
    expect(dump).toContain(acme.key.id);
    expect(dump).not.toContain(apiKey.slice(4, 40));
    expect(dump).not.toMatch(/jps_[\w-]{43}/);
  });
});
