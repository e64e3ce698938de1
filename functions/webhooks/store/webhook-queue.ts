import { queryPages, type Database, type Item } from '../../platform/dynamodb/database.ts';
import { happens } from '../../platform/dynamodb/failures.ts';
import { changeOf } from '../../platform/dynamodb/item-change.ts';
import {
  beginningWith,
  indexes,
  webhookOf,
  webhookPartitions,
  type Key,
} from '../../platform/dynamodb/table.ts';
import { LEASE_MILLIS } from '../domain/delivery.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { webhookItem } from './webhook-item.ts';
import { webhookReader } from './webhook-reader.ts';

/** After every attempt that could be due. */
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

/** How many entries are read at once. */
const PAGE_SIZE = 100;

/** The active webhooks of a shard that are due at a time. */
const dueIn = (partition: string, at: Date) => {
  const { partition: partitionName, sort } = indexes.byMailDate;
  return {
    IndexName: 'byMailDate',
    KeyConditionExpression: '#partition = :partition AND #sort <= :now',
    ExpressionAttributeNames: { '#partition': partitionName, '#sort': sort },
    ExpressionAttributeValues: { ':partition': partition, ':now': beginningWith(`${at.toISOString()}#`).to },
  };
};

const free = 'attribute_not_exists(#lease) OR #lease <= :now';
const whileFree = `#cursor = :cursorRead AND #failures = :failuresRead AND (${free})`;

const asRead = ({ cursor, failures }: Webhook, now: Date) => ({
  ':cursorRead': cursor,
  ':failuresRead': failures,
  ':now': now.toISOString(),
});

/**
 * The webhooks for senders that may overlap and break off anywhere: one works on a webhook at a time, and what it records
 * counts only while the webhook is as it was leased and its employer has not changed it.
 */
export function webhookQueue(db: Database) {
  /** Writes a webhook on condition that nobody else has written it. Returns whether that was so. */
  async function write(before: Webhook, after: Webhook, condition: string, values: Item): Promise<boolean> {
    const change = changeOf(webhookItem(before), webhookItem(after));
    const ownNames = { '#lease': 'leaseUntil', '#cursor': 'cursor', '#failures': 'failures' };
    const inUse = Object.entries(ownNames).filter(([name]) => condition.includes(name));
    return happens(
      db.update({
        ...change,
        ConditionExpression: `${change.ConditionExpression} AND ${condition}`,
        ExpressionAttributeNames: { ...change.ExpressionAttributeNames, ...Object.fromEntries(inUse) },
        ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ...values },
      }),
    );
  }

  const reads = webhookReader(db);

  /** The active webhooks that are due at a time. */
  async function* due(at: Date): AsyncGenerator<WebhookKey> {
    for (const partition of webhookPartitions) {
      for await (const { items } of queryPages(db, { ...dueIn(partition, at), Limit: PAGE_SIZE })) {
        yield* items.map((item) => webhookOf(item as Key));
      }
    }
  }

  /** Records what became of a leased webhook. Returns whether it still was as it was leased. */
  const record = (leased: Webhook, after: Webhook): Promise<boolean> =>
    write(leased, after, '#lease = :lease', { ':lease': leased.leaseUntil });

  return {
    ...reads,
    due,
    record,

    /** Takes a webhook for this sender alone; undefined when another one was first, or it has changed since it was read. */
    lease: async (webhook: Webhook, now: Date): Promise<Webhook | undefined> => {
      const leased = { ...webhook, leaseUntil: new Date(now.getTime() + LEASE_MILLIS).toISOString() };
      return (await write(webhook, leased, whileFree, asRead(webhook, now))) ? leased : undefined;
    },

    /** Records what takes no lease. Returns whether the webhook was as it was read, and free. */
    settle: (webhook: Webhook, after: Webhook, now: Date): Promise<boolean> =>
      write(webhook, after, whileFree, asRead(webhook, now)),

    /** Frees what a sender left, for when no sender can be at work. */
    endLeases: async (): Promise<void> => {
      for await (const key of due(END_OF_TIME)) {
        const webhook = await reads.get(key);
        if (webhook?.leaseUntil) await record(webhook, { ...webhook, leaseUntil: null });
      }
    },
  };
}

export type WebhookQueue = ReturnType<typeof webhookQueue>;
