import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import { partnerEmployers } from '../../accounts/store/partner-entries.ts';
import { updateOf } from '../../platform/dynamodb/writes.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-work.ts';
import { isWritten, toLostRace } from '../../platform/dynamodb/failures.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import { isFast, LEASE_MILLIS } from '../domain/attempts.ts';
import {
  isBackingOff,
  isDelivery,
  updatePartnerWebhook,
  webhookOf,
  withDeliveryAttempt,
  type Delivery,
  type WebhookEntry,
  type QueueKey,
} from '../domain/delivery.ts';
import type { Webhook } from '../domain/webhook.ts';
import { queueKeyOf, webhookPartitions } from '../keys.ts';
import { deliveryStore } from './deliveries.ts';
import { entryItem } from './webhook-item.ts';
import { webhookReader } from './webhook-reader.ts';

/** A condition on an entry, in addition to the version. */
interface Condition {
  condition: string;
  names: Record<string, string>;
  values: Item;
}

/** The condition that neither a sender nor a wake-up changed an entry since it was read. */
function asRead(entry: WebhookEntry): Condition {
  const { [attributes.mailOrder]: order } = entryItem(entry);
  return {
    condition: `#cursor = :cursorRead AND #failures = :failuresRead AND ${order ? '#order = :orderRead' : 'attribute_not_exists(#order)'}`,
    names: { '#cursor': 'cursor', '#failures': 'failures', '#order': attributes.mailOrder },
    values: {
      ':cursorRead': entry.cursor,
      ':failuresRead': entry.failures,
      ...(order && { ':orderRead': order }),
    },
  };
}

/** The condition that an entry did not change since it was read, and is not leased at the given time. */
function whileFree(entry: WebhookEntry, now: Date): Condition {
  const { condition, names, values } = asRead(entry);
  return {
    condition: `${condition} AND (attribute_not_exists(#lease) OR #lease <= :now)`,
    names: { ...names, '#lease': 'leaseUntil' },
    values: { ...values, ':now': now.toISOString() },
  };
}

/** The condition that an entry still has the lease that the sender took. */
const whileLeased = ({ leaseUntil }: WebhookEntry): Condition => ({
  condition: '#lease = :lease',
  names: { '#lease': 'leaseUntil' },
  values: { ':lease': leaseUntil },
});

/**
 * Whether an attempt at a delivery changes what its webhook, which is now as `webhook`, says about the receiver. Only an
 * attempt replaces the webhook of a delivery. Successes of a fast receiver are not recorded, to save a write for each
 * event.
 */
const changesWebhook = (before: Delivery, after: Delivery, webhook: Webhook): boolean =>
  before.webhook !== after.webhook &&
  !(webhook.failures === 0 && isFast(before.webhook) && isFast(after.webhook));

/**
 * The queue of webhooks, for senders that may overlap and be interrupted: one sender works on an entry at a time, and
 * its record counts only while the lease is the same and the owner has not changed the webhook. The queue contains
 * entries that have, or may have, pending events: one leaves it when its sender finds no more in the log, unless it was
 * marked as due since.
 */
export function webhookQueue(db: Database) {
  const reads = webhookReader(db);
  const { startDelivery, ensureEntries, remove } = deliveryStore(db, reads);

  /** Records an attempt at a delivery on its webhook. */
  const recordOnWebhook = (before: Delivery, { webhook: { attempts } }: Delivery) =>
    db.retry(async (): Promise<Webhook | undefined> => {
      const webhook = await reads.get({ employerId: before.partnerId, id: before.id });
      const attempt = attempts.at(-1);
      if (webhook?.status !== 'active' || !attempt) return webhook;
      const noted = { ...withDeliveryAttempt(webhook, before, attempt), by: null };
      await db.update(updateOf(entryItem(webhook), entryItem(noted))).catch(toLostRace());
      reads.note(noted);
      return noted;
    });

  const write = async (
    before: WebhookEntry,
    after: WebhookEntry,
    { condition, names, values }: Condition,
  ): Promise<unknown> => {
    const change = updateOf(entryItem(before), entryItem(isDelivery(after) ? after : { ...after, by: null }));
    return db.update({
      ...change,
      ConditionExpression: `${change.ConditionExpression} AND ${condition}`,
      ExpressionAttributeNames: { ...change.ExpressionAttributeNames, ...names },
      ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ...values },
    });
  };

  /** Records an attempt on a leased entry; undefined when the entry no longer has this lease. */
  async function record(leased: WebhookEntry, after: WebhookEntry): Promise<WebhookEntry | undefined> {
    let recorded = after;
    if (isDelivery(leased) && isDelivery(after)) {
      const known = await reads.owner(after);
      const webhook =
        known && changesWebhook(leased, after, known) ? await recordOnWebhook(leased, after) : undefined;
      if (webhook) recorded = { ...after, webhook };
    }
    return (await isWritten(write(leased, after, whileLeased(leased)))) ? recorded : undefined;
  }

  /** Starts a fan-out over the accounts of an active webhook. */
  const startFanOut = (key: Webhook, now: Date): Promise<void> =>
    db.retry(async () => {
      const webhook = await reads.get(key);
      if (webhook?.status !== 'active') return;
      const resumed = updatePartnerWebhook(webhook, { status: 'active' }, now);
      await db.update(updateOf(entryItem(webhook), entryItem(resumed))).catch(toLostRace());
    });

  /**
   * Marks an entry as due, since it may have pending events: the next run serves it, even when another run is about to
   * take it out of the queue. The backoff after a failure stays: the attempt after it reads the log again.
   */
  const markDue = (key: QueueKey, now: Date): Promise<void> =>
    db.retry(async () => {
      const entry = await reads.entry(key);
      if (!entry || webhookOf(entry).status !== 'active' || (entry.failures > 0 && entry.dueAt !== null))
        return;
      const isNew = entry.dueAt !== now.toISOString();
      const dueAt = new Date(now.getTime() + (isNew ? 0 : 1)).toISOString();
      await write(entry, { ...entry, dueAt }, asRead(entry)).catch(toLostRace());
    });

  return {
    ...reads,
    record,
    markDue,
    startDelivery,
    ensureEntries,
    removeDelivery: remove,
    employersOf: partnerEmployers(db).list,

    /** Whether an entry is a delivery of a webhook that backs off. */
    mustWait: async (key: QueueKey, now: Date): Promise<boolean> => {
      const webhook = 'partnerId' in key ? await reads.owner(key) : undefined;
      return webhook !== undefined && isBackingOff(webhook, now);
    },

    /** Marks as due all entries for an account's events, and starts the fan-out of its partner's webhooks. */
    markAllDue: async (account: Employer, now: Date): Promise<void> => {
      for (const entry of await ensureEntries(account, now)) await markDue(entry, now);
      for (const webhook of isPartner(account) ? await reads.list(account.id) : [])
        await startFanOut(webhook, now);
    },

    /** Lists the entries that are due at a time, the earliest due time first. */
    due: async function* due(at: Date): AsyncGenerator<QueueKey> {
      for await (const item of dueItems(db, webhookPartitions, at)) yield queueKeyOf(item as Key);
    },

    /** Leases an entry; undefined when another sender leased it first, or it changed since it was read. */
    lease: async <Entry extends WebhookEntry>(entry: Entry, now: Date): Promise<Entry | undefined> => {
      const leased = { ...entry, leaseUntil: new Date(now.getTime() + LEASE_MILLIS).toISOString() };
      return (await isWritten(write(entry, leased, whileFree(entry, now)))) ? leased : undefined;
    },

    /** Ends a lease early, even if the owner changed the webhook during the lease. */
    endLease: async (leased: WebhookEntry): Promise<void> => {
      const current = await reads.entry(leased);
      if (current?.leaseUntil === leased.leaseUntil) await record(current, { ...current, leaseUntil: null });
    },

    /** Writes a change without a lease. Returns false if the entry changed since it was read, or is leased. */
    updateFree: (entry: WebhookEntry, after: WebhookEntry, now: Date): Promise<boolean> =>
      isWritten(write(entry, after, whileFree(entry, now))),

    /** Ends the leases of an employer's entries. Call this only when no sender can be running. */
    endLeases: async (employerId: number, now: Date): Promise<void> => {
      const { own, deliveries } = await reads.ofAccount(employerId);
      for (const entry of [...own, ...deliveries]) {
        const free = { ...entry, leaseUntil: null, dueAt: entry.dueAt ?? now.toISOString() };
        if (entry.leaseUntil) await record(entry, free);
      }
    },
  };
}

export type WebhookQueue = ReturnType<typeof webhookQueue>;
