import type { DeliveryAttempt } from '../../../schemas/webhook.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import { outOfQueue } from '../../mail/mail-queue.ts';
import { conditionalUpdate, updateOf } from '../../platform/dynamodb/writes.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-work.ts';
import { isWritten, toLostRace } from '../../platform/dynamodb/failures.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import { isFast, LEASE_MILLIS } from '../domain/attempts.ts';
import {
  afterAttempt,
  isBackingOff,
  webhookKeyOf,
  type Delivery,
  type DeliveryKey,
} from '../domain/delivery.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { deliveryKeyOf, webhookKeys, webhookPartitions } from '../keys.ts';
import { deliveryStore } from './deliveries.ts';
import { deliveryItem, webhookFrom, webhookItem } from './webhook-item.ts';
import { webhookReader } from './webhook-reader.ts';

/** The attributes that senders and wake-ups change: with the values that were read, nobody has worked on the item since. */
const progressIn = ({ cursor, failures, leaseUntil, [attributes.mailOrder]: order }: Item): Item => ({
  cursor,
  failures,
  leaseUntil,
  [attributes.mailOrder]: order,
});

/** The item of a delivery after a sender's change, which removes the author of an employer's webhook. */
const sendersItem = (delivery: Delivery): Item =>
  deliveryItem({ ...delivery, webhook: { ...delivery.webhook, by: null } });

/**
 * The queue of deliveries, for senders that may overlap and be interrupted: one sender works on a delivery at a time, and
 * its record counts only while the lease is the same and the owner has not changed the webhook. A delivery leaves the
 * queue when its sender finds no more events in the log, unless it was marked as due since.
 */
export function webhookQueue(db: Database) {
  const reads = webhookReader(db);
  const { restartAll, ensureDeliveries, remove } = deliveryStore(db, reads);

  /** Writes a change by a sender, on condition that these attributes, and the version, did not change. */
  const write = (before: Delivery, after: Delivery, conditionOn: (item: Item) => Item) => {
    const item = deliveryItem(before);
    return db.update(updateOf(item, sendersItem(after), { found: conditionOn(item) }));
  };

  /** Writes a change if the delivery still has the lease that the sender took. */
  const writeLeased = (leased: Delivery, after: Delivery): Promise<boolean> =>
    isWritten(write(leased, after, ({ leaseUntil }) => ({ leaseUntil })));

  /** Writes a change of a delivery that was free when it was read. Returns false if it changed since. */
  const updateFree = (delivery: Delivery, after: Delivery): Promise<boolean> =>
    isWritten(write(delivery, after, progressIn));

  /**
   * Records an attempt on the webhook of a partner, unless it was a success of a fast receiver, to save a write for each
   * event. Returns the present webhook.
   */
  async function recordOnWebhook(delivery: Delivery, attempt: DeliveryAttempt): Promise<Webhook> {
    const known = await reads.owner(delivery);
    const { webhook: after } = afterAttempt(delivery, attempt);
    if (!known || (known.failures === 0 && isFast(delivery.webhook) && isFast(after))) return after;
    return db.retry(async () => {
      const present = await reads.get(webhookKeyOf(delivery));
      if (present?.status !== 'active') return present ?? after;
      const webhook = { ...afterAttempt(delivery, attempt, present).webhook, by: null };
      await db.update(updateOf(webhookItem(present), webhookItem(webhook))).catch(toLostRace());
      reads.forget(webhook);
      return webhook;
    });
  }

  /**
   * Marks a delivery as due, since it may have pending events: the next run serves it, even when another run is about to
   * take it out of the queue. The backoff after a failure stays: the attempt after it reads the log again.
   */
  const markDue = (key: DeliveryKey, now: Date): Promise<void> =>
    db.retry(async () => {
      const delivery = await reads.delivery(key);
      if (delivery?.webhook.status !== 'active' || (delivery.failures > 0 && delivery.dueAt !== null)) return;
      const isNew = delivery.dueAt !== now.toISOString();
      const dueAt = new Date(now.getTime() + (isNew ? 0 : 1)).toISOString();
      await write(delivery, { ...delivery, dueAt }, progressIn).catch(toLostRace());
    });

  return {
    ...reads,
    markDue,
    ensureDeliveries,
    removeDelivery: remove,

    /** Restarts a partner's webhook that release 1.3.0 put into the queue itself, and takes it out. */
    restartQueued: async ({ employerId, id }: WebhookKey, now: Date): Promise<void> => {
      const Key = webhookKeys.webhook(employerId, id);
      const item = await db.get({ Key, ConsistentRead: true });
      if (!item) return;
      await restartAll(
        webhookFrom(item),
        item['reach'].round === 'rewind' ? { cursor: 0 } : { status: 'active' },
        now,
      );
      const order = { [attributes.mailOrder]: item[attributes.mailOrder] };
      await isWritten(db.update(conditionalUpdate(Key, outOfQueue, order).Update));
    },

    /** The time until which a delivery waits because the receiver of its partner's webhook failed; null if it need not. */
    pauseOf: async (key: DeliveryKey, now: Date): Promise<string | null> => {
      const webhook = key.partnerId === null ? undefined : await reads.owner(key);
      return webhook && isBackingOff(webhook, now) ? webhook.pausedUntil : null;
    },

    /** Marks as due all deliveries of an account's events, and restarts its webhooks if it is a partner. */
    markAllDue: async (account: Employer, now: Date): Promise<void> => {
      for (const delivery of await ensureDeliveries(account, now)) await markDue(delivery, now);
      for (const webhook of isPartner(account) ? await reads.list(account.id) : [])
        await restartAll(webhook, { status: 'active' }, now);
    },

    /** Lists what is due at a time, the earliest due time first. */
    due: async function* due(at: Date): AsyncGenerator<DeliveryKey> {
      for await (const item of dueItems(db, webhookPartitions, at)) yield deliveryKeyOf(item as Key);
    },

    /** Leases a free delivery; undefined when another sender leased it first, or it changed since it was read. */
    lease: async (delivery: Delivery, now: Date): Promise<Delivery | undefined> => {
      const leased = { ...delivery, leaseUntil: new Date(now.getTime() + LEASE_MILLIS).toISOString() };
      return (await updateFree(delivery, leased)) ? leased : undefined;
    },

    /**
     * Records an attempt at a leased delivery, and `progress` if it succeeded. Returns the delivery; undefined when it no
     * longer has this lease.
     */
    record: async (
      leased: Delivery,
      attempt: DeliveryAttempt,
      progress: Partial<Delivery>,
    ): Promise<Delivery | undefined> => {
      const after = { ...afterAttempt(leased, attempt), ...progress };
      if (leased.partnerId !== null) after.webhook = await recordOnWebhook(leased, attempt);
      return (await writeLeased(leased, after)) ? after : undefined;
    },

    /** Ends a lease early, even if the owner changed the webhook during the lease. */
    endLease: async (leased: Delivery): Promise<void> => {
      const current = await reads.delivery(leased);
      if (current?.leaseUntil === leased.leaseUntil)
        await writeLeased(current, { ...current, leaseUntil: null });
    },

    updateFree,

    /** Ends the leases of an employer's deliveries. Call this only when no sender can be running. */
    endLeases: async (employerId: number, now: Date): Promise<void> => {
      const { deliveries } = await reads.ofAccount(employerId);
      for (const delivery of deliveries) {
        const free = { ...delivery, leaseUntil: null, dueAt: delivery.dueAt ?? now.toISOString() };
        if (delivery.leaseUntil) await writeLeased(delivery, free);
      }
    },
  };
}

export type WebhookQueue = ReturnType<typeof webhookQueue>;
