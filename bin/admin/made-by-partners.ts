import { isUsable, type Creator } from '../../functions/accounts/domain/api-key.ts';
import type { Employer } from '../../functions/accounts/domain/employer.ts';
import { updateWebhook } from '../../functions/webhooks/domain/webhook.ts';
import { webhookStore } from '../../functions/webhooks/store/webhooks.ts';
import type { Services } from './command.ts';
import { eachEmployer } from './each-employer.ts';

type Created = { createdBy: Creator | null };

const isUnknown = ({ createdBy }: Created) => createdBy === null;

interface Made {
  employer: number;
  keys: string[];
  webhooks: number[];
}

const byEmployer = (lists: Made[]) =>
  lists
    .filter(({ keys, webhooks }) => keys.length + webhooks.length > 0)
    .toSorted((a, b) => a.employer - b.employer);

/**
 * Lists the ids of the usable keys and of the webhooks that partners created for employers, and of those of which
 * nobody knows who created them. With `revoke`, also revokes the keys and pauses the webhooks of the partners.
 */
export async function madeByPartners(
  { apiKeys, connection, now, by }: Services,
  employers: readonly Employer[],
  { includesPartner, revoke }: { includesPartner: (partnerId: number | null) => boolean; revoke: boolean },
) {
  const isByPartner = ({ createdBy }: Created) =>
    createdBy?.type === 'partner' && includesPartner(createdBy.id);
  const store = webhookStore(connection.open());
  const [made, unknown]: [Made[], Made[]] = [[], []];
  await eachEmployer(employers, 'Keys and webhooks', async ({ id: employer }) => {
    const keys = (await apiKeys.list(employer)).filter((key) => isUsable(key, now));
    const webhooks = await store.list(employer);
    const idsBy = (matches: typeof isUnknown): Made => ({
      employer,
      keys: keys.filter(matches).map(({ id }) => id),
      webhooks: webhooks.filter(matches).map(({ id }) => id),
    });
    const ofPartner = idsBy(isByPartner);
    made.push(ofPartner);
    unknown.push(idsBy(isUnknown));
    if (!revoke) return;
    for (const id of ofPartner.keys) await apiKeys.revoke(id, now, by);
    for (const id of ofPartner.webhooks) {
      const key = { employerId: employer, id, by };
      await store.update(key, (each) => updateWebhook(each, { status: 'paused' }, now));
    }
  });
  return { made: byEmployer(made), unknown: byEmployer(unknown) };
}
