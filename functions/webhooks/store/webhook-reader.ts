import type { Database } from '../../platform/dynamodb/database.ts';
import { between } from '../../platform/dynamodb/key-range.ts';
import { keys, LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { webhookFrom } from './webhook-item.ts';

/** Reads webhooks by strong reads. */
export const webhookReader = (db: Database) => ({
  get: async ({ employerId, id }: WebhookKey): Promise<Webhook | undefined> => {
    const item = await db.get({ Key: keys.webhook(employerId, id), ConsistentRead: true });
    return item && webhookFrom(item);
  },

  /** The webhooks of an employer, by id. */
  list: async (employerId: number): Promise<Webhook[]> => {
    const items = await db.query(between(keys.webhook(employerId, 0), keys.webhook(employerId, LAST_NUMBER)));
    return items.map(webhookFrom);
  },
});
