import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { respondOnWire, dynamoProxy, type WireCall } from './dynamo-proxy.ts';
import { laggingIndexes, type ChooseLag } from './lagging-indexes.ts';

/** One call of the store on its way to the engine. */
export interface StoreCall extends WireCall {
  /** The index of the call among the calls that a plan gets, from 0. */
  index: number;
  /** Passes the call to the engine after a delay, when the client no longer waits for the response. */
  passLater: (millis: number) => void;
  /** Keeps the connection open without a response. */
  keepSilent: () => void;
}

/** Handles a call instead of the normal response. */
export type Fault = (call: StoreCall) => unknown;

/** Chooses the fault for a call; undefined for none. */
export type FaultPlan = (call: StoreCall) => Fault | undefined;

/** Whether a call reads the account of an API key. A container does so once a minute. */
const isOfAuthentication = ({ operation, body }: WireCall) =>
  operation === 'GetItem' && body.includes('"PROFILE"') && body.includes('"ConsistentRead":true');

/**
 * From now on, this process reaches the engine through a proxy that can simulate any fault of DynamoDB or the network.
 * `plans` are looked up by the partition in a call, such as that of an employer's items. With `limits`, calls have the
 * time limits of DynamoDB instead of the engine's, for faults that keep silent. Without `seesAccounts`, plans do not
 * count the reads of authentication, so that the index of a call does not depend on what its container knows.
 */
export async function startFaultyStore({ limits = false, seesAccounts = true } = {}) {
  const engine = process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  const plans = new Map<string, { plan: FaultPlan; calls: number }>();
  const silent: ServerResponse[] = [];
  const underWay = new Set<Promise<unknown>>();
  let indexes: Awaited<ReturnType<typeof laggingIndexes>> | undefined;

  function track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  async function relay(wire: WireCall): Promise<void> {
    const { body, response } = wire;
    // A partition of byStatus is the employer's partition plus a suffix.
    const [, planned] =
      !seesAccounts && isOfAuthentication(wire)
        ? []
        : ([...plans].find(([partition]) => ['"', '#'].some((end) => body.includes(`"${partition}${end}`))) ??
          []);
    const pass = (sent = body) => (indexes ? indexes.pass(wire, sent) : wire.pass(sent));
    const call: StoreCall = {
      ...wire,
      pass,
      index: planned ? planned.calls++ : 0,
      passLater: (millis) => track(delay(millis).then(() => pass())),
      keepSilent: () => void silent.push(response),
    };
    const fault = planned?.plan(call);
    if (fault) await fault(call);
    else respondOnWire(response, await pass());
  }

  const { endpoint } = await dynamoProxy(engine, (call) => {
    const work = relay(call);
    track(work);
    return work;
  });
  // DynamoDB clients read this endpoint at their first request.
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
  process.env['ENGINE_URL'] = limits ? '' : endpoint;

  return {
    plans,
    /** Runs a fault at the first matching call that names a partition. */
    interceptOnce: (partition: string, isMatch: (call: StoreCall) => boolean, fault: Fault) => {
      let happened = false;
      const plan: FaultPlan = (call) => {
        if (happened || !isMatch(call)) return undefined;
        happened = true;
        return fault;
      };
      plans.set(partition, { plan, calls: 0 });
      return { happened: () => happened };
    },
    /** Makes the indexes of the suite's table lag behind writes from now on. */
    lagIndexes: async (choose: ChooseLag) => {
      indexes = await laggingIndexes(engine, process.env['TABLE_NAME'] ?? '', choose);
    },
    /** The jobs, as `PK SK`, whose current state the indexes do not show. */
    lateJobs: () => indexes?.late() ?? [],
    /** Resolves once all calls that a client gave up have reached the engine and the indexes. */
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
      await indexes?.catchUp();
    },
    /** Ends all faults. */
    reset: () => {
      plans.clear();
      for (const response of silent.splice(0)) response.destroy();
    },
  };
}
