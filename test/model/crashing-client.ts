import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The process has crashed: its later calls do not reach the table. */
class Crash extends Error {}

/**
 * A client whose process crashes at its n-th call: before the call reaches the table, or after it took effect but
 * before the response arrives.
 */
export function crashing(
  client: DynamoDBDocumentClient,
  { calls, arrives }: { calls: number; arrives: boolean },
): DynamoDBDocumentClient {
  let remainingCalls = calls;
  return new Proxy(client, {
    get: (target, name, receiver) => {
      if (name !== 'send') return Reflect.get(target, name, receiver) as unknown;
      return async (command: never, options: never) => {
        remainingCalls -= 1;
        if (remainingCalls < 0 || (remainingCalls === 0 && !arrives)) throw new Crash();
        const output: unknown = await target.send(command, options);
        if (remainingCalls === 0) throw new Crash();
        return output;
      };
    },
  });
}
