import { MailFailure } from './mail-failure.ts';

/** How long aborted work has to report its outcome, in milliseconds. */
const GRACE_MILLIS = 1_000;

/** Runs work with a deadline in milliseconds. Aborts its signal then, and throws MailFailure if the work does not end. */
export async function withinTime<Output>(
  millis: number,
  work: (signal: AbortSignal) => Promise<Output>,
): Promise<Output> {
  const limit = new AbortController();
  const { promise: abandoned, reject } = Promise.withResolvers<never>();
  const timers = [
    setTimeout(() => limit.abort(), millis),
    setTimeout(() => reject(new MailFailure('passing', 'timed_out')), millis + GRACE_MILLIS),
  ];
  for (const timer of timers) timer.unref();
  try {
    return await Promise.race([work(limit.signal), abandoned]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
