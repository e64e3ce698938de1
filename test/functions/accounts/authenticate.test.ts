import { describe, expect, jest, test } from '@jest/globals';
import { chainHandler } from '../../../functions/http/chain.ts';
import { ttlCache } from '../../../functions/platform/cache.ts';
import { operations, type Operation } from '../../../schemas/operations.ts';

test('the cache of keys keeps a valid key when 1,100 wrong keys are sent, and the newest of those', async () => {
  const cache = ttlCache<string>();
  const isRead = async (key: string) => {
    let reads = 0;
    const stored = key === 'valid' ? key : undefined;
    const cached = await cache(key, () => new Date(0), { read: async () => ((reads += 1), stored) });
    expect(cached?.found).toBe(stored);
    return reads > 0;
  };
  expect(await isRead('valid')).toBe(true);
  for (let key = 0; key < 1_100; key += 1) expect(await isRead(`wrong ${key}`)).toBe(true);
  const keys = ['valid', 'wrong 1099', 'wrong 0'];
  expect(await Promise.all(keys.map(isRead))).toEqual([false, false, true]);
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
