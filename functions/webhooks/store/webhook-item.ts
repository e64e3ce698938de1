import type { DeliveryAttempt, DeliveryError } from '../../../schemas/webhook.ts';
import { creatorFrom, storedCreator } from '../../accounts/domain/api-key.ts';
import type { Item, Key } from '../../platform/dynamodb/database.ts';
import { webhookKeys, noticePartition, queueKeyOf, webhookPartitionOf } from '../keys.ts';
import { attributes, mailOrder, withoutNulls } from '../../platform/dynamodb/table.ts';
import { outOfQueue } from '../../mail/mail-queue.ts';
import { isDelivery, type Delivery, type WebhookEntry, type QueueKey } from '../domain/delivery.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';

/** The key of the item of a webhook or a delivery. */
export const itemKey = (key: QueueKey): Key =>
  'partnerId' in key
    ? webhookKeys.delivery(key.employerId, key.partnerId, key.id)
    : webhookKeys.webhook(key.employerId, key.id);

/**
 * An attempt in few bytes, so that recording one costs one unit: time, event, status or error, and milliseconds; for a
 * partner's webhook, also the employer of the event, and whether it was skipped.
 */
type AttemptItem = [
  at: number,
  event: number,
  outcome: number | string,
  milliseconds: number,
  employer?: number | null,
  skipped?: true,
];

const attemptItem = ({
  at,
  event,
  status,
  error,
  milliseconds,
  employer,
  skipped,
}: DeliveryAttempt): AttemptItem => [
  Date.parse(at),
  event,
  status ?? error ?? '',
  milliseconds,
  ...(employer === null ? ([] as const) : skipped ? ([employer, skipped] as const) : ([employer] as const)),
];

const attemptFrom = ([
  at,
  event,
  outcome,
  milliseconds,
  employer = null,
  skipped,
]: AttemptItem): DeliveryAttempt => ({
  at: new Date(at).toISOString(),
  employer,
  event,
  ...(typeof outcome === 'number'
    ? { status: outcome, error: null }
    : { status: null, error: outcome as DeliveryError }),
  milliseconds,
  ...(skipped && { skipped }),
});

const queueAttributesIn = (partition: string, { employerId, id }: WebhookKey, dueAt: string): Item => ({
  [attributes.mailPartition]: partition,
  [attributes.mailOrder]: mailOrder(dueAt, employerId, id),
});

const queueAttributes = (entry: WebhookEntry): Item =>
  entry.dueAt === null ? {} : queueAttributesIn(webhookPartitionOf(entry.employerId), entry, entry.dueAt);

/** The attributes of a notice that is due. */
const noticeAttributes = (
  key: WebhookKey,
  { queuedAt, attempts, dueAt }: NonNullable<Webhook['notice']>,
) => ({
  notice: { queuedAt, attempts },
  ...queueAttributesIn(noticePartition, key, dueAt),
});

/** The attributes to write after a webhook's notice was sent; null removes an attribute. */
export const noNotice: Item = { notice: null, ...outOfQueue };

const orderedAt = (item: Item): string | null => item[attributes.mailOrder]?.split('#')[0] ?? null;

const deliveryItem = (delivery: Delivery): Item => ({
  ...itemKey(delivery),
  cursor: delivery.cursor,
  failures: delivery.failures,
  version: delivery.version,
  ...(delivery.leaseUntil !== null && { leaseUntil: delivery.leaseUntil }),
  ...queueAttributes(delivery),
});

/**
 * The item of a webhook or a delivery: null values and empty lists are not stored. Its place in the queue stores when it
 * is due.
 */
export function entryItem(entry: WebhookEntry): Item {
  if (isDelivery(entry)) return deliveryItem(entry);
  const { employerId, id, attempts, formerSecrets, dueAt: _, notice, partnerScope, ...fields } = entry;
  return withoutNulls({
    ...itemKey({ employerId, id }),
    ...fields,
    createdBy: storedCreator(fields.createdBy),
    // The name from older releases.
    ...(partnerScope && { reach: partnerScope }),
    attempts: attempts.length > 0 ? attempts.map(attemptItem) : null,
    formerSecrets: formerSecrets.length > 0 ? formerSecrets : null,
    ...(notice ? noticeAttributes(entry, notice) : queueAttributes(entry)),
  });
}

/** Converts the item of a delivery of a webhook. */
export const deliveryFrom = (item: Item, webhook: Webhook): Delivery => ({
  employerId: queueKeyOf(item as Key).employerId,
  partnerId: webhook.employerId,
  id: webhook.id,
  cursor: item['cursor'],
  failures: item['failures'],
  version: item['version'],
  leaseUntil: item['leaseUntil'] ?? null,
  dueAt: orderedAt(item),
  webhook,
});

/** Converts the item of a webhook. */
export const webhookFrom = (item: Item): Webhook => ({
  ...queueKeyOf(item as Key),
  url: item['url'],
  types: item['types'] ?? null,
  description: item['description'] ?? null,
  status: item['status'],
  reason: item['reason'] ?? null,
  cursor: item['cursor'],
  failures: item['failures'],
  dueAt: item['notice'] ? null : orderedAt(item),
  notice: item['notice'] ? { ...item['notice'], dueAt: orderedAt(item) } : null,
  attempts: (item['attempts'] ?? []).map(attemptFrom),
  generation: item['generation'],
  serviceSecret: item['serviceSecret'] ?? null,
  formerSecrets: item['formerSecrets'] ?? [],
  createdAt: item['createdAt'],
  createdBy: creatorFrom(item['createdBy']),
  creation: item['creation'],
  version: item['version'],
  leaseUntil: item['leaseUntil'] ?? null,
  ...(item['reach'] && { partnerScope: item['reach'] }),
  ...(item['skipped'] && { skipped: item['skipped'] }),
  by: item['by'] ?? null,
});
