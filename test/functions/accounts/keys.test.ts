import { inflateRawSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import { parseKeyTerms } from '../../../functions/accounts/domain/api-key.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { apiKeyStore, hashesOf } from '../../../functions/accounts/store/api-keys.ts';
import {
  parseIdempotencyKey,
  decryptText,
  idempotencyKeys,
} from '../../../functions/idempotency/idempotency.ts';
import { writtenBy } from '../../../functions/platform/dynamodb/last-write.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { setClock } from '../../setup/clock.ts';
import { createHttpClient } from '../../setup/http-client.ts';
import { createPartnerClient } from '../../setup/partners.ts';
import { startService } from '../../setup/service.ts';
import { violationsOf } from '../../setup/violations.ts';

const service = await startService();

const noon = Date.parse('2026-06-01T12:00:00.000Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The value in a dump of items: as text, if it is bytes, which may be compressed. */
function readable(_: string, value: unknown) {
  if (!(value instanceof Uint8Array)) return value;
  try {
    return inflateRawSync(value).toString();
  } catch {
    return Buffer.from(value).toString('latin1');
  }
}

const clientWith = (apiKey: string) =>
  createHttpClient(service.origin, { 'api-key': apiKey }, { mustServe: true });

/** Creates a partner, and one employer of the partner, without a key. */
async function partnerWithEmployer() {
  const partner = await createPartnerClient(service);
  const employer = await partner.newEmployer('C-1');
  return { partner, employer, forEmployer: partner.forEmployer(employer.id) };
}

describe('POST /keys', () => {
  test('201s with a key that works immediately and is shown only once', async () => {
    const acme = await service.newEmployer();
    const expiresAt = new Date(Date.now() + 40 * 86_400_000).toISOString();
    const { status, body, headers } = await acme.post('/keys', { label: 'ATS', expiresAt });
    const { key, ...record } = body;
    expect(status).toBe(201);
    expect(record).toEqual({
      id: expect.stringMatching(`^${acme.employer.id}-`),
      label: 'ATS',
      permissions: null,
      createdAt: expect.any(String),
      createdBy: { type: 'employer', id: acme.employer.id },
      lastUsedAt: null,
      expiresAt,
      current: false,
    });
    expect(headers.get('location')).toMatch(`/keys/${record.id}`);
    const { text, body: list } = await clientWith(key).get('/keys');
    expect(list.data).toMatchObject([
      { id: acme.key.id, current: false },
      { id: record.id, current: true },
    ]);
    expect(text).not.toContain('jps_');
  });

  test.each<[sent: object, pointer: string, code: string]>([
    [{}, '/label', 'required'],
    [{ label: '' }, '/label', 'empty'],
    [{ label: 'a'.repeat(129) }, '/label', 'too_long'],
    [{ label: 'two\nlines' }, '/label', 'malformed'],
    [{ label: 'ATS', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt', 'not_allowed'],
    [{ label: 'ATS', expiresAt: '2099-02-30T00:00:00Z' }, '/expiresAt', 'malformed'],
    [{ label: 'ATS', expiresAt: '2099-02-28' }, '/expiresAt', 'malformed'],
    [{ label: 'ATS', permissions: ['jobs:delete'] }, '/permissions/0', 'not_allowed'],
    [{ label: 'ATS', permissions: [] }, '/permissions', 'too_few'],
    [{ label: 'ATS', permissions: [['jobs:read']] }, '/permissions/0', 'wrong_type'],
    [{ label: 'ATS', permissions: Array<string>(99).fill('jobs:read') }, '/permissions', 'too_many'],
  ])('refuses %j', async (body, pointer, code) => {
    const violations = await violationsOf('createKey', { body }, (sent) => parseKeyTerms(sent, new Date()));
    expect(violations).toContainEqual({ pointer, code, message: expect.stringMatching(/\.$/) });
  });

  test('409s for the eleventh usable key, also in 12 simultaneous requests', async () => {
    const acme = await service.newEmployer();
    const replies = await Promise.all(Array.from({ length: 12 }, () => acme.post('/keys', { label: 'ATS' })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(replies.filter(({ body }) => body.code === 'key_limit_reached')).toHaveLength(3);
    const { data } = (await acme.get('/keys')).body;
    expect(data).toHaveLength(10);
    expect((await acme.delete(`/keys/${data.at(-1).id}`)).status).toBe(204);
    expect((await acme.post('/keys', { label: 'ATS' })).status).toBe(201);
  });
});

/** Creates a key at noon that expires an hour later, with its client. */
async function ending() {
  const acme = await service.newEmployer();
  setClock(noon);
  const end = new Date(noon + 60 * MINUTE).toISOString();
  const { id, key } = (await acme.post('/keys', { label: 'guest', expiresAt: end })).body;
  return { acme, id, end, guest: clientWith(key) };
}

describe('a key with permissions', () => {
  const writer = ['jobs:read', 'jobs:write', 'keys:read', 'keys:write'];

  async function employerWithWriter() {
    const acme = await service.newEmployer();
    const sentPermissions = [...writer, 'jobs:read'].toReversed();
    const { body } = await acme.post('/keys', { label: 'Sync', permissions: sentPermissions });
    return { acme, id: body.id, permissions: body.permissions, restricted: clientWith(body.key) };
  }

  test('has each permission once and in order, and PUT does not change the permissions', async () => {
    const { acme, id, permissions } = await employerWithWriter();
    expect(permissions).toEqual(writer);
    const { body } = await acme.put(`/keys/${id}`, { label: 'Nightly', permissions: null });
    expect(body).toMatchObject({ label: 'Nightly', permissions: writer });
    const { data } = (await acme.get('/keys')).body;
    expect(data).toMatchObject([{ permissions: null }, { permissions: writer }]);
  });

  test('creates keys with the same or fewer permissions', async () => {
    const { restricted } = await employerWithWriter();
    const { body: successor } = await restricted.post('/keys', { label: 'Successor', permissions: writer });
    const less = await restricted.post('/keys', { label: 'Reader', permissions: ['jobs:read'] });
    expect([successor.permissions, less.body.permissions]).toEqual([writer, ['jobs:read']]);
    const reader = clientWith(less.body.key);
    expect((await reader.get('/jobs')).status).toBe(200);
    expect((await reader.post('/keys', { label: 'More' })).body).toMatchObject({
      code: 'permission_missing',
      detail: 'This needs the permission keys:write, which the key does not have.',
    });
  });

  test.each([[null], [undefined], [['jobs:read', 'applications:read']]])(
    'creates no key with more permissions: %j',
    async (permissions) => {
      const { restricted } = await employerWithWriter();
      const { status, body } = await restricted.post('/keys', { label: 'More', permissions });
      const message = `permissions may name only those of the key of this request: ${writer.join(', ')}.`;
      const errors = [{ pointer: '/permissions', code: 'not_allowed', message }];
      expect([status, body.errors]).toEqual([400, errors]);
      expect((await restricted.get('/keys')).body.data).toHaveLength(2);
    },
  );

  test('neither changes nor revokes a key that may do more, but one that may do as much', async () => {
    const { acme, restricted } = await employerWithWriter();
    const expiresAt = new Date(Date.now() + 60 * MINUTE).toISOString();
    const more = { permissions: [...writer, 'applications:read'], expiresAt };
    const { body: full } = await acme.post('/keys', { label: 'All', ...more });
    const listed = async () =>
      (await acme.get('/keys')).body.data.map((each: object) => ({ ...each, lastUsedAt: null }));
    const before = await listed();
    const path = `/keys/${full.id}`;
    for (const { status, body } of [
      await restricted.put(path, { expiresAt: null }),
      await restricted.put(path, { label: 'Mine' }),
      await restricted.delete(path),
    ]) {
      const detail = `The key ${full.id} has permissions that the key of this request does not have.`;
      expect([status, body]).toMatchObject([403, { code: 'permission_missing', detail }]);
    }
    expect(await listed()).toEqual(before);
    const { body: equal } = await acme.post('/keys', { label: 'Equal', permissions: writer });
    expect((await restricted.put(`/keys/${equal.id}`, { label: 'Peer' })).status).toBe(200);
    expect((await restricted.delete(`/keys/${equal.id}`)).status).toBe(204);
  });

  test('of a partner acts for an employer within its permissions, and creates keys only within them', async () => {
    const { partner, employer } = await partnerWithEmployer();
    const { body } = await partner.post('/keys', { label: 'Sync', permissions: writer });
    const headers = { 'employer-id': String(employer.id) };
    const restricted = clientWith(body.key);
    expect((await restricted.get('/jobs', headers)).status).toBe(200);
    expect((await restricted.get('/applications', headers)).body.code).toBe('permission_missing');
    const { body: given } = await restricted.post('/keys', { label: 'First', permissions: writer }, headers);
    expect(given.permissions).toEqual(writer);
  });

  test('keeps a permission that only a later version of the service knows', async () => {
    const { acme, restricted, id } = await employerWithWriter();
    const hashes = await hashesOf(service.db, acme.employer.id);
    const items = await service.db.batchGet(hashes.map(accountKeys.apiKey));
    const item = items.find((each) => each['id'] === id);
    const permissions = ['invoices:read', ...writer];
    await service.db.put({ Item: { ...item, permissions } });
    expect((await restricted.get('/jobs')).status).toBe(200);
    expect((await acme.get('/keys')).body.data[1].permissions).toEqual(permissions);
  });
});

describe('a key that expires', () => {
  test.each([undefined, null, '2026-06-01T13:00:00.001Z'])(
    'cannot create a key that expires later, nor extend its own expiry or that of a key it created: %j',
    async (expiresAt) => {
      const { acme, id, end, guest } = await ending();
      const { body: heir } = await guest.post('/keys', { label: 'heir', expiresAt: end });
      const before = (await acme.get('/keys')).body;
      const later = { expiresAt: expiresAt ?? null };
      for (const reply of [
        await guest.post('/keys', { label: 'heir', ...(expiresAt !== undefined && later) }),
        await guest.put(`/keys/${id}`, later),
        await guest.put(`/keys/${heir.id}`, later),
      ]) {
        const message = expect.stringContaining(end);
        const errors = [{ pointer: '/expiresAt', code: 'not_allowed', message }];
        expect([reply.status, reply.body.errors]).toEqual([400, errors]);
      }
      expect((await acme.get('/keys')).body).toEqual(before);
    },
  );

  test('can change the label of a key that never expires, and set an expiry for that key', async () => {
    const { acme, guest } = await ending();
    const { body } = await acme.post('/keys', { label: 'main' });
    const path = `/keys/${body.id}`;
    const { key: _, ...record } = body;
    expect((await guest.put(path, { ...record, label: 'Main' })).body.label).toBe('Main');
    expect((await guest.put(path, { expiresAt: '2026-06-01T12:30:00Z' })).status).toBe(200);
    expect((await acme.put(path, { expiresAt: null })).body.expiresAt).toBeNull();
  });
});

describe('an expired key', () => {
  test('is deleted when the first new key is created after 30 days, and not earlier', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    const stored = async () => {
      const hashes = await hashesOf(service.db, acme.employer.id);
      return hashes.length + (await service.db.batchGet(hashes.map(accountKeys.apiKey))).length;
    };
    const { body: revoked } = await acme.post('/keys', { label: 'revoked' });
    const storedKey = await apiKeyStore(service.db).find(revoked.id);
    await acme.delete(`/keys/${revoked.id}`);
    await acme.post('/keys', { label: 'expired', expiresAt: '2026-06-01T12:00:01Z' });
    jest.setSystemTime(noon + 30 * DAY - 1);
    const { body: early } = await acme.post('/keys', { label: 'early' });
    expect(await stored()).toBe(2 * 4);
    jest.setSystemTime(noon + 30 * DAY + 1_000);
    const { body: late } = await acme.post('/keys', { label: 'late' });
    expect(await stored()).toBe(2 * 3);
    const listed: string[] = (await acme.get('/keys')).body.data.map(({ id }: { id: string }) => id);
    expect(new Set(listed)).toEqual(new Set([acme.key.id, early.id, late.id]));
    expect(await apiKeyStore(service.db).get(storedKey?.hash ?? '')).toBeUndefined();
  });
});

describe('POST /keys with an Idempotency-Key', () => {
  const repeatable = { 'idempotency-key': 'create-key-1' };

  test('creates one key from 5 simultaneous requests and a repeat within the hour, and a second key later', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    const create = () => acme.post('/keys', { label: 'ATS', expiresAt: '2026-06-01T12:30:00Z' }, repeatable);
    const replies = await Promise.all(Array.from({ length: 5 }, create));
    jest.setSystemTime(noon + 59 * MINUTE);
    replies.push(await create());
    const original = replies.find(({ headers }) => !headers.has('idempotent-replayed'))!;
    for (const { status, body, headers } of replies) {
      expect([status, body]).toEqual([201, original.body]);
      expect(headers.get('location')).toBe(original.headers.get('location'));
    }
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(5);
    jest.setSystemTime(noon + 60 * MINUTE);
    const later = { label: 'ATS', expiresAt: '2026-06-01T14:00:00Z' };
    const next = await acme.post('/keys', later, repeatable);
    expect([next.status, next.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(next.body.id).not.toBe(original.body.id);
  });

  test('replays the first response even when all ten keys exist, and 422s for a different body', async () => {
    const acme = await service.newEmployer();
    for (let count = 2; count < 10; count += 1) await acme.post('/keys', { label: 'ATS' });
    const create = () => acme.post('/keys', { label: 'Tenth' }, repeatable);
    const [tenth, replay] = [await create(), await create()];
    expect([tenth.status, replay.status, replay.body]).toEqual([201, 201, tenth.body]);
    const other = await acme.post('/keys', { label: 'Other' }, repeatable);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(other.body.detail).toContain('in the last hour');
  });

  test('stores no data from which the key could be derived', async () => {
    const acme = await service.newEmployer();
    const { body } = await acme.post('/keys', { label: 'ATS' }, repeatable);
    const items = await service.db.query({
      KeyConditionExpression: 'PK = :account',
      ExpressionAttributeValues: { ':account': accountKeys.employer(acme.employer.id).PK },
    });
    const stored = JSON.stringify(items, readable);
    expect(stored).toContain(idempotencyKeys.record({ PK: '' }, '').SK);
    expect(stored).toContain(body.id);
    expect(stored).not.toContain(body.key.slice(4));
    expect(stored).not.toContain(repeatable['idempotency-key']);
    const [{ answer }] = items.filter(({ answer: kept }) => kept) as [{ answer: Uint8Array }];
    const { seal } = parseIdempotencyKey(repeatable['idempotency-key'], {}, [])!;
    expect(() => decryptText(seal, answer)).toThrow();
  });

  test('does not replay the response to another key of the account, which may do less or ends earlier', async () => {
    const { acme, guest } = await ending();
    await acme.post('/keys', { label: 'ATS' }, repeatable);
    const { status, body } = await guest.post('/keys', { label: 'ATS' }, repeatable);
    expect([status, body.errors[0].pointer]).toEqual([400, '/expiresAt']);
  });

  test('creates a key for the new partner of an employer, and does not replay the former partner’s key', async () => {
    const { partner, forEmployer } = await partnerWithEmployer();
    const { id } = (await partner.get('/employers')).body.data[0];
    const { body: former } = await forEmployer.post('/keys', { label: 'ATS' }, repeatable);
    const next = await createPartnerClient(service);
    const joined = { partner: next.partner, referenceId: 'C-1' };
    const now = new Date();
    await employerStore(service.db).move(id, joined, { now, by: writtenBy({ type: 'operator' }, now) });
    const { status, body, headers } = await next.forEmployer(id).post('/keys', { label: 'ATS' }, repeatable);
    expect([status, headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(body.id).not.toBe(former.id);
  });
});

describe('DELETE /keys/{id}', () => {
  test('makes the key unusable at once when the clock is set back by a day', async () => {
    const acme = await service.newEmployer();
    setClock(noon);
    const { id, key } = (await acme.post('/keys', { label: 'ATS' })).body;
    const other = clientWith(key);
    expect((await other.get('/keys')).status).toBe(200);
    expect((await acme.delete(`/keys/${id}`)).status).toBe(204);
    jest.setSystemTime(noon - DAY);
    expect((await other.get('/keys')).status).toBe(401);
    expect((await acme.delete(`/keys/${id}`)).body.code).toBe('key_not_found');
  });

  test('409s for the last key of an employer, also when two are revoked simultaneously', async () => {
    const acme = await service.newEmployer();
    const { body } = await acme.post('/keys', { label: 'ATS' });
    const ids = [acme.key.id, body.id];
    const replies = await Promise.all(ids.map((id) => acme.delete(`/keys/${id}`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('last_key');
  });

  test('refuses the last key of a partner with a 409, and deletes the last key of an employer with a partner', async () => {
    const { partner, forEmployer } = await partnerWithEmployer();
    expect((await partner.delete(`/keys/${partner.key.id}`)).body.code).toBe('last_key');
    const { body } = await forEmployer.post('/keys', { label: 'own' });
    expect((await clientWith(body.key).delete(`/keys/${body.id}`)).status).toBe(204);
    expect((await forEmployer.get('/keys')).body.data).toEqual([]);
  });
});

describe('PUT /keys/{id}', () => {
  test('changes the label and the expiry, and accepts the response of GET as the body', async () => {
    const acme = await service.newEmployer();
    const { key: _, ...record } = (await acme.post('/keys', { label: 'ATS' })).body;
    const path = `/keys/${record.id}`;
    const expiresAt = '2099-06-01T12:00:00.000Z';
    const changed = { ...record, label: 'Night sync', expiresAt };
    expect((await acme.put(path, { label: 'Night sync', expiresAt })).body).toEqual(changed);
    const permanent = { ...changed, expiresAt: null };
    expect((await acme.put(path, permanent)).body).toEqual(permanent);
  });

  test('409s when the last key would get an expiry, but changes its label', async () => {
    const acme = await service.newEmployer();
    const path = `/keys/${acme.key.id}`;
    const expiresAt = '2099-06-01T12:00:00Z';
    expect((await acme.put(path, { expiresAt })).body.code).toBe('last_key');
    expect((await acme.put(path, { label: 'Main', expiresAt: null })).body.label).toBe('Main');
  });
});
