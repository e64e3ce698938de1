import type { Item } from '../../../platform/dynamodb/database.ts';
import { eventPrefixes } from '../../keys.ts';
import { authorOf, changedFields, createEvent, type ItemChange, type EventSource } from './event-source.ts';

/**
 * The fields that the owner changes, by their attributes: a new `generation` is a new secret. Clients do not see the
 * cursor of a partner's webhook.
 */
const fieldsBy = {
  url: 'url',
  types: 'types',
  description: 'description',
  status: 'status',
  cursor: 'cursor',
  generation: 'secret',
} as const;

const attributes = Object.keys(fieldsBy) as (keyof typeof fieldsBy)[];

/** Changes by a sender, such as a new cursor or the status `disabled`, do not increment the version. */
function ownerEvent({ before, after }: ItemChange) {
  if (!after) return { type: 'webhook.deleted' } as const;
  if (!before) return { type: 'webhook.created' } as const;
  const isChanged = after['version'] !== before['version'];
  const visibleAttributes = attributes.filter((name) => name !== 'cursor' || !after['reach']);
  const fields = isChanged
    ? changedFields(visibleAttributes, before, after).map((name) => fieldsBy[name])
    : [];
  return fields.length > 0 ? ({ type: 'webhook.updated', fields } as const) : undefined;
}

const isDisabled = (item: Item | undefined) => item?.['status'] === 'disabled';

/** The event of a change that a sender made. */
function senderEvent({ before, after }: ItemChange) {
  if (isDisabled(after) && !isDisabled(before)) return { type: 'webhook.disabled' } as const;
  const skipped = after?.['skipped'];
  if (!skipped || skipped.at === before?.['skipped']?.at) return undefined;
  const { employer, event } = skipped;
  return { type: 'webhook.skipped', skipped: { employer, event } } as const;
}

/** Webhooks: their owner's changes, and their disabling by the service. */
export const webhooks: EventSource = {
  source: 'k',
  matches: ({ PK, SK }) => PK.startsWith(eventPrefixes.webhooks) && /^\d+$/.test(SK),
  eventsFor: (change) => {
    const { key, after, at } = change;
    const employerId = Number(key.PK.slice(eventPrefixes.webhooks.length));
    const webhook = { id: Number(key.SK), reason: after?.['reason'] ?? null };
    const bySender = senderEvent(change);
    const by = bySender ? ({ type: 'schedule', at } as const) : authorOf(change);
    const event = bySender ?? ownerEvent(change);
    if (!by || !event) return [];
    const { type, ...fields } = event;
    return [{ employerId, event: createEvent({ type, by, data: { webhook, ...fields } }) }];
  },
};
