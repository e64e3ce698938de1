import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../../schemas/event.ts';
import type { DeliveryAttempt } from '../../../schemas/webhook.ts';
import { toClientEvent } from '../../events/domain/logged-event.ts';
import type { EventLog } from '../../events/store/event-log.ts';
import { doDueWork, type RunTime } from '../../platform/dynamodb/due-work.ts';
import { Refusal } from '../../platform/errors.ts';
import { writeLine } from '../../platform/log.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import {
  afterAttempt,
  ATTEMPT_MILLIS,
  disabled,
  expectedMillis,
  isDelivered,
  isFree,
} from '../domain/attempts.ts';
import {
  afterDelivery,
  isDelivery,
  isSentFrom,
  webhookOf,
  type WebhookEntry,
  type QueueKey,
} from '../domain/delivery.ts';
import type { Webhook } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';
import { createConnections, type Connections, type Message, type TimedOutcome } from './call-webhook.ts';
import { fanOut } from './wake-ups.ts';

/** The time reserved to record the outcome of an attempt, in milliseconds. */
const RECORD_MILLIS = 5_000;

/** The time that must remain to begin an attempt: for the attempt and for recording its outcome, in milliseconds. */
const MIN_MILLIS = ATTEMPT_MILLIS + RECORD_MILLIS;

/** The number of webhooks whose events are delivered in parallel. */
const AT_ONCE = 100;

/** The number of accounts for which a partner's webhook is called in parallel, to leave room for other webhooks. */
const AT_ONCE_FOR_PARTNER = 10;

/** How many events are read from the log, and delivered under one lease, at a time. */
const PAGE_SIZE = 25;

/** The counts of a run. */
export interface DeliveryRun {
  delivered: number;
  /** The number of failed attempts. Each is repeated later, except the last one for an event. */
  failed: number;
  /** The number of webhooks that were disabled until their owner resumes them. */
  disabled: number;
  /** The number of webhooks that an error of the service stopped. They are due again at the end of the lease. */
  broken: number;
  /** The number of webhooks with undelivered events at the end of the run. The next run continues. */
  behind: number;
  /** The number of partners' webhooks that pause because their receivers failed. */
  paused: number;
  /** Whether the run started all due webhooks; if not, the next run continues. */
  finished: boolean;
  /** How many attempts failed, by status or reason. */
  errors: Record<string, number>;
}

/** What a run uses. */
export interface DeliveryDeps {
  queue: WebhookQueue;
  events: Pick<EventLog, 'after'>;
  /** Reads the account of an entry; undefined when it or its partner is suspended, or the partner no longer has it. */
  servedAccount: (key: QueueKey) => Promise<Parameters<typeof toClientEvent>[1] | undefined>;
  /** Signs a message, and sends it to a webhook within a time limit in milliseconds. */
  send: (
    webhook: Webhook,
    message: Message,
    millis: number,
    connections: Connections,
  ) => Promise<TimedOutcome>;
  now: () => Date;
}

interface RunOptions {
  /** Lists the entries whose events the run delivers. */
  due: () => AsyncIterable<QueueKey>;
  /** How long the run waits for slow receivers before it reads the queue again, in milliseconds; by default 0. */
  lookAgainMillis?: number | undefined;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** The time left before the run must yield to others, in milliseconds. */
  yieldMillis: () => number;
  /**
   * The time limit of a receiver, in milliseconds. An attempt that is cut short because the run must yield does not
   * count.
   */
  attemptMillis: number;
  /** Called with each error that a receiver did not cause. */
  onError: (error: unknown) => void;
}

/** The context of the delivery to one webhook. */
interface ServingContext extends RunTime {
  /** The connections to the receiver of the webhook. */
  connections: Connections;
}

const isExpired = (error: unknown) => error instanceof Refusal && error.code === 'events_expired';

const partnerWebhookOf = (key: QueueKey) => ('partnerId' in key ? `${key.partnerId}-${key.id}` : undefined);

/**
 * Delivers pending events: for each entry one at a time and in order, for all entries in parallel. An entry is leased,
 * its events are sent, and its cursor follows each of them, so a run may be interrupted and runs may overlap: another
 * run continues after the lease. Throws StoreUnavailable.
 */
export async function deliverDue(
  { queue, events: eventLog, servedAccount, send, now }: DeliveryDeps,
  { due, lookAgainMillis, remainingMillis, yieldMillis, attemptMillis, onError }: RunOptions,
): Promise<DeliveryRun> {
  const counts = { delivered: 0, failed: 0, disabled: 0, broken: 0, behind: 0, paused: 0 };
  const run: DeliveryRun = { ...counts, finished: false, errors: {} };
  const backingOff = new Set<string | undefined>();

  function reportDisabled({ employerId, id, reason }: Webhook): void {
    if (reason === null) return;
    run.disabled += 1;
    writeLine({ level: 'WARN', operation: 'sendWebhooks', employerId, webhook: id, reason });
  }

  async function attempt(
    entry: WebhookEntry,
    event: Event,
    { millis, connections }: { millis: number; connections: Connections },
  ): Promise<DeliveryAttempt> {
    const at = now();
    const { employerId } = entry;
    const id = `${employerId}-${event.id}`;
    const message = { id, timestamp: toUnixSeconds(at), body: JSON.stringify(event) };
    const outcome = await send(webhookOf(entry), message, millis, connections);
    const employer = isDelivery(entry) ? employerId : null;
    return { at: at.toISOString(), employer, event: event.id, ...outcome };
  }

  function count(attempted: DeliveryAttempt): void {
    if (isDelivered(attempted)) {
      run.delivered += 1;
      return;
    }
    const name = String(attempted.status ?? attempted.error);
    run.failed += 1;
    run.errors[name] = (run.errors[name] ?? 0) + 1;
  }

  /** Whether another attempt will probably end before the run must yield. */
  const isInTime = (entry: WebhookEntry) => yieldMillis() > expectedMillis(webhookOf(entry));

  /** Whether the lease lasts for another attempt. */
  const isHeld = ({ leaseUntil }: WebhookEntry) =>
    Date.parse(leaseUntil ?? '') - now().getTime() >= MIN_MILLIS;

  /** Sends events of a leased entry until one fails; after the last of them, the cursor is at `last`. */
  async function deliver(
    leased: WebhookEntry,
    { events, last }: { events: readonly Event[]; last: number },
    { hasTime, connections }: ServingContext,
  ): Promise<WebhookEntry> {
    let current = leased;
    for (const [index, event] of events.entries()) {
      const isEnd = index === events.length - 1;
      if (index > 0 && !(hasTime() && isHeld(current) && isInTime(current))) return current;
      // Timers take whole milliseconds only.
      const millis = Math.floor(Math.min(attemptMillis, yieldMillis()));
      if (millis < 1) return current;
      const attempted = await attempt(current, event, { millis, connections });
      // The run cut the attempt short, so it does not count as a failure of the receiver.
      if (attempted.error === 'timed_out' && millis < attemptMillis) return current;
      count(attempted);
      const hasFailed = !isDelivered(attempted);
      const recorded = await queue.record(current, {
        ...(isDelivery(current) ? afterDelivery(current, attempted) : afterAttempt(current, attempted)),
        ...(isEnd && !hasFailed && { cursor: last }),
        ...((isEnd || hasFailed) && { leaseUntil: null }),
      });
      if (!recorded) return leased;
      current = recorded;
      if (hasFailed) reportDisabled(webhookOf(current));
      if (hasFailed) return current;
    }
    return current;
  }

  /** Stores `after` without a due time, unless the entry changed or was marked as due since it was read. */
  async function leaveQueue(entry: WebhookEntry, after: WebhookEntry): Promise<boolean> {
    const idle = { ...after, dueAt: null };
    return isDeepStrictEqual(idle, entry) || queue.updateFree(entry, idle, now());
  }

  /** Continues after events that have expired. Returns whether the entry can be served again immediately. */
  async function passExpired(entry: WebhookEntry): Promise<boolean> {
    if (isDelivery(entry)) {
      // Expired events of one employer do not stop the others: the gap in the ids shows the loss.
      await queue.updateFree(entry, { ...entry, cursor: 0 }, now());
      return true;
    }
    const stopped = disabled(entry, 'events_expired', now());
    if (await leaveQueue(entry, stopped)) reportDisabled(stopped);
    return false;
  }

  /** Delivers the next events of an entry. Returns whether it can be served again immediately. */
  async function serve(key: QueueKey, context: ServingContext): Promise<boolean> {
    if (await queue.mustWait(key, now())) {
      backingOff.add(partnerWebhookOf(key));
      return false;
    }
    const entry = await queue.entry(key);
    if (!entry && 'partnerId' in key) await queue.removeDelivery(key);
    if (!entry || !isFree(entry, now())) return false;
    // A resume, a rewind or the end of a backoff makes a partner's webhook due; an event, the delivery of its account.
    if (!isDelivery(entry) && entry.partnerScope) return fanOut(queue, entry, now);
    const { status, types } = webhookOf(entry);
    if (status !== 'active') {
      // The webhook was paused or disabled while the entry was marked as due.
      await leaveQueue(entry, entry);
      return false;
    }
    const query = { after: entry.cursor, limit: PAGE_SIZE, ...(types && { types }) };
    const page = await eventLog.after(key.employerId, query).catch((error: unknown) => {
      if (!isExpired(error)) throw error;
      return undefined;
    });
    if (!page) return passExpired(entry);
    const { last, more } = page;
    const events = page.events.filter((event) => isSentFrom(key, event));
    if ((events.length > 0 || more) && !isInTime(entry)) {
      await queue.markDue(key, now());
      return false;
    }
    if (events.length === 0) {
      const passed = { ...entry, cursor: last };
      await (more ? queue.updateFree(entry, passed, now()) : leaveQueue(entry, passed));
      return more;
    }
    const account = await servedAccount(key);
    if (!account) {
      // The end of the suspension marks the entry as due.
      await leaveQueue(entry, entry);
      return false;
    }
    const leased = await queue.lease(entry, now());
    if (!leased) return false;
    const clientEvents = events.map((event) => toClientEvent(event, account));
    const served = await deliver(leased, { events: clientEvents, last }, context);
    if (served.leaseUntil !== null) await queue.endLease(served);
    return webhookOf(served).status === 'active' && served.failures === 0;
  }

  /** Serves an entry until it is up to date, including events logged while it was leased. */
  async function serveAll(key: QueueKey, time: RunTime): Promise<void> {
    const connections = createConnections();
    try {
      let hasMore = true;
      while (hasMore && time.hasTime()) hasMore = await serve(key, { ...time, connections });
      if (hasMore) run.behind += 1;
    } finally {
      connections.close();
    }
  }

  run.finished = await doDueWork({
    due,
    work: serveAll,
    atOnce: AT_ONCE,
    group: {
      nameOf: partnerWebhookOf,
      atOnce: AT_ONCE_FOR_PARTNER,
      onTimeOver: () => {
        run.behind += 1;
      },
    },
    remainingMillis,
    minMillis: MIN_MILLIS,
    lookAgainMillis,
    // One webhook whose records are faulty must not stop the others.
    onError: (error) => {
      onError(error);
      run.broken += 1;
    },
  });
  run.paused = backingOff.size;
  return run;
}
