import { describe, expect, jest, test } from '@jest/globals';
import { newApiKey, newKey, type ApiKey } from '../../../functions/accounts/domain/api-key.ts';
import { authenticate } from '../../../functions/accounts/authenticated-operation.ts';
import { chainHandler } from '../../../functions/http/chain.ts';
import { Refusal } from '../../../functions/platform/errors.ts';
import { operations, type Operation } from '../../../schemas/operations.ts';
import { seededRandom } from '../../setup/random.ts';

const noon = Date.parse('2026-06-01T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const employer = { id: 1, name: 'Acme Inc.', plan: 'standard', suspendedAt: null } as const;

/** A container: it knows keys by their hashes, counts how often it reads one, and is asked at a time. */
function container() {
  const stored = new Map<string, ApiKey>();
  let time = noon;
  let reads = 0;
  const services = {
    now: () => new Date(time),
    apiKeys: {
      get: async (hash: string) => {
        reads += 1;
        const key = stored.get(hash);
        return key && { employer, key: { ...key } };
      },
      markUsed: async () => undefined,
    },
  };
  const { before } = authenticate({ access: 'employer', permission: 'jobs:read', isWrite: false });
  return {
    issue: () => {
      const { apiKey, hash } = newApiKey();
      const key = newKey(employer.id, { label: null, expiresAt: null, now: new Date(noon) });
      stored.set(hash, key);
      return { apiKey, key };
    },
    /** Whether the key is let in, and how often it was read for that. */
    isOpen: async (apiKey: string, at = noon) => {
      [time, reads] = [at, 0];
      try {
        await before!({ event: { headers: { 'api-key': apiKey }, services } } as never);
        return { isOpen: true, reads };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        expect(error.code).toBe('api_key_invalid');
        return { isOpen: false, reads };
      }
    },
  };
}

test('a key stops working within 60 s of its revocation, in 200 of 200 trials, whenever it was last used', async () => {
  const random = seededRandom(100);
  const { issue, isOpen } = container();
  const longest: number[] = [];
  for (let trial = 0; trial < 200; trial += 1) {
    const { apiKey, key } = issue();
    const revoked = noon + Math.floor(random() * 90 * SECOND);
    const interval = 7 * SECOND + Math.floor(random() * 13 * SECOND);
    let last = -Infinity;
    for (let at = noon; at < revoked + 2 * MINUTE; at += interval) {
      if (at >= revoked) key.revokedAt = new Date(revoked).toISOString();
      if ((await isOpen(apiKey, at)).isOpen) last = at;
    }
    longest.push(last - revoked);
  }
  expect(Math.max(...longest)).toBeGreaterThan(30 * SECOND);
  expect(Math.max(...longest)).toBeLessThan(MINUTE);
});

test('a key lets its successor take over during 1,000 requests without a single 401', async () => {
  const { issue, isOpen } = container();
  const [old, successor] = [issue(), issue()];
  old.key.expiresAt = new Date(noon + DAY).toISOString();
  let opened = 0;
  for (let request = 0; request < 1_000; request += 1) {
    // The client is told the new key halfway through the overlap, and the clock passes its end.
    const { apiKey } = request < 400 ? old : successor;
    if ((await isOpen(apiKey, noon + request * 130 * SECOND)).isOpen) opened += 1;
  }
  expect(opened).toBe(1_000);
  expect((await isOpen(old.apiKey, noon + DAY)).isOpen).toBe(false);
});

test.each([-DAY, -60 * MINUTE, -1, MINUTE, DAY])(
  'a revoked key 401s immediately when the clock is moved by %i ms, and a new key works',
  async (millis) => {
    const { issue, isOpen } = container();
    const { apiKey, key } = issue();
    expect((await isOpen(apiKey)).isOpen).toBe(true);
    key.revokedAt = new Date(noon).toISOString();
    expect(await isOpen(apiKey, noon + millis)).toEqual({ isOpen: false, reads: 1 });
    key.revokedAt = null;
    expect(await isOpen(apiKey, noon + 2 * millis)).toEqual({ isOpen: true, reads: 1 });
  },
);

test('a key that was rotated without an overlap 401s by every clock', async () => {
  const { issue, isOpen } = container();
  const { apiKey, key } = issue();
  Object.assign(key, {
    revokedAt: new Date(noon).toISOString(),
    expiresAt: new Date(noon + DAY).toISOString(),
  });
  for (const at of [noon - DAY, noon, noon + DAY]) expect((await isOpen(apiKey, at)).isOpen).toBe(false);
});

describe('a rejected key', () => {
  test('evicts no valid key from the cache, even when 1,100 rejected keys are sent', async () => {
    const { issue, isOpen } = container();
    const { apiKey } = issue();
    expect(await isOpen(apiKey)).toEqual({ isOpen: true, reads: 1 });
    const wrong = Array.from({ length: 1_100 }, () => newApiKey().apiKey);
    for (const each of wrong) expect(await isOpen(each)).toEqual({ isOpen: false, reads: 1 });
    expect(await isOpen(apiKey)).toEqual({ isOpen: true, reads: 0 });
    // The newest are remembered, the oldest are not.
    expect(await isOpen(wrong.at(-1)!)).toEqual({ isOpen: false, reads: 0 });
    expect(await isOpen(wrong[0]!)).toEqual({ isOpen: false, reads: 1 });
  });
});

describe('an operation', () => {
  test('throws at load time when its row does not say who may call it', () => {
    const row: Partial<Operation> = operations.getJob;
    const replaced = jest.replaceProperty(row, 'access', undefined);
    const unused = jest.fn<() => never>();
    try {
      expect(() => chainHandler('getJob', unused, unused)).toThrow(
        'The row of getJob does not say who may call it.',
      );
    } finally {
      replaced.restore();
    }
  });

  test('throws at load time without authentication unless it is public', () => {
    const unused = jest.fn<() => never>();
    expect(() => chainHandler('getJob', unused, unused)).toThrow(
      'The handler of getJob does not authenticate.',
    );
  });
});
