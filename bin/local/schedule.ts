import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { scheduledFunctions, type ScheduledId } from '../../lib/scheduled-functions.ts';
import { functionNameOf } from '../../schemas/operations.ts';
import { lambdaContext } from './lambda.ts';
import { within } from './within.ts';

/** How often all scheduled functions are called, in milliseconds. */
const PERIOD_MILLIS = 15 * 60_000;

/** The time limit of a call, and that of a call which must stop: too short to start anything more. */
const CALL_MILLIS = 10 * 60_000;
const ENDING_MILLIS = 5_000;

/** A scheduled function and its input. */
export interface ScheduledCall {
  functionName: string;
  input: object;
}

type ScheduledHandler = (input: object, context: Context) => Promise<unknown>;

/** The calls that the schedules of a deployment make. */
export const scheduledCalls: readonly ScheduledCall[] = Object.entries(scheduledFunctions).flatMap(
  ([id, { trigger }]) =>
    trigger.inputs.map((input) => ({ functionName: functionNameOf(id as ScheduledId), input })),
);

export interface Schedule {
  /** Makes no further calls, and waits a while for the current call, which starts nothing more either. */
  stop: () => Promise<void>;
}

/** Makes the scheduled calls on this machine, one after another: now, and every quarter of an hour. */
export function startSchedule(
  calls: readonly ScheduledCall[],
  handlers: (functionName: string) => Promise<unknown>,
): Schedule {
  let stopping = false;

  async function callAll() {
    for (const { functionName, input } of calls) {
      if (stopping) return;
      const handler = (await handlers(functionName)) as ScheduledHandler;
      const deadline = performance.now() + CALL_MILLIS;
      const remainingMillis = () => (stopping ? ENDING_MILLIS : deadline - performance.now());
      await handler(input, lambdaContext(functionName, randomUUID(), remainingMillis));
    }
  }

  const turn = () =>
    callAll().catch((error: unknown) => {
      // Due jobs stay due until the next call.
      process.stderr.write(`A scheduled function failed: ${String(error)}\n`);
    });

  let underWay = turn();
  const timer = setInterval(() => {
    underWay = underWay.then(turn);
  }, PERIOD_MILLIS);
  timer.unref();
  return {
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      // Without the engine, a call would retry until its time is over; a run may stop anywhere.
      await within(ENDING_MILLIS, underWay);
    },
  };
}
