import { accountPrefixes } from '../accounts/keys.ts';
import type { Key } from '../platform/dynamodb/database.ts';
import { QUEUE_SHARDS, sortableNumber } from '../platform/dynamodb/table.ts';
import type { QueueKey } from './domain/delivery.ts';

export const webhookPrefixes = { webhooks: 'W#' } as const;

const partitionOf = (employerId: number) => `${webhookPrefixes.webhooks}${employerId}`;

export const webhookKeys = {
  /** A webhook of an account: its URL, its position in the log, and the result of the last attempts. */
  webhook: (employerId: number, id: number): Key => ({ PK: partitionOf(employerId), SK: sortableNumber(id) }),
  /** The position of a partner's webhook in the log of one of its accounts. */
  delivery: (employerId: number, partnerId: number, id: number): Key => ({
    PK: partitionOf(employerId),
    SK: `${accountPrefixes.partner}${partnerId}#${sortableNumber(id)}`,
  }),
  /** The id of the account's last webhook. */
  webhookNumbers: (employerId: number): Key => ({ PK: partitionOf(employerId), SK: 'NUMBERS' }),
} as const;

/** The ids in the key of a webhook or of a delivery. */
export function queueKeyOf({ PK, SK }: Key): QueueKey {
  const employerId = Number(PK.slice(webhookPrefixes.webhooks.length));
  if (!SK.startsWith(accountPrefixes.partner)) return { employerId, id: Number(SK) };
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
