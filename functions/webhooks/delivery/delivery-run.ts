import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../../schemas/event.ts';
import type { DeliveryAttempt } from '../../../schemas/webhook.ts';
import { toClientEvent, type LoggedEvent } from '../../events/domain/logged-event.ts';
import type { EventLog } from '../../events/store/event-log.ts';
import { doDueWork, type RunTime } from '../../platform/dynamodb/due-work.ts';
import { Refusal } from '../../platform/errors.ts';
import { writeLine } from '../../platform/log.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { disabled, isDelivered, isFree } from '../domain/attempts.ts';
import { isSentFrom, type Delivery, type DeliveryKey } from '../domain/delivery.ts';
import type { Webhook } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';
import type { Message, TimedOutcome } from './call-webhook.ts';

/** The number of webhooks whose events are delivered in parallel. */
const AT_ONCE = 100;

/** The number of accounts for which a partner's webhook is called in parallel. */
const AT_ONCE_FOR_PARTNER = 5;

/** The number of webhooks of a partner's employers that are called in parallel, to leave room for other accounts. */
const AT_ONCE_FOR_EMPLOYERS = 25;

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
  /** Reads the partner of an account, which may be a minute old; undefined without one. */
  partnerIdOf: (accountId: number) => Promise<number | undefined>;
  events: Pick<EventLog, 'after'>;
  /** Reads the account of a delivery; undefined when it or its partner is suspended, or the partner no longer has it. */
  servedAccount: (key: DeliveryKey) => Promise<Parameters<typeof toClientEvent>[1] | undefined>;
  /** Signs a message, and sends it to a webhook within a time limit in milliseconds. */
  send: (webhook: Webhook, message: Message, millis: number) => Promise<TimedOutcome>;
  now: () => Date;
}

interface RunOptions {
  /** Lists the deliveries that the run serves. */
  due: () => AsyncIterable<DeliveryKey>;
  /**
   * How long the run waits for slow or paused receivers before it reads the queue again, in milliseconds; by default it
   * does not wait.
   */
  lookAgainMillis?: number | undefined;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** How long the run may wait for the end of a pause, in milliseconds: until the next run. */
  waitMillis: () => number;
  /** The time that must remain to begin an attempt, so that it has all of its time, in milliseconds. */
  minMillis: number;
  /** The time limit of a receiver, in milliseconds. */
  attemptMillis: number;
  /** Called with each error that a receiver did not cause. */
  onError: (error: unknown) => void;
}

/** What the functions of a run share. */
interface Run extends DeliveryDeps, RunOptions {
  counts: DeliveryRun;
  /** The ends of the pauses of partners' webhooks that have due deliveries, by their names. */
  pauses: Map<string, string>;
}

const partnerWebhookOf = ({ partnerId, id }: DeliveryKey) => `${partnerId}-${id}`;

/** The group of deliveries that share slots of the run, so that no partner takes them all. */
async function groupOf({ partnerIdOf }: DeliveryDeps, key: DeliveryKey) {
  if (key.partnerId !== null) return { name: partnerWebhookOf(key), atOnce: AT_ONCE_FOR_PARTNER };
  const partnerId = await partnerIdOf(key.employerId);
  return partnerId === undefined ? undefined : { name: String(partnerId), atOnce: AT_ONCE_FOR_EMPLOYERS };
}

function reportDisabled({ counts }: Run, { employerId, id, reason }: Webhook): void {
  if (reason === null) return;
  counts.disabled += 1;
  writeLine({ level: 'WARN', operation: 'sendWebhooks', employerId, webhook: id, reason });
}

/** Sends an event, and counts the outcome. */
async function attempt(
  { now, send, counts, attemptMillis }: Run,
  { employerId, partnerId, webhook }: Delivery,
  event: Event,
): Promise<DeliveryAttempt> {
  const at = now();
  const id = `${employerId}-${event.id}`;
  const message = { id, timestamp: toUnixSeconds(at), body: JSON.stringify(event) };
  const outcome = await send(webhook, message, attemptMillis);
  const name = String(outcome.status ?? outcome.error);
  if (isDelivered(outcome)) counts.delivered += 1;
  else {
    counts.failed += 1;
    counts.errors[name] = (counts.errors[name] ?? 0) + 1;
  }
  const employer = partnerId === null ? null : employerId;
  return { at: at.toISOString(), employer, event: event.id, ...outcome };
}

/** Sends events of a leased delivery until one fails. After all of them, its cursor is at `last`. */
async function deliver(
  run: Run,
  leased: Delivery,
  { events, last }: { events: readonly Event[]; last: number },
  { hasTime }: RunTime,
): Promise<Delivery> {
  let current = leased;
  for (const [index, event] of events.entries()) {
    if (!hasTime()) return current;
    const isEnd = index === events.length - 1;
    const attempted = await attempt(run, current, event);
    const hasFailed = !isDelivered(attempted);
    const recorded = await run.queue.record(current, attempted, {
      ...(isEnd && !hasFailed && { cursor: last }),
      ...((isEnd || hasFailed) && { leaseUntil: null }),
    });
    if (!recorded) return leased;
    current = recorded;
    if (!hasFailed) continue;
    reportDisabled(run, current.webhook);
    return current;
  }
  return current;
}

/** Stores `after` without a due time, unless the delivery changed or was marked as due since it was read. */
async function leaveQueue({ queue }: Run, delivery: Delivery, after = delivery): Promise<boolean> {
  const idle = { ...after, dueAt: null };
  return isDeepStrictEqual(idle, delivery) || queue.updateFree(delivery, idle);
}

/** Continues after events that have expired. Returns whether the delivery can be served again immediately. */
async function passExpired(run: Run, delivery: Delivery): Promise<boolean> {
  const { queue, now } = run;
  if (delivery.partnerId !== null) {
    // Expired events of one employer do not stop the others: the gap in the ids shows the loss.
    await queue.updateFree(delivery, { ...delivery, cursor: 0 });
    return true;
  }
  const webhook = disabled(delivery.webhook, 'events_expired', now());
  if (await leaveQueue(run, delivery, { ...delivery, webhook })) reportDisabled(run, webhook);
  return false;
}

/** Leases a delivery and sends its next events. Returns whether it can be served again immediately. */
async function sendNext(
  run: Run,
  delivery: Delivery,
  { events, last }: { events: readonly LoggedEvent[]; last: number },
  time: RunTime,
): Promise<boolean> {
  const account = await run.servedAccount(delivery);
  if (!account) {
    // The end of the suspension marks the delivery as due.
    await leaveQueue(run, delivery);
    return false;
  }
  const leased = await run.queue.lease(delivery, run.now());
  if (!leased) return false;
  const clientEvents = events.map((event) => toClientEvent(event, account));
  const served = await deliver(run, leased, { events: clientEvents, last }, time);
  if (served.leaseUntil !== null) await run.queue.endLease(served);
  return served.webhook.status === 'active' && served.failures === 0;
}

/** Delivers the next events of a delivery. Returns whether it can be served again immediately. */
async function serveDelivery(run: Run, delivery: Delivery, time: RunTime): Promise<boolean> {
  const { queue, events: eventLog } = run;
  const { status, types } = delivery.webhook;
  if (status !== 'active') {
    // The webhook was paused or disabled while the delivery was marked as due.
    await leaveQueue(run, delivery);
    return false;
  }
  const query = { after: delivery.cursor, limit: PAGE_SIZE, ...(types && { types }) };
  const page = await eventLog.after(delivery.employerId, query).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'events_expired') return undefined;
    throw error;
  });
  if (!page) return passExpired(run, delivery);
  const { last, more } = page;
  const events = page.events.filter((event) => isSentFrom(delivery, event));
  if (events.length > 0) return sendNext(run, delivery, { events, last }, time);
  const passed = { ...delivery, cursor: last };
  await (more ? queue.updateFree(delivery, passed) : leaveQueue(run, delivery, passed));
  return more;
}

/** Serves what is due under a key. Returns whether it can be served again immediately. */
async function serve(run: Run, key: DeliveryKey, time: RunTime): Promise<boolean> {
  const { queue, now, pauses } = run;
  const pausedUntil = await queue.pauseOf(key, now());
  if (pausedUntil !== null) {
    pauses.set(partnerWebhookOf(key), pausedUntil);
    return false;
  }
  pauses.delete(partnerWebhookOf(key));
  const delivery = await queue.delivery(key);
  if (delivery) return isFree(delivery, now()) && serveDelivery(run, delivery, time);
  await (key.partnerId === null ? queue.restartQueued(key, now()) : queue.removeDelivery(key));
  return false;
}

/** Serves a delivery until it is up to date, including events logged while it was leased. */
async function serveAll(run: Run, key: DeliveryKey, time: RunTime): Promise<void> {
  let hasMore = true;
  while (hasMore && time.hasTime()) hasMore = await serve(run, key, time);
  if (hasMore) run.counts.behind += 1;
}

/**
 * Delivers pending events: for each delivery one at a time and in order, for all deliveries in parallel. A delivery is
 * leased, its events are sent, and its cursor follows each of them, so a run may be interrupted and runs may overlap:
 * another run continues after the lease. Throws StoreUnavailable.
 */
export async function deliverDue(deps: DeliveryDeps, options: RunOptions): Promise<DeliveryRun> {
  const counts = { delivered: 0, failed: 0, disabled: 0, broken: 0, behind: 0, paused: 0 };
  const run: Run = {
    ...deps,
    ...options,
    counts: { ...counts, finished: false, errors: {} },
    pauses: new Map(),
  };
  const isOverSoon = (until: string) => Date.parse(until) - deps.now().getTime() <= options.waitMillis();
  const finished = await doDueWork({
    ...options,
    work: (key, time) => serveAll(run, key, time),
    atOnce: AT_ONCE,
    isWaiting: () => run.pauses.values().some(isOverSoon),
    groupOf: (key) => groupOf(deps, key),
    onGroupTimeOver: () => {
      run.counts.behind += 1;
    },
    // One webhook whose records are faulty must not stop the others.
    onError: (error) => {
      options.onError(error);
      run.counts.broken += 1;
    },
  });
  return { ...run.counts, finished, paused: run.pauses.size };
}
