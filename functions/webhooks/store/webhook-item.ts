import type { DeliveryAttempt, DeliveryError } from '../../../schemas/webhook.ts';
import { creatorFrom } from '../../accounts/domain/api-key.ts';
import type { Item, Key } from '../../platform/dynamodb/database.ts';
import { webhookKeys, noticePartition, webhookOf, webhookPartitionOf } from '../keys.ts';
import { attributes, mailOrder, withoutNulls } from '../../platform/dynamodb/table.ts';
import { outOfQueue } from '../../mail/mail-queue.ts';
import { deliveryOf } from '../domain/partner-webhook.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';

/** The key of a webhook, or of its delivery to an account. */
export const webhookKey = ({ employerId, partnerId, id }: WebhookKey): Key =>
  partnerId === undefined
    ? webhookKeys.webhook(employerId, id)
    : webhookKeys.delivery(employerId, partnerId, id);

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

const queueAttributes = (webhook: Webhook): Item =>
  webhook.dueAt === null
    ? {}
    : queueAttributesIn(webhookPartitionOf(webhook.employerId), webhook, webhook.dueAt);

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

/** The item of a delivery omits the settings of its webhook. */
const deliveryItem = (webhook: Webhook): Item => ({
  ...webhookKey(webhook),
  cursor: webhook.cursor,
  failures: webhook.failures,
  version: webhook.version,
  ...(webhook.leaseUntil !== null && { leaseUntil: webhook.leaseUntil }),
  ...queueAttributes(webhook),
});

/**
 * The item of a webhook, or of its delivery to an account: null values and empty lists are not stored. Its place in the
 * queue stores when it is due.
 */
export function webhookItem(webhook: Webhook): Item {
  const {
    employerId,
    id,
    partnerId,
    attempts,
    formerSecrets,
    dueAt: _,
    notice,
    partnerScope,
    ...fields
  } = webhook;
  if (partnerId !== undefined) return deliveryItem(webhook);
  const item = {
    ...webhookKey({ employerId, id }),
    ...fields,
    ...(partnerScope && { reach: partnerScope }),
    attempts: attempts.length > 0 ? attempts.map(attemptItem) : null,
    formerSecrets: formerSecrets.length > 0 ? formerSecrets : null,
    ...(notice ? noticeAttributes(webhook, notice) : queueAttributes(webhook)),
  };
  return withoutNulls(item);
}

/** Converts the item of a delivery, which gets the settings of its webhook. */
export const deliveryFrom = (item: Item, webhook: Webhook): Webhook =>
  deliveryOf(webhook, {
    employerId: webhookOf(item as Key).employerId,
    cursor: item['cursor'],
    failures: item['failures'],
    version: item['version'],
    leaseUntil: item['leaseUntil'] ?? null,
    dueAt: orderedAt(item),
  });

/** Converts the item of a webhook. */
export const webhookFrom = (item: Item): Webhook => ({
  ...webhookOf(item as Key),
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
