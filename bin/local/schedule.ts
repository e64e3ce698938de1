import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import {
  functionNameOf,
  scheduledFunctions,
  type Period,
  type ScheduledId,
} from '../../lib/function-table.ts';
import { lambdaContext } from './lambda.ts';
import { ENDING_MILLIS, waitAtMost } from './within.ts';

/**
 * The local length of each deployed period, in milliseconds. Local periods are shorter, so that a developer need not
 * wait.
 */
const periodMillis: Record<Period, number> = {
  minute: 2_000,
  fiveMinutes: 10_000,
  hour: 60_000,
  day: 60 * 60_000,
};

/**
 * The front page waits for the feed, so locally it is made every five seconds, or less often if there are so many
 * postings that this would take more than a twentieth of a processor.
 */
const FEED_MILLIS = 5_000;
const FEED_SHARE = 20;

const CALL_MILLIS = 10 * 60_000;

/** A scheduled function, one of its inputs, and its period. */
export interface ScheduledCall {
  operation: ScheduledId;
  functionName: string;
  input: object;
  every: Period;
}

type ScheduledHandler = (input: object, context: Context) => Promise<unknown>;

/** The calls that the schedules of a deployment make. */
export const scheduledCalls: readonly ScheduledCall[] = Object.entries(scheduledFunctions).flatMap(
  ([id, { trigger }]) =>
    trigger.inputs.map((input) => ({
      operation: id as ScheduledId,
      functionName: functionNameOf(id as ScheduledId),
      input,
      every: trigger.every,
    })),
);

const pause = (millis: number, signal: AbortSignal) =>
  delay(millis, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * Makes the scheduled calls on this machine: immediately, and in every period. The calls of a function never overlap.
 */
export function startSchedule(
  calls: readonly ScheduledCall[],
  handlers: (functionName: string) => Promise<unknown>,
  periods = periodMillis,
) {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function make({ functionName, input }: ScheduledCall) {
    const handler = (await handlers(functionName)) as ScheduledHandler;
    const deadline = performance.now() + CALL_MILLIS;
    // Too short to start more work, so the call ends when the service stops.
    const remainingMillis = () => (signal.aborted ? ENDING_MILLIS : deadline - performance.now());
    await handler(input, lambdaContext(functionName, randomUUID(), remainingMillis));
  }

  /** The pause after a call that took some time, in milliseconds. */
  const pauseAfter = ({ operation, every }: ScheduledCall, taken: number): number =>
    operation === 'publishFeeds'
      ? Math.min(periods[every], Math.max(FEED_MILLIS, FEED_SHARE * taken))
      : periods[every];

  async function repeat(ofFunction: readonly [ScheduledCall, ...ScheduledCall[]]) {
    // Loading a function is not part of its first call's time. The call itself reports why it cannot be loaded.
    await handlers(ofFunction[0].functionName).catch(() => undefined);
    while (!signal.aborted) {
      const began = performance.now();
      try {
        for (const call of ofFunction) if (!signal.aborted) await make(call);
      } catch (error) {
        // The next call repeats the work. A call that had to stop is no failure.
        if (!signal.aborted) process.stderr.write(`A scheduled function failed: ${String(error)}\n`);
      }
      await pause(pauseAfter(ofFunction[0], performance.now() - began), signal);
    }
  }

  const byFunction = Map.groupBy(calls, ({ functionName, every }) => `${functionName} ${every}`);
  const repeating = [...byFunction.values()].map((group) =>
    repeat(group as [ScheduledCall, ...ScheduledCall[]]),
  );
  return {
    /** Makes no further calls, and waits up to ENDING_MILLIS for the current ones, which also start no more work. */
    stop: async () => {
      stopping.abort();
      // Limited, because without the engine a call would retry until its time is over. A run may stop at any point.
      await waitAtMost(ENDING_MILLIS, Promise.all(repeating));
    },
  };
}
