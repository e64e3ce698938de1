import { isPartner, type Employer } from '../../employers/domain/employer.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-items.ts';
import { isWritten, lostRaceOver } from '../../platform/dynamodb/failures.ts';
import { changeOf } from '../../platform/dynamodb/item-change.ts';
import { attributes, webhookOf, webhookPartitions, type Key } from '../../platform/dynamodb/table.ts';
import { isQuick, LEASE_MILLIS } from '../domain/delivery.ts';
import { amendedPartnerWebhook, withWord } from '../domain/partner-webhook.ts';
import { ownerOf, type Webhook, type WebhookKey } from '../domain/webhook.ts';
import { deliveryStore } from './deliveries.ts';
import { webhookItem } from './webhook-item.ts';
import { webhookReader } from './webhook-reader.ts';

/** The condition that no sender and no bell has changed a webhook since it was read. */
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

/** The condition that a webhook is as it was read, and that no sender has it at a time. */
function whileFree(webhook: Webhook, now: Date) {
  const { condition, names, values } = asRead(webhook);
  return {
    condition: `${condition} AND (attribute_not_exists(#lease) OR #lease <= :now)`,
    names: { ...names, '#lease': 'leaseUntil' },
    values: { ...values, ':now': now.toISOString() },
  };
}

/** The condition that a webhook is still leased as it was. */
const whileLeased = ({ leaseUntil }: Webhook) => ({
  condition: '#lease = :lease',
  names: { '#lease': 'leaseUntil' },
  values: { ':lease': leaseUntil },
});

/** Whether a delivery has something to tell its webhook, by which other deliveries know the receiver. */
const isNews = (before: Webhook, after: Webhook): boolean =>
  after.partnerId !== undefined &&
  (before.status !== after.status ||
    (before.attempts !== after.attempts && !(isQuick(before) && isQuick(after))));

/** A condition on a webhook, besides that its employer has not changed it. */
interface Condition {
  condition: string;
  names: Record<string, string>;
  values: Item;
}

/**
 * The webhooks for senders that may overlap and break off anywhere: one works on a webhook at a time, and what it records
 * counts only while the webhook is as it was leased and its employer has not changed it. In the queue are those that owe
 * something, or may: one leaves it when its sender has found nothing more in the log, unless a bell rang meanwhile.
 */
export function webhookQueue(db: Database) {
  const reads = webhookReader(db);
  const { goOn, owedBy, remove } = deliveryStore(db);

  /** Tells the webhook of a delivery what became of that: a failure, that it is slow or quick again, that it is disabled. */
  const tell = (delivery: Webhook): Promise<void> =>
    db.rerun(async () => {
      const webhook = await reads.get(ownerOf(delivery));
      if (webhook?.status !== 'active') return;
      const change = changeOf(
        webhookItem(webhook),
        webhookItem({ ...withWord(webhook, delivery), by: null }),
      );
      await db.update(change).catch(lostRaceOver());
    });

  const write = async (
    before: Webhook,
    after: Webhook,
    { condition, names, values }: Condition,
  ): Promise<unknown> => {
    if (isNews(before, after)) await tell(after);
    const change = changeOf(webhookItem(before), webhookItem({ ...after, by: null }));
    return db.update({
      ...change,
      ConditionExpression: `${change.ConditionExpression} AND ${condition}`,
      ExpressionAttributeNames: { ...change.ExpressionAttributeNames, ...names },
      ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ...values },
    });
  };

  /** Records what became of a leased webhook. Returns whether it still was as it was leased. */
  const record = (leased: Webhook, after: Webhook): Promise<boolean> =>
    isWritten(write(leased, after, whileLeased(leased)));

  /** Begins a round over the accounts of a webhook that is active. */
  const resume = (key: WebhookKey, now: Date): Promise<void> =>
    db.rerun(async () => {
      const webhook = await reads.get(key);
      if (webhook?.status !== 'active') return;
      const resumed = amendedPartnerWebhook(webhook, { status: 'active' }, now);
      await db.update(changeOf(webhookItem(webhook), webhookItem(resumed))).catch(lostRaceOver());
    });

  /**
   * Says that a webhook may owe something, so that the next run over the queue looks at it, also if one that has found
   * nothing is about to take it out. A pause after a failure stays: who ends it reads the log again.
   */
  const ring = (key: WebhookKey, now: Date): Promise<void> =>
    db.rerun(async () => {
      const webhook = await reads.get(key);
      if (webhook?.status !== 'active' || (webhook.failures > 0 && webhook.dueAt !== null)) return;
      const isNew = webhook.dueAt !== now.toISOString();
      const dueAt = new Date(now.getTime() + (isNew ? 0 : 1)).toISOString();
      await write(webhook, { ...webhook, dueAt }, asRead(webhook)).catch(lostRaceOver());
    });

  return {
    ...reads,
    record,
    ring,
    goOn,
    owedBy,

    /** Takes out of the queue what has no webhook any more. */
    forget: async (key: WebhookKey): Promise<void> => {
      if (key.partnerId !== undefined) await remove(key);
    },

    /** Rings for all webhooks that get the events of an account, and has those of a partner go on for all of its own. */
    ringAll: async (account: Employer, now: Date): Promise<void> => {
      for (const webhook of await owedBy(account, now)) await ring(webhook, now);
      for (const webhook of isPartner(account) ? await reads.list(account.id) : [])
        await resume(webhook, now);
    },

    /** The webhooks that are due at a time, longest due first. */
    due: async function* due(at: Date): AsyncGenerator<WebhookKey> {
      for await (const item of dueItems(db, webhookPartitions, at)) yield webhookOf(item as Key);
    },

    /** Takes a webhook for this sender alone; undefined when another one was first, or it has changed since it was read. */
    lease: async (webhook: Webhook, now: Date): Promise<Webhook | undefined> => {
      const leased = { ...webhook, leaseUntil: new Date(now.getTime() + LEASE_MILLIS).toISOString() };
      return (await isWritten(write(webhook, leased, whileFree(webhook, now)))) ? leased : undefined;
    },

    /** Ends a lease before its time, also on a webhook that its employer has changed meanwhile. */
    endLease: async (leased: Webhook): Promise<void> => {
      const current = await reads.get(leased);
      if (current?.leaseUntil === leased.leaseUntil) await record(current, { ...current, leaseUntil: null });
    },

    /** Records what takes no lease. Returns whether the webhook was as it was read, and free. */
    settle: (webhook: Webhook, after: Webhook, now: Date): Promise<boolean> =>
      isWritten(write(webhook, after, whileFree(webhook, now))),

    /** Frees what senders left of an employer's webhooks, for when no sender can be at work. */
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
