import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The process has crashed: its later calls have no effect. */
class Crash extends Error {}

interface CrashPoint {
  calls: number;
  arrives: boolean;
}

/**
 * A process that crashes at its n-th call: before the call has an effect, or after its effect but before its response
 * arrives. `calling` makes a function one of its calls.
 */
export function crashingProcess({ calls, arrives }: CrashPoint) {
  let remainingCalls = calls;
  return {
    hasCrashed: () => remainingCalls <= 0,
    calling:
      <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
      async (...input: Input): Promise<Output> => {
        remainingCalls -= 1;
        if (remainingCalls < 0 || (remainingCalls === 0 && !arrives)) throw new Crash();
        const output = await call(...input);
        if (remainingCalls <= 0) throw new Crash();
        return output;
      },
  };
}

/**
 * Does the work in processes that crash after the effect of their first call, of their second one, and so on, until one
 * survives. Returns the number of crashes. A crash before a call leaves the same as one after the call before it.
 */
export async function crashAtEachCall(
  work: (process: ReturnType<typeof crashingProcess>) => Promise<void>,
): Promise<number> {
  for (let calls = 1; ; calls += 1) {
    const process = crashingProcess({ calls, arrives: true });
    await work(process);
    if (!process.hasCrashed()) return calls - 1;
  }
}

/** A client whose calls are those of a process that crashes. */
export function clientOf(
  { calling }: ReturnType<typeof crashingProcess>,
  client: DynamoDBDocumentClient,
): DynamoDBDocumentClient {
  const send = calling(async (command: never, options: never): Promise<unknown> =>
    client.send(command, options),
  );
  return new Proxy(client, {
    get: (target, name, receiver) =>
      name === 'send' ? send : (Reflect.get(target, name, receiver) as unknown),
  });
}

/** A client whose process crashes at its n-th call. */
export const crashing = (client: DynamoDBDocumentClient, at: CrashPoint) =>
  clientOf(crashingProcess(at), client);
