import { isUsable, type Creator } from '../../functions/accounts/domain/api-key.ts';
import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { updateWebhook } from '../../functions/webhooks/domain/webhook.ts';
import { webhookStore } from '../../functions/webhooks/store/webhooks.ts';
import type { Services } from './command.ts';
import { eachEmployer } from './restore/each-employer.ts';

const idsOf = <Id>(items: readonly { id: Id }[]) => items.map(({ id }) => id);

/**
 * Lists the ids of the usable keys and of the webhooks that partners created for employers. With `revoke`, also revokes
 * the keys and pauses the webhooks.
 */
export async function madeByPartners(
  { apiKeys, connection, now, by, progress }: Services,
  employers: readonly Employer[],
  { includesPartner, revoke }: { includesPartner: (partnerId: number | null) => boolean; revoke: boolean },
) {
  const isByPartner = ({ createdBy }: { createdBy: Creator | null }) =>
    createdBy?.type === 'partner' && includesPartner(createdBy.id);
  const store = webhookStore(connection.open());
  const made: { employer: number; keys: string[]; webhooks: number[] }[] = [];
  await eachEmployer(employers, { what: 'Keys and webhooks', progress }, async ({ id: employerId }) => {
    const keys = (await apiKeys.list(employerId)).filter((key) => isUsable(key, now) && isByPartner(key));
    const webhooks = (await store.list(employerId)).filter(isByPartner);
    if (keys.length + webhooks.length > 0) {
      made.push({ employer: employerId, keys: idsOf(keys), webhooks: idsOf(webhooks) });
    }
    if (!revoke) return;
    for (const { id } of keys) await apiKeys.revoke(id, now, by);
    for (const { id } of webhooks) {
      await store.update({ employerId, id, by }, (each) => updateWebhook(each, { status: 'paused' }, now));
    }
  });
  return made.toSorted((a, b) => a.employer - b.employer);
}
