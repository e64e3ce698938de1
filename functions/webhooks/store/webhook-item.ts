import type { DeliveryAttempt, DeliveryError } from '../../../schemas/webhook.ts';
import { creatorFrom, storedCreator } from '../../accounts/domain/api-key.ts';
import type { Item, Key } from '../../platform/dynamodb/database.ts';
import { deliveryKeyOf, webhookKeys, noticePartition, webhookPartitionOf } from '../keys.ts';
import { mailOrder } from '../../platform/dynamodb/sort-keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import { withoutNulls } from '../../platform/dynamodb/writes.ts';
import { outOfQueue } from '../../mail/mail-queue.ts';
import type { Delivery, DeliveryKey } from '../domain/delivery.ts';
import type { Progress, Webhook, WebhookKey } from '../domain/webhook.ts';

/** The key of the item of a delivery, which for an employer's webhook is the item of the webhook. */
export const itemKey = ({ employerId, partnerId, id }: DeliveryKey): Key =>
  partnerId === null ? webhookKeys.webhook(employerId, id) : webhookKeys.delivery(employerId, partnerId, id);

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

const queueAttributes = (key: WebhookKey, dueAt: string | null): Item =>
  dueAt === null ? {} : queueAttributesIn(webhookPartitionOf(key.employerId), key, dueAt);

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

/** The attributes of the progress of the only delivery of an employer's webhook. */
const progressItem = ({ cursor, leaseUntil }: Progress): Item => ({ cursor, leaseUntil });

/** The attributes of a partner's webhook by their names from older releases, which also read its cursor. */
const partnerItem = ({ since, pausedUntil }: Webhook): Item => ({ reach: { since }, cursor: 0, pausedUntil });

/** The item of a webhook: null values and empty lists are not stored. Its place in the queue stores when it is due. */
export function webhookItem(webhook: Webhook): Item {
  const { employerId, id, attempts, formerSecrets, notice, progress, ...rest } = webhook;
  const { since: _, pausedUntil: __, ...fields } = rest;
  return withoutNulls({
    ...webhookKeys.webhook(employerId, id),
    ...fields,
    createdBy: storedCreator(fields.createdBy),
    ...(progress ? progressItem(progress) : partnerItem(webhook)),
    attempts: attempts.length > 0 ? attempts.map(attemptItem) : null,
    formerSecrets: formerSecrets.length > 0 ? formerSecrets : null,
    ...(notice
      ? noticeAttributes(webhook, notice)
      : { notice, ...queueAttributes(webhook, progress?.dueAt ?? null) }),
  });
}

/** The item of a delivery. That of an employer's webhook is the item of the webhook. */
export function deliveryItem(delivery: Delivery): Item {
  const { partnerId, webhook, cursor, failures, version, leaseUntil, dueAt } = delivery;
  if (partnerId === null)
    return webhookItem({ ...webhook, progress: { cursor, failures, version, leaseUntil, dueAt } });
  return {
    ...itemKey(delivery),
    cursor,
    failures,
    version,
    ...(leaseUntil !== null && { leaseUntil }),
    ...queueAttributes(delivery, dueAt),
  };
}

const progressFrom = (item: Item): Progress => ({
  cursor: item['cursor'],
  failures: item['failures'],
  version: item['version'],
  leaseUntil: item['leaseUntil'] ?? null,
  dueAt: item['notice'] ? null : orderedAt(item),
});

/** Converts the item of a delivery of a partner's webhook. */
export const deliveryFrom = (item: Item, webhook: Webhook): Delivery => ({
  ...deliveryKeyOf(item as Key),
  ...progressFrom(item),
  webhook,
});

/** Converts the item of a webhook. */
export function webhookFrom(item: Item): Webhook {
  const progress = progressFrom(item);
  const { failures, dueAt, version } = progress;
  const { employerId, id } = deliveryKeyOf(item as Key);
  return {
    employerId,
    id,
    url: item['url'],
    types: item['types'] ?? null,
    description: item['description'] ?? null,
    status: item['status'],
    reason: item['reason'] ?? null,
    failures,
    failingSince: item['failingSince'] ?? null,
    pausedUntil: item['pausedUntil'] ?? (failures > 0 ? dueAt : null),
    progress: item['reach'] ? null : progress,
    since: item['reach']?.since ?? null,
    notice: item['notice'] ? { ...item['notice'], dueAt: orderedAt(item) } : null,
    attempts: (item['attempts'] ?? []).map(attemptFrom),
    generation: item['generation'],
    serviceSecret: item['serviceSecret'] ?? null,
    formerSecrets: item['formerSecrets'] ?? [],
    createdAt: item['createdAt'],
    createdBy: creatorFrom(item['createdBy']),
    creation: item['creation'],
    version,
    ...(item['skipped'] && { skipped: item['skipped'] }),
    by: item['by'] ?? null,
  };
}
