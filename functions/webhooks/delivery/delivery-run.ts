import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../../schemas/event.ts';
import type { DeliveryAttempt } from '../../../schemas/webhook.ts';
import { toClientEvent, type LoggedEvent } from '../../events/domain/logged-event.ts';
import { doDueWork, type RunTime } from '../../platform/due-work.ts';
import { Refusal } from '../../platform/errors.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import {
  afterAttempt,
  ATTEMPT_MILLIS,
  disabled,
  expectedMillis,
  isDelivered,
  isFree,
} from '../domain/attempts.ts';
import { afterDelivery, isSentFrom } from '../domain/partner-webhook.ts';
import { ownerOf, type Webhook, type WebhookKey } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';
import { createConnections, type Connections, type CallWebhook } from './call-webhook.ts';

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

interface DeliveryDeps {
  /** Lists the webhooks whose events the run delivers. */
  due: () => AsyncIterable<WebhookKey>;
  /** How long the run waits for slow receivers before it reads the queue again, in milliseconds; by default 0. */
  lookAgainMillis?: number | undefined;
  queue: WebhookQueue;
  log: {
    after: (
      employerId: number,
      query: { after: number; limit: number; types?: NonNullable<Webhook['types']> },
    ) => Promise<{ events: LoggedEvent[]; last: number; more: boolean }>;
  };
  /**
   * The employer of a webhook; undefined when it or the webhook's partner is suspended, or the partner no longer has
   * it.
   */
  servedEmployer: (key: WebhookKey) => Promise<Parameters<typeof toClientEvent>[1] | undefined>;
  /** Performs the next part of a fan-out over the accounts of a partner. Returns whether accounts are left. */
  fanOutNext: (webhook: Webhook) => Promise<boolean>;
  /** The secrets that sign the messages to a webhook. */
  secretsOf: (webhook: Webhook) => Promise<readonly string[]>;
  call: CallWebhook;
  now: () => Date;
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
  /** Called for each webhook that is disabled. */
  onDisabled: (facts: { employerId: number; webhook: number; reason: string }) => void;
}

/** The context of the delivery to one webhook. */
interface ServingContext extends RunTime {
  /** The connections to the receiver of the webhook. */
  connections: Connections;
}

const isExpired = (error: unknown) => error instanceof Refusal && error.code === 'events_expired';

/**
 * Delivers pending events: to each webhook one at a time and in order, to all webhooks in parallel. A webhook is
 * leased, its events are sent, and its cursor follows each of them, so a run may be interrupted and runs may overlap:
 * another run continues after the lease. Throws StoreUnavailable.
 */
export async function deliverDue({
  due,
  lookAgainMillis,
  queue,
  log,
  servedEmployer,
  fanOutNext,
  secretsOf,
  call,
  now,
  remainingMillis,
  yieldMillis,
  attemptMillis,
  onError,
  onDisabled,
}: DeliveryDeps): Promise<DeliveryRun> {
  const counts = { delivered: 0, failed: 0, disabled: 0, broken: 0, behind: 0, paused: 0 };
  const run: DeliveryRun = { ...counts, finished: false, errors: {} };
  const paused = new Set<string>();

  function reportDisabled(webhook: Webhook): void {
    const { reason } = webhook;
    if (reason === null) return;
    run.disabled += 1;
    const { employerId, id } = ownerOf(webhook);
    onDisabled({ employerId, webhook: id, reason });
  }

  async function attempt(
    webhook: Webhook,
    event: Event,
    { millis, connections }: { millis: number; connections: Connections },
  ): Promise<DeliveryAttempt> {
    const at = now();
    const message = {
      id: `${webhook.employerId}-${event.id}`,
      timestamp: toUnixSeconds(at),
      body: JSON.stringify(event),
    };
    const target = { url: webhook.url, secrets: await secretsOf(webhook) };
    const outcome = await call(target, message, millis, connections);
    const employer = webhook.partnerId === undefined ? null : webhook.employerId;
    return { at: at.toISOString(), employer, event: event.id, ...outcome };
  }

  function count(tried: DeliveryAttempt): void {
    if (isDelivered(tried)) {
      run.delivered += 1;
      return;
    }
    const name = String(tried.status ?? tried.error);
    run.failed += 1;
    run.errors[name] = (run.errors[name] ?? 0) + 1;
  }

  /** Whether another attempt will probably end before the run must yield. */
  const isInTime = (webhook: Webhook) => yieldMillis() > expectedMillis(webhook);

  /** Whether the lease lasts for another attempt. */
  const isHeld = ({ leaseUntil }: Webhook) => Date.parse(leaseUntil ?? '') - now().getTime() >= MIN_MILLIS;

  /** Sends events to a leased webhook until one fails; after the last of them, the cursor is at `last`. */
  async function deliver(
    leased: Webhook,
    { events, last }: { events: readonly Event[]; last: number },
    { hasTime, connections }: ServingContext,
  ): Promise<Webhook> {
    let current = leased;
    for (const [index, event] of events.entries()) {
      const isEnd = index === events.length - 1;
      if (index > 0 && !(hasTime() && isHeld(current) && isInTime(current))) return current;
      // Timers take whole milliseconds only.
      const millis = Math.floor(Math.min(attemptMillis, yieldMillis()));
      if (millis < 1) return current;
      const tried = await attempt(current, event, { millis, connections });
      // The run cut the attempt short, so it does not count as a failure of the receiver.
      if (tried.error === 'timed_out' && millis < attemptMillis) return current;
      count(tried);
      const after = (current.partnerId === undefined ? afterAttempt : afterDelivery)(current, tried);
      const hasFailed = !isDelivered(tried);
      const next = {
        ...after,
        ...(isEnd && !hasFailed && { cursor: last }),
        ...((isEnd || hasFailed) && { leaseUntil: null }),
      };
      const recorded = await queue.record(current, next);
      if (!recorded) return leased;
      current = recorded;
      if (hasFailed) reportDisabled(current);
      if (hasFailed) return current;
    }
    return current;
  }

  /** Stores `after` without a due time, unless the webhook changed or was marked as due since it was read. */
  async function leaveQueue(webhook: Webhook, after: Webhook): Promise<boolean> {
    const idle = { ...after, dueAt: null };
    return isDeepStrictEqual(idle, webhook) || queue.settle(webhook, idle, now());
  }

  /** Delivers the next events to a webhook. Returns whether it can be called again immediately. */
  async function serve(key: WebhookKey, visit: ServingContext): Promise<boolean> {
    if (await queue.waitsForReceiver(key, now())) {
      paused.add(`${key.partnerId}-${key.id}`);
      return false;
    }
    const webhook = await queue.get(key);
    if (!webhook) await queue.forget(key);
    if (!webhook || !isFree(webhook, now())) return false;
    // Only a resume or rewind makes a partner's webhook due; an event makes the delivery to its account due.
    if (webhook.partnerScope) return fanOutNext(webhook);
    const { employerId, cursor, types, status } = webhook;
    if (status !== 'active') {
      // The webhook was paused or disabled while it was marked as due.
      await leaveQueue(webhook, webhook);
      return false;
    }
    const query = { after: cursor, limit: PAGE_SIZE, ...(types && { types }) };
    const page = await log.after(employerId, query).catch((error: unknown) => {
      if (!isExpired(error)) throw error;
      return undefined;
    });
    if (!page && webhook.partnerId !== undefined) {
      // Expired events of one employer do not stop the others: the gap in the ids shows the loss.
      await queue.settle(webhook, { ...webhook, cursor: 0 }, now());
      return true;
    }
    if (!page) {
      const stopped = disabled(webhook, 'events_expired', now());
      if (await leaveQueue(webhook, stopped)) reportDisabled(stopped);
      return false;
    }
    const { last, more } = page;
    const events = page.events.filter((event) => isSentFrom(webhook, event));
    if ((events.length > 0 || more) && !isInTime(webhook)) {
      await queue.markDue(webhook, now());
      return false;
    }
    if (events.length === 0) {
      const passed = { ...webhook, cursor: last };
      await (more ? queue.settle(webhook, passed, now()) : leaveQueue(webhook, passed));
      return more;
    }
    const employer = await servedEmployer(key);
    if (!employer) {
      // The end of the suspension marks the webhook as due.
      await leaveQueue(webhook, webhook);
      return false;
    }
    const leased = await queue.lease(webhook, now());
    if (!leased) return false;
    const served = await deliver(
      leased,
      { events: events.map((event) => toClientEvent(event, employer)), last },
      visit,
    );
    if (served.leaseUntil !== null) await queue.endLease(served);
    return served.status === 'active' && served.failures === 0;
  }

  /** Delivers to a webhook until it is up to date, including events logged while it was leased. */
  async function serveAll(key: WebhookKey, time: RunTime): Promise<void> {
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
      nameOf: ({ partnerId, id }) => (partnerId === undefined ? undefined : `${partnerId}-${id}`),
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
  run.paused = paused.size;
  return run;
}
