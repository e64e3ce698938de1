import type { Database } from '../../platform/dynamodb/database.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import { webhookItem } from './webhook-item.ts';
import { webhookReader } from './webhook-reader.ts';

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
  const restored = await webhookReader(db).list(employerId);
  const current = inUse ? await webhookReader(inUse).list(employerId) : restored;
  const ids = new Set(current.map(({ id }) => id));
  for (const { id } of restored) {
    if (!ids.has(id)) await db.delete({ Key: keys.webhook(employerId, id) });
  }
  for (const webhook of current) {
    const next = { ...webhook, cursor: last, failures: 0, dueAt: null, leaseUntil: null };
    await db.put({ Item: webhookItem(next) });
  }
  const Key = keys.webhookNumbers(employerId);
  const numbers = await (inUse ?? db).get({ Key, ConsistentRead: true });
  if (inUse && numbers) await db.put({ Item: numbers });
  if (!inUse) await db.put({ Item: { ...Key, last: (numbers?.['last'] ?? 0) + margin } });
}
