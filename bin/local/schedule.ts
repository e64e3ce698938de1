import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { scheduledFunctions, type ScheduledId } from '../../lib/scheduled-functions.ts';
import { functionNameOf } from '../../schemas/operations.ts';
import { lambdaContext } from './lambda.ts';
import { within } from './within.ts';

/** How often everything is called that the schedules of a deployment call, in milliseconds. */
const PERIOD_MILLIS = 15 * 60_000;

/** The time of a call, and that of one that is to end: too little to begin anything more. */
const CALL_MILLIS = 10 * 60_000;
const ENDING_MILLIS = 5_000;

/** A function that no request calls, and what it is called with. */
export interface ScheduledCall {
  functionName: string;
  input: object;
}

type ScheduledHandler = (input: object, context: Context) => Promise<unknown>;

/** What the schedules of a deployment call. */
export const scheduledCalls: readonly ScheduledCall[] = Object.entries(scheduledFunctions).flatMap(
  ([id, { trigger }]) =>
    trigger.inputs.map((input) => ({ functionName: functionNameOf(id as ScheduledId), input })),
);

export interface Schedule {
  /** Calls nothing more, and gives the call under way, which begins nothing more either, a while to end. */
  stop: () => Promise<void>;
}

/** Makes the calls of the schedules on this machine, one after another: now, and every quarter of an hour. */
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
      // What is due stays due for the next turn.
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
      // Without the engine a call would try again until its time is over; a run may break off anywhere.
      await within(ENDING_MILLIS, underWay);
    },
  };
}
