import { expect, test } from '@jest/globals';
import { Refusal } from '../../../functions/platform/errors.ts';
import { attempts } from '../../../functions/platform/dynamodb/failures.ts';

const lost = () => Object.assign(new Error('The response is lost.'), { code: 'ECONNRESET' });

/** A write. The test decides when each of its responses arrives. */
function write() {
  const waiting: PromiseWithResolvers<void>[] = [];
  const firstSend = Promise.withResolvers<void>();
  const repeated = Promise.withResolvers<void>();
  return {
    send: () => {
      const response = Promise.withResolvers<void>();
      waiting.push(response);
      (waiting.length === 1 ? firstSend : repeated).resolve();
      return response.promise;
    },
    /** Loses the first response, and waits until the write is sent again. */
    lose: async () => {
      await firstSend.promise;
      waiting[0]?.reject(lost());
      await repeated.promise;
    },
    respond: () => waiting.at(-1)?.resolve(),
  };
}

test('a request has an unresolved write until each parallel write that lost its response gets one', async () => {
  const { callWithRetry, hasUnresolvedWrite } = attempts(() => Infinity);
  const [one, other] = [write(), write()];
  const calls = [one, other].map(({ send }) => callWithRetry('write', send));
  await one.lose();
  other.respond();
  await calls[1];
  expect(hasUnresolvedWrite()).toBe(true);
  one.respond();
  await calls[0];
  expect(hasUnresolvedWrite()).toBe(false);
});

test('a request has no unresolved write once every parallel write has a response, whichever response was lost first', async () => {
  const { callWithRetry, hasUnresolvedWrite } = attempts(() => Infinity);
  const [one, other] = [write(), write()];
  const firstCall = callWithRetry('write', one.send);
  await one.lose();
  const second = callWithRetry('write', other.send);
  one.respond();
  await firstCall;
  other.respond();
  await second;
  expect(hasUnresolvedWrite()).toBe(false);
});

test('a refusal is not final while a write is unresolved, since the write may have caused the refusal', async () => {
  const { callWithRetry, retryUntilDefinite, markWritesResolved } = attempts(() => 0);
  await expect(callWithRetry('write', () => Promise.reject(lost()))).rejects.toThrow();
  const refuse = () => retryUntilDefinite(() => Promise.reject(new Refusal('reference_id_taken')));
  await expect(refuse()).rejects.toMatchObject({ outcome: 'unknown' });
  markWritesResolved();
  await expect(refuse()).rejects.toThrow(Refusal);
});
