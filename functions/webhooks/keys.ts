import { accountPrefixes } from '../accounts/keys.ts';
import { eventPrefixes } from '../events/keys.ts';
import type { Key } from '../platform/dynamodb/database.ts';
import { sortableNumber, QUEUE_SHARDS } from '../platform/dynamodb/sort-keys.ts';
import type { DeliveryKey } from './domain/delivery.ts';

export const webhookPrefixes = { webhooks: eventPrefixes.webhooks } as const;

const partitionOf = (employerId: number) => `${webhookPrefixes.webhooks}${employerId}`;

export const webhookKeys = {
  /** A webhook of an account, with the delivery of an employer's. */
  webhook: (employerId: number, id: number): Key => ({ PK: partitionOf(employerId), SK: sortableNumber(id) }),
  /** The delivery of one account's events to a partner's webhook. */
  delivery: (employerId: number, partnerId: number, id: number): Key => ({
    PK: partitionOf(employerId),
    SK: `${accountPrefixes.partner}${partnerId}#${sortableNumber(id)}`,
  }),
  /** The id of the account's last webhook. */
  webhookNumbers: (employerId: number): Key => ({ PK: partitionOf(employerId), SK: 'NUMBERS' }),
} as const;

/** The ids in the key of a webhook or of a delivery. */
export function deliveryKeyOf({ PK, SK }: Key): DeliveryKey {
  const employerId = Number(PK.slice(webhookPrefixes.webhooks.length));
  if (!SK.startsWith(accountPrefixes.partner)) return { employerId, partnerId: null, id: Number(SK) };
  const [partnerId = 0, id = 0] = SK.slice(accountPrefixes.partner.length).split('#').map(Number);
  return { employerId, partnerId, id };
}

/** The partition of the byMailDate index with the due notices to owners of disabled webhooks. */
export const noticePartition = 'NOTICE';

const webhookPartition = (shard: number) => `HOOK#${shard}`;

/** The partitions of the byMailDate index with the due webhooks and deliveries. */
export const webhookPartitions = Array.from({ length: QUEUE_SHARDS }, (_, shard) => webhookPartition(shard));

/** The partition of the byMailDate index with the due webhooks and deliveries of an account. */
export const webhookPartitionOf = (employerId: number) => webhookPartition(employerId % QUEUE_SHARDS);
