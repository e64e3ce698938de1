import { isUsable, type Creator } from '../../functions/employers/domain/api-key.ts';
import { amendedWebhook } from '../../functions/webhooks/domain/webhook.ts';
import { webhookStore } from '../../functions/webhooks/store/webhooks.ts';
import type { Services } from './command.ts';

/** The keys and webhooks of an employer that a partner made, by their ids. */
export interface Made {
  employer: number;
  keys: string[];
  webhooks: number[];
}

interface Wanted {
  employerId: number;
  /** Whether it counts what a partner with an id made. */
  isWanted: (partnerId: number) => boolean;
  revoke: boolean;
}

/** Finds what partners made for an employer: keys that work, and webhooks. With `revoke`, revokes and pauses them. */
export async function madeByPartners(
  { apiKeys, connection, now, by }: Services,
  { employerId, isWanted, revoke }: Wanted,
): Promise<Made> {
  const isMade = ({ createdBy }: { createdBy: Creator | null }) =>
    createdBy?.type === 'partner' && createdBy.id !== null && isWanted(createdBy.id);
  const store = webhookStore(connection.open());
  const keys = (await apiKeys.list(employerId)).filter((key) => isUsable(key, now) && isMade(key));
  const webhooks = (await store.list(employerId)).filter(isMade);
  if (revoke) {
    for (const { id } of keys) await apiKeys.revoke(id, now, by);
    for (const { id } of webhooks) {
      await store.update({ employerId, id, by }, (webhook) =>
        amendedWebhook(webhook, { status: 'paused' }, now),
      );
    }
  }
  return {
    employer: employerId,
    keys: keys.map(({ id }) => id),
    webhooks: webhooks.map(({ id }) => id),
  };
}
