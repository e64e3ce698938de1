import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { types } from 'node:util';
import { answerOnWire, dynamoProxy, type WireCall } from './dynamo-proxy.ts';
import { laggingIndexes, type ChooseLag } from './lagging-indexes.ts';

/** One call of the store on its way to the engine. */
export interface Call extends WireCall {
  /** The how many-th call it is of those that a plan sees, from 0. */
  index: number;
  /** Lets the engine do the work some milliseconds from now, when nobody waits for it any more. */
  passLater: (millis: number) => void;
  /** Lets the connection stand without an answer. */
  keepSilent: () => void;
}

/** What happens to a call instead of being passed on and answered. */
export type Fault = (call: Call) => unknown;

/** Which fault meets which call. */
export type Plan = (call: Pick<Call, 'index' | 'operation'>) => Fault | undefined;

/** The errors of node:net are of another realm than Jest's own `Error`, which the SDK asks for; Lambda has one realm. */
function joinRealms(): void {
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(this: typeof Error, value: unknown) {
      return this === Error
        ? types.isNativeError(value)
        : Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
}

/**
 * The engine as the service sees it from now on in this process: whatever DynamoDB and the network between may do, on
 * the wire. `plans` are found by the partition that a call names, such as that of an employer's items.
 */
export async function startFaultyStore() {
  joinRealms();
  const engine = process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  const plans = new Map<string, { plan: Plan; calls: number }>();
  const silent: ServerResponse[] = [];
  const underWay = new Set<Promise<unknown>>();
  let indexes: Awaited<ReturnType<typeof laggingIndexes>> | undefined;

  function track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  async function relay(wire: WireCall): Promise<void> {
    const { body, response } = wire;
    // The partitions of byStatus go on after that of the employer.
    const [, planned] =
      [...plans].find(([partition]) => ['"', '#'].some((end) => body.includes(`"${partition}${end}`))) ?? [];
    const pass = (sent = body) => (indexes ? indexes.pass(wire, sent) : wire.pass(sent));
    const call: Call = {
      ...wire,
      pass,
      index: planned ? planned.calls++ : 0,
      passLater: (millis) => track(delay(millis).then(() => pass())),
      keepSilent: () => void silent.push(response),
    };
    const fault = planned?.plan(call);
    if (fault) await fault(call);
    else answerOnWire(response, await pass());
  }

  const listen = (port?: number) =>
    dynamoProxy(
      engine,
      (call) => {
        const work = relay(call);
        track(work);
        return work;
      },
      port,
    );
  let proxy: Awaited<ReturnType<typeof listen>> | undefined = await listen();
  const { endpoint, port } = proxy;
  // The clients of DynamoDB read their endpoint when they first send something.
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;

  return {
    plans,
    /** Has the indexes of the suite's table lag behind what is written from now on. */
    lagIndexes: async (choose: ChooseLag) => {
      indexes = await laggingIndexes(engine, process.env['TABLE_NAME'] ?? '', choose);
    },
    /** The jobs, `PK SK`, that the indexes do not show as they are. */
    lateJobs: () => indexes?.late() ?? [],
    /** Once every call that a client gave up has reached the engine and had its effect, also on the indexes. */
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
      await indexes?.catchUp();
    },
    /** Ends all faults. */
    reset: () => {
      plans.clear();
      for (const response of silent.splice(0)) response.destroy();
    },
    /** Refuses every connection. */
    goDown: async () => {
      await proxy?.close();
      proxy = undefined;
    },
    comeBack: async () => {
      proxy ??= await listen(port);
    },
  };
}
