import type { Database } from '../../platform/dynamodb/database.ts';
import { webhookKeys } from '../keys.ts';
import type { Webhook } from '../domain/webhook.ts';
import { webhookItem, webhookKey } from './webhook-item.ts';
import { webhookReader } from './webhook-reader.ts';

/** The webhooks of an account, and the deliveries of its partner's to it. */
async function allOf(db: Database, accountId: number): Promise<Webhook[]> {
  const { own, deliveries } = await webhookReader(db).ofAccount(accountId);
  return [...own, ...deliveries];
}

/**
 * Makes the webhooks of an employer in a restored table what they are in the table in use until now, if there is one, so
 * that what was changed, deleted or created since stays so. Each goes on after `last`, where the log goes on, and ids
 * after those that were given, or without that table after a gap of `margin`.
 */
export async function goOnWithWebhooks(
  db: Database,
  inUse: Database | undefined,
  { employerId, last, margin }: { employerId: number; last: number; margin: number },
): Promise<void> {
  const restored = await allOf(db, employerId);
  const current = inUse ? await allOf(inUse, employerId) : restored;
  const isIn = new Set(current.map((webhook) => webhookKey(webhook).SK));
  for (const Key of restored.map(webhookKey)) if (!isIn.has(Key.SK)) await db.delete({ Key });
  for (const webhook of current) {
    const place = webhook.reach ? {} : { cursor: last, dueAt: null };
    await db.put({ Item: webhookItem({ ...webhook, ...place, failures: 0, leaseUntil: null }) });
  }
  const Key = webhookKeys.webhookNumbers(employerId);
  const numbers = await (inUse ?? db).get({ Key, ConsistentRead: true });
  if (inUse && numbers) await db.put({ Item: numbers });
  if (!inUse) await db.put({ Item: { ...Key, last: (numbers?.['last'] ?? 0) + margin } });
}
