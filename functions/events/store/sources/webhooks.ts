import type { Item } from '../../../platform/dynamodb/database.ts';
import { webhookPrefixes, webhookOf } from '../../../webhooks/keys.ts';
import type { LastWrite } from '../../../platform/dynamodb/last-write.ts';
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

/** A sender moves the cursor, and disables a webhook, without another version. */
function happeningOf({ before, after }: ItemChange) {
  if (!after) return { type: 'webhook.deleted' } as const;
  if (!before) return { type: 'webhook.created' } as const;
  const isChanged = after['version'] !== before['version'];
  const seen = attributes.filter((name) => name !== 'cursor' || !after['reach']);
  const fields = isChanged ? changedFields(seen, before, after).map((name) => fieldsBy[name]) : [];
  return fields.length > 0 ? ({ type: 'webhook.updated', fields } as const) : undefined;
}

const isDisabled = (item: Item | undefined) => item?.['status'] === 'disabled';

/** Webhooks: their owner's changes, and their disabling by the service. */
export const webhooks: EventSource = {
  source: 'k',
  matches: ({ PK, SK }) => PK.startsWith(webhookPrefixes.webhooks) && /^\d+$/.test(SK),
  eventsFor: (change) => {
    const { key, before, after, at } = change;
    const { employerId, id } = webhookOf(key);
    const webhook = { id, reason: after?.['reason'] ?? null };
    if (isDisabled(after) && !isDisabled(before)) {
      const by: LastWrite = { type: 'schedule', at };
      return [{ employerId, event: createEvent({ type: 'webhook.disabled', by, data: { webhook } }) }];
    }
    const skipped = after?.['skipped'];
    if (skipped && skipped.at !== before?.['skipped']?.at) {
      const { employer, event } = skipped;
      const by: LastWrite = { type: 'schedule', at };
      const data = { webhook, skipped: { employer, event } };
      return [{ employerId, event: createEvent({ type: 'webhook.skipped', by, data }) }];
    }
    const [by, happening] = [authorOf(change), happeningOf(change)];
    if (!by || !happening) return [];
    const { type, ...fields } = happening;
    return [{ employerId, event: createEvent({ type, by, data: { webhook, ...fields } }) }];
  },
};
