import { MailFailure } from './mail-failure.ts';

/** How long the work has, once told that its time is over, to say what it knows of the outcome, in milliseconds. */
const LAST_WORD_MILLIS = 1_000;

/**
 * Does work in so many milliseconds. Then its signal is aborted; work that does not end by itself is left behind: throws
 * MailFailure.
 */
export async function withinTime<Output>(
  millis: number,
  work: (signal: AbortSignal) => Promise<Output>,
): Promise<Output> {
  const limit = new AbortController();
  const { promise: leftBehind, reject } = Promise.withResolvers<never>();
  const timers = [
    setTimeout(() => limit.abort(), millis),
    setTimeout(() => reject(new MailFailure('passing', 'timed_out')), millis + LAST_WORD_MILLIS),
  ];
  for (const timer of timers) timer.unref();
  try {
    return await Promise.race([work(limit.signal), leftBehind]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
