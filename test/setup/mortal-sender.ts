import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

const never = new Promise<never>(() => undefined);

/** A sender that dies at one of its calls to the store, the files or the mail service, before or after its effect. */
export function mortal(client: DynamoDBDocumentClient, deathAt: number, when: 'before' | 'after') {
  const { promise: death, resolve: die } = Promise.withResolvers<'died'>();
  const underWay = new Set<Promise<unknown>>();
  let calls = 0;
  let isDead = false;
  const end = () => {
    isDead = true;
    die('died');
    return never;
  };
  const wrap =
    <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (isDead) return never;
      const isLast = calls === deathAt;
      calls += 1;
      if (isLast && when === 'before') return end();
      const work = call(...input);
      const tracked = work.catch(() => undefined).finally(() => underWay.delete(tracked));
      underWay.add(tracked);
      const output = await work;
      if (isLast) return end();
      return isDead ? never : output;
    };
  const send = wrap((command: Parameters<typeof client.send>[0], options: { abortSignal: AbortSignal }) =>
    client.send(command, options),
  );
  return {
    death,
    wrap,
    client: { send } as unknown as DynamoDBDocumentClient,
    calls: () => calls,
    /** What was on its way when the sender died still arrives. */
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
