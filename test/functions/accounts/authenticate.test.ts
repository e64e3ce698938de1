import { describe, expect, jest, test } from '@jest/globals';
import { newApiKey, newKey, type ApiKey } from '../../../functions/accounts/domain/api-key.ts';
import { authenticate } from '../../../functions/accounts/authenticated-operation.ts';
import { chainHandler } from '../../../functions/http/chain.ts';
import { Refusal } from '../../../functions/platform/errors.ts';
import { operations, type Operation } from '../../../schemas/operations.ts';

const noon = Date.parse('2026-06-01T12:00:00.000Z');
const employer = { id: 1, name: 'Acme Inc.', plan: 'standard', suspendedAt: null } as const;

/** A container that finds keys by their hashes, counts the reads, and has a clock that the test sets. */
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
    /** Whether a key is accepted, and how many reads that took. */
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

describe('a rejected key', () => {
  test('does not evict a valid key from the cache, even when 1,100 rejected keys are sent', async () => {
    const { issue, isOpen } = container();
    const { apiKey } = issue();
    expect(await isOpen(apiKey)).toEqual({ isOpen: true, reads: 1 });
    const wrong = Array.from({ length: 1_100 }, () => newApiKey().apiKey);
    for (const each of wrong) expect(await isOpen(each)).toEqual({ isOpen: false, reads: 1 });
    expect(await isOpen(apiKey)).toEqual({ isOpen: true, reads: 0 });
    // The newest rejected keys are cached, the oldest are not.
    expect(await isOpen(wrong.at(-1)!)).toEqual({ isOpen: false, reads: 0 });
    expect(await isOpen(wrong[0]!)).toEqual({ isOpen: false, reads: 1 });
  });
});

describe('the handler of an operation', () => {
  const unused = jest.fn<() => never>();
  const createHandler = () => chainHandler('getJob', unused, unused);

  test('throws at load time when its row does not specify who may call the operation', () => {
    const row: Partial<Operation> = operations.getJob;
    const replaced = jest.replaceProperty(row, 'access', undefined);
    expect(createHandler).toThrow('The row of getJob does not say who may call it.');
    replaced.restore();
  });

  test('throws at load time when it is not public and has no authentication', () => {
    expect(createHandler).toThrow('The handler of getJob does not authenticate.');
  });
});
