import type { DeliveryAttempt, DeliveryError } from '../../../schemas/webhook.ts';
import type { Item } from '../../platform/dynamodb/database.ts';
import {
  attributes,
  keys,
  mailOrder,
  webhookOf,
  webhookPartitionOf,
  type Key,
} from '../../platform/dynamodb/table.ts';
import type { Webhook } from '../domain/webhook.ts';

/** An attempt in few bytes, so that recording one costs one unit: time, event, status or error, and milliseconds. */
type AttemptItem = [at: number, event: number, outcome: number | string, milliseconds: number];

const attemptItem = ({ at, event, status, error, milliseconds }: DeliveryAttempt): AttemptItem => [
  Date.parse(at),
  event,
  status ?? error ?? '',
  milliseconds,
];

const attemptFrom = ([at, event, outcome, milliseconds]: AttemptItem): DeliveryAttempt => ({
  at: new Date(at).toISOString(),
  event,
  ...(typeof outcome === 'number'
    ? { status: outcome, error: null }
    : { status: null, error: outcome as DeliveryError }),
  milliseconds,
});

/** The item of a webhook: null values and empty lists are not stored. Its entry in the queue says when it is due. */
export function webhookItem(webhook: Webhook): Item {
  const { employerId, id, attempts, formerSecrets, dueAt, ...fields } = webhook;
  const item = {
    ...keys.webhook(employerId, id),
    ...fields,
    attempts: attempts.length > 0 ? attempts.map(attemptItem) : null,
    formerSecrets: formerSecrets.length > 0 ? formerSecrets : null,
    ...(dueAt !== null && {
      [attributes.mailPartition]: webhookPartitionOf(employerId),
      [attributes.mailOrder]: mailOrder(dueAt, employerId, id),
    }),
  };
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

/** The webhook of an item. */
export const webhookFrom = (item: Item): Webhook => ({
  ...webhookOf(item as Key),
  url: item['url'],
  types: item['types'] ?? null,
  description: item['description'] ?? null,
  status: item['status'],
  reason: item['reason'] ?? null,
  cursor: item['cursor'],
  failures: item['failures'],
  dueAt: item[attributes.mailOrder]?.split('#')[0] ?? null,
  attempts: (item['attempts'] ?? []).map(attemptFrom),
  generation: item['generation'],
  serviceSecret: item['serviceSecret'] ?? null,
  formerSecrets: item['formerSecrets'] ?? [],
  createdAt: item['createdAt'],
  creation: item['creation'],
  version: item['version'],
  leaseUntil: item['leaseUntil'] ?? null,
});
