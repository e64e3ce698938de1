import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-items.ts';
import { isWritten, toLostRace } from '../../platform/dynamodb/failures.ts';
import { updateOf } from '../../platform/dynamodb/conditional-writes.ts';
import { webhookOf, webhookPartitions } from '../keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import { isFast, LEASE_MILLIS } from '../domain/attempts.ts';
import {
  updatePartnerWebhook,
  isPaused,
  withDeliveryStatus,
  deliveryOf,
  partnerOf,
} from '../domain/partner-webhook.ts';
import { ownerOf, type Webhook, type WebhookKey } from '../domain/webhook.ts';
import { webhookItem, webhookKey } from './webhook-item.ts';
import { webhookReader, type WebhookReader } from './webhook-reader.ts';
import { lastEventBefore } from '../../events/store/event-log.ts';

/** The condition that neither a sender nor a wake-up changed a webhook since it was read. */
function asRead(webhook: Webhook) {
  const { [attributes.mailOrder]: order } = webhookItem(webhook);
  return {
    condition: `#cursor = :cursorRead AND #failures = :failuresRead AND ${order ? '#order = :orderRead' : 'attribute_not_exists(#order)'}`,
    names: { '#cursor': 'cursor', '#failures': 'failures', '#order': attributes.mailOrder },
    values: {
      ':cursorRead': webhook.cursor,
      ':failuresRead': webhook.failures,
      ...(order && { ':orderRead': order }),
    },
  };
}

/** The condition that a webhook did not change since it was read, and is not leased at the given time. */
function whileFree(webhook: Webhook, now: Date) {
  const { condition, names, values } = asRead(webhook);
  return {
    condition: `${condition} AND (attribute_not_exists(#lease) OR #lease <= :now)`,
    names: { ...names, '#lease': 'leaseUntil' },
    values: { ...values, ':now': now.toISOString() },
  };
}

/** The condition that a webhook still has the lease that the sender took. */
const whileLeased = ({ leaseUntil }: Webhook) => ({
  condition: '#lease = :lease',
  names: { '#lease': 'leaseUntil' },
  values: { ':lease': leaseUntil },
});

/** Whether an attempt changes the status of a receiver in its webhook. */
const statusChanged = (before: Webhook, after: Webhook, webhook: Webhook): boolean =>
  before.attempts !== after.attempts && !(webhook.failures === 0 && isFast(before) && isFast(after));

/** A condition on a webhook, in addition to the version. */
interface Condition {
  condition: string;
  names: Record<string, string>;
  values: Item;
}

/**
 * The queue of webhooks, for senders that may overlap and be interrupted: one sender works on a webhook at a time, and
 * its record counts only while the lease is the same and the employer has not changed the webhook. The queue contains
 * webhooks that have, or may have, pending events: one leaves it when its sender finds no more in the log, unless it
 * was marked as due since.
 */
export function webhookQueue(db: Database) {
  const reads = webhookReader(db);
  const { startDelivery, ensureReceivers, remove } = deliveryStore(db, reads);

  /** Records the status of a receiver on the webhook of a delivery. */
  const noteReceiver = (before: Webhook, after: Webhook): Promise<Webhook | undefined> =>
    db.retry(async () => {
      const webhook = await reads.get(ownerOf(after));
      if (webhook?.status !== 'active') return webhook;
      const noted = { ...withDeliveryStatus(webhook, before, after), by: null };
      await db.update(updateOf(webhookItem(webhook), webhookItem(noted))).catch(toLostRace());
      reads.note(noted);
      return noted;
    });

  const write = async (
    before: Webhook,
    after: Webhook,
    { condition, names, values }: Condition,
  ): Promise<unknown> => {
    const change = updateOf(webhookItem(before), webhookItem({ ...after, by: null }));
    return db.update({
      ...change,
      ConditionExpression: `${change.ConditionExpression} AND ${condition}`,
      ExpressionAttributeNames: { ...change.ExpressionAttributeNames, ...names },
      ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ...values },
    });
  };

  /** Records an attempt on a leased webhook; undefined when the webhook no longer has this lease. */
  async function record(leased: Webhook, after: Webhook): Promise<Webhook | undefined> {
    const parent = after.partnerId === undefined ? undefined : await reads.owner(after);
    const webhook =
      parent && statusChanged(leased, after, parent) ? await noteReceiver(leased, after) : undefined;
    if (!(await isWritten(write(leased, after, whileLeased(leased))))) return undefined;
    return { ...after, ...(webhook && { status: webhook.status, reason: webhook.reason }) };
  }

  /** Starts a fan-out over the accounts of an active webhook. */
  const resume = (key: WebhookKey, now: Date): Promise<void> =>
    db.retry(async () => {
      const webhook = await reads.get(key);
      if (webhook?.status !== 'active') return;
      const resumed = updatePartnerWebhook(webhook, { status: 'active' }, now);
      await db.update(updateOf(webhookItem(webhook), webhookItem(resumed))).catch(toLostRace());
    });

  /**
   * Marks a webhook as due, since it may have pending events: the next run serves it, even when another run is about to
   * take it out of the queue. A pause after a failure stays: the attempt after it reads the log again.
   */
  const markDue = (key: WebhookKey, now: Date): Promise<void> =>
    db.retry(async () => {
      const webhook = await reads.get(key);
      if (webhook?.status !== 'active' || (webhook.failures > 0 && webhook.dueAt !== null)) return;
      const isNew = webhook.dueAt !== now.toISOString();
      const dueAt = new Date(now.getTime() + (isNew ? 0 : 1)).toISOString();
      await write(webhook, { ...webhook, dueAt }, asRead(webhook)).catch(toLostRace());
    });

  return {
    ...reads,
    record,
    markDue,
    startDelivery,
    ensureReceivers,

    /** Whether a delivery waits because the receiver of its webhook failed. */
    waitsForReceiver: async (key: WebhookKey, now: Date): Promise<boolean> => {
      const webhook = key.partnerId === undefined ? undefined : await reads.owner(key);
      return webhook !== undefined && isPaused(webhook, now);
    },

    /** Removes an entry whose webhook does not exist from the queue. */
    forget: async (key: WebhookKey): Promise<void> => {
      if (key.partnerId !== undefined) await remove(key);
    },

    /** Marks as due all webhooks that get an account's events, and starts the fan-out of its partner's webhooks. */
    markAllDue: async (account: Employer, now: Date): Promise<void> => {
      for (const webhook of await ensureReceivers(account, now)) await markDue(webhook, now);
      for (const webhook of isPartner(account) ? await reads.list(account.id) : [])
        await resume(webhook, now);
    },

    /** Lists the webhooks that are due at a time, the earliest due time first. */
    due: async function* due(at: Date): AsyncGenerator<WebhookKey> {
      for await (const item of dueItems(db, webhookPartitions, at)) yield webhookOf(item as Key);
    },

    /** Leases a webhook; undefined when another sender leased it first, or the webhook changed since it was read. */
    lease: async (webhook: Webhook, now: Date): Promise<Webhook | undefined> => {
      const leased = { ...webhook, leaseUntil: new Date(now.getTime() + LEASE_MILLIS).toISOString() };
      return (await isWritten(write(webhook, leased, whileFree(webhook, now)))) ? leased : undefined;
    },

    /** Ends a lease early, even if the employer changed the webhook during the lease. */
    endLease: async (leased: Webhook): Promise<void> => {
      const current = await reads.get(leased);
      if (current?.leaseUntil === leased.leaseUntil) await record(current, { ...current, leaseUntil: null });
    },

    /** Writes a change without a lease. Returns false if the webhook changed since it was read, or is leased. */
    settle: (webhook: Webhook, after: Webhook, now: Date): Promise<boolean> =>
      isWritten(write(webhook, after, whileFree(webhook, now))),

    /** Ends the leases of an employer's webhooks. Call this only when no sender can be running. */
    endLeases: async (employerId: number, now: Date): Promise<void> => {
      const { own, deliveries } = await reads.ofAccount(employerId);
      for (const webhook of [...own, ...deliveries]) {
        const free = { ...webhook, leaseUntil: null, dueAt: webhook.dueAt ?? now.toISOString() };
        if (webhook.leaseUntil) await record(webhook, free);
      }
    },
  };
}

export type WebhookQueue = ReturnType<typeof webhookQueue>;

/**
 * How long before the creation of a webhook an event may be to count as after it, in milliseconds, because clocks
 * differ.
 */
const CLOCKS_MILLIS = 60_000;

/** The deliveries of partners' webhooks: the progress of each for one account. */
function deliveryStore(db: Database, reads: WebhookReader) {
  /** The position where a webhook's delivery to an account begins, and the end of the account's log. */
  async function beginningOf({ partnerScope, createdAt }: Webhook, accountId: number) {
    const since = partnerScope ? partnerScope.since : createdAt;
    const time = since && new Date(Date.parse(since) - CLOCKS_MILLIS).toISOString();
    return lastEventBefore(db)(accountId, time);
  }

  /**
   * Creates the delivery of a webhook to an account, due immediately, if it has events for it. Throws LostRace if it
   * exists.
   */
  async function create(webhook: Webhook, accountId: number, now: Date): Promise<Webhook[]> {
    const { before, last } = await beginningOf(webhook, accountId);
    if (before === last) return [];
    const delivery = deliveryOf(webhook, {
      employerId: accountId,
      cursor: before,
      failures: 0,
      version: 1,
      leaseUntil: null,
      dueAt: now.toISOString(),
    });
    const put = { Item: webhookItem(delivery), ConditionExpression: 'attribute_not_exists(PK)' };
    await db.put(put).catch(toLostRace());
    return [delivery];
  }

  /** Deletes a delivery. */
  const remove = (delivery: WebhookKey) => db.delete({ Key: webhookKey(delivery) });

  return {
    remove,

    /**
     * Lists the receivers of an account's events: its own webhooks, and the deliveries of its partner's, which it
     * creates unless the account is suspended. Deletes deliveries of deleted webhooks and of former partners.
     */
    ensureReceivers: (account: Employer, now: Date): Promise<Webhook[]> =>
      db.retry(async () => {
        const partnerId = partnerOf(account);
        const { own, ofPartner, deliveries, strays } = await reads.ofAccount(account.id, partnerId);
        const { current = [], former = [] } = Object.groupBy(deliveries, (each) =>
          each.partnerId === partnerId ? 'current' : 'former',
        );
        for (const stray of [...strays, ...former]) await remove(stray);
        // Stores no new delivery for an account that may be deleted soon.
        const isServed = account.suspendedAt === null;
        const missing = ofPartner.filter(
          ({ id, status }) => isServed && status === 'active' && !current.some((each) => each.id === id),
        );
        const made = await Promise.all(missing.map((webhook) => create(webhook, account.id, now)));
        return [...own.filter(({ partnerScope }) => !partnerScope), ...current, ...made.flat()];
      }),

    /** Starts the delivery of a webhook to an account, as its fan-out requires. */
    startDelivery: (webhook: Webhook, accountId: number, now: Date): Promise<void> =>
      db.retry(async () => {
        const { employerId: partnerId, id, partnerScope } = webhook;
        const delivery = await reads.get({ employerId: accountId, partnerId, id });
        if (!delivery) {
          await create(webhook, accountId, now);
          return;
        }
        const next = {
          ...delivery,
          failures: 0,
          cursor: partnerScope?.round === 'rewind' ? 0 : delivery.cursor,
          dueAt: now.toISOString(),
          version: delivery.version + 1,
        };
        await db.update(updateOf(webhookItem(delivery), webhookItem(next))).catch(toLostRace());
      }),
  };
}
