import type { DeliveryAttempt } from '../../../schemas/webhook.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import { partnerEmployers } from '../../accounts/store/partner-entries.ts';
import { updateOf } from '../../platform/dynamodb/writes.ts';
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
import { updateWebhook, type Webhook } from '../domain/webhook.ts';
import { deliveryKeyOf, webhookPartitions } from '../keys.ts';
import { deliveryStore } from './deliveries.ts';
import { deliveryItem, webhookItem } from './webhook-item.ts';
import { webhookReader } from './webhook-reader.ts';

/** A condition on a delivery, in addition to the version. */
interface Condition {
  condition: string;
  names: Record<string, string>;
  values: Item;
}

/** The condition that neither a sender nor a wake-up changed an item since it was read. */
function asRead({ cursor, failures, [attributes.mailOrder]: order }: Item): Condition {
  return {
    condition: `#cursor = :cursorRead AND #failures = :failuresRead AND ${order ? '#order = :orderRead' : 'attribute_not_exists(#order)'}`,
    names: { '#cursor': 'cursor', '#failures': 'failures', '#order': attributes.mailOrder },
    values: { ':cursorRead': cursor, ':failuresRead': failures, ...(order && { ':orderRead': order }) },
  };
}

/** The condition that an item did not change since it was read, and is not leased at the given time. */
function whileFree(item: Item, now: Date): Condition {
  const { condition, names, values } = asRead(item);
  return {
    condition: `${condition} AND (attribute_not_exists(#lease) OR #lease <= :now)`,
    names: { ...names, '#lease': 'leaseUntil' },
    values: { ...values, ':now': now.toISOString() },
  };
}

/** The condition that a delivery still has the lease that the sender took. */
const whileLeased = ({ leaseUntil }: Delivery): Condition => ({
  condition: '#lease = :lease',
  names: { '#lease': 'leaseUntil' },
  values: { ':lease': leaseUntil },
});

/** The item of a delivery after a sender's change, which removes the author of an employer's webhook. */
const sendersItem = (delivery: Delivery): Item =>
  deliveryItem({ ...delivery, webhook: { ...delivery.webhook, by: null } });

/**
 * The queue of deliveries, for senders that may overlap and be interrupted: one sender works on a delivery at a time, and
 * its record counts only while the lease is the same and the owner has not changed the webhook. A delivery leaves the
 * queue when its sender finds no more events in the log, unless it was marked as due since. The queue also holds the
 * partners' webhooks that resume.
 */
export function webhookQueue(db: Database) {
  const reads = webhookReader(db);
  const { restart, ensureDeliveries, remove } = deliveryStore(db, reads);

  const write = (before: Item, after: Item, { condition, names, values }: Condition): Promise<unknown> => {
    const change = updateOf(before, after);
    return db.update({
      ...change,
      ConditionExpression: `${change.ConditionExpression} AND ${condition}`,
      ExpressionAttributeNames: { ...change.ExpressionAttributeNames, ...names },
      ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ...values },
    });
  };

  const writeLeased = (leased: Delivery, after: Delivery): Promise<boolean> =>
    isWritten(write(deliveryItem(leased), sendersItem(after), whileLeased(leased)));

  const writeFree = (delivery: Delivery, after: Delivery, now: Date): Promise<boolean> => {
    const item = deliveryItem(delivery);
    return isWritten(write(item, sendersItem(after), whileFree(item, now)));
  };

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
      reads.note(webhook);
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
      const item = deliveryItem(delivery);
      await write(item, sendersItem({ ...delivery, dueAt }), asRead(item)).catch(toLostRace());
    });

  /** Resumes an active webhook of a partner. */
  const resume = (key: Webhook, now: Date): Promise<void> =>
    db.retry(async () => {
      const webhook = await reads.get(key);
      if (webhook?.status !== 'active') return;
      const resumed = updateWebhook(webhook, { status: 'active' }, now);
      await db.update(updateOf(webhookItem(webhook), webhookItem(resumed))).catch(toLostRace());
    });

  return {
    ...reads,
    markDue,
    restart,
    ensureDeliveries,
    removeDelivery: remove,
    employersOf: partnerEmployers(db).list,

    /** The time until which a delivery waits because the receiver of its partner's webhook failed; null if it need not. */
    pauseOf: async (key: DeliveryKey, now: Date): Promise<string | null> => {
      const webhook = key.partnerId === null ? undefined : await reads.owner(key);
      return webhook && isBackingOff(webhook, now) ? webhook.pausedUntil : null;
    },

    /** Marks as due all deliveries of an account's events, and resumes its webhooks if it is a partner. */
    markAllDue: async (account: Employer, now: Date): Promise<void> => {
      for (const delivery of await ensureDeliveries(account, now)) await markDue(delivery, now);
      for (const webhook of isPartner(account) ? await reads.list(account.id) : [])
        await resume(webhook, now);
    },

    /** Lists what is due at a time, the earliest due time first. */
    due: async function* due(at: Date): AsyncGenerator<DeliveryKey> {
      for await (const item of dueItems(db, webhookPartitions, at)) yield deliveryKeyOf(item as Key);
    },

    /** Leases a delivery; undefined when another sender leased it first, or it changed since it was read. */
    lease: async (delivery: Delivery, now: Date): Promise<Delivery | undefined> => {
      const leased = { ...delivery, leaseUntil: new Date(now.getTime() + LEASE_MILLIS).toISOString() };
      return (await writeFree(delivery, leased, now)) ? leased : undefined;
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

    /** Writes a change without a lease. Returns false if the delivery changed since it was read, or is leased. */
    updateFree: writeFree,

    /** Changes the resumption of a partner's webhook; undefined when another sender did so since it was read. */
    changeResumption: async (
      webhook: Webhook,
      resumption: Webhook['resumption'],
    ): Promise<Webhook | undefined> => {
      const item = webhookItem(webhook);
      const after = { ...webhook, resumption };
      return (await isWritten(write(item, webhookItem(after), asRead(item)))) ? after : undefined;
    },

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
