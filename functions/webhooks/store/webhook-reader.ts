import { WebhookStatus } from '../../../schemas/webhook.ts';
import { lruCache } from '../../platform/cache.ts';
import type { Database, Key } from '../../platform/dynamodb/database.ts';
import { between, beginningWith, LAST_NUMBER } from '../../platform/dynamodb/sort-keys.ts';
import { deliveryKeyOf, webhookKeys } from '../keys.ts';
import { accountPrefixes } from '../../accounts/keys.ts';
import { ownDeliveries, webhookKeyOf, type Delivery, type DeliveryKey } from '../domain/delivery.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { deliveryFrom, itemKey, webhookFrom } from './webhook-item.ts';

/** How long a run uses a value that it read, in milliseconds, so that entries with one webhook read it once. */
const FRESH_MILLIS = 5_000;

/** The maximum number of partners whose webhooks are cached. */
const MAX_PARTNERS = 1_000;

/** The deliveries of the events of an account. */
interface AccountDeliveries {
  /** Those to its own webhooks and to those of partners. */
  deliveries: Delivery[];
  /** Those to deleted webhooks. */
  strays: DeliveryKey[];
}

/** Reads webhooks strongly consistent; the webhooks of partners are cached for a few seconds. */
export function webhookReader(db: Database) {
  const itemOf = (key: DeliveryKey) => db.get({ Key: itemKey(key), ConsistentRead: true });

  /** The webhooks of an account, by id. */
  const list = async (employerId: number): Promise<Webhook[]> => {
    const items = await db.query(
      between(webhookKeys.webhook(employerId, 0), webhookKeys.webhook(employerId, LAST_NUMBER)),
    );
    return items.map(webhookFrom);
  };

  const recentLists = lruCache<Promise<Webhook[]>>(MAX_PARTNERS);

  function ofPartner(partnerId: number): Promise<Webhook[]> {
    const from = performance.now();
    const cached = recentLists.get(String(partnerId), from);
    if (cached) return cached;
    const listed = list(partnerId);
    recentLists.set(String(partnerId), listed, { from, until: from + FRESH_MILLIS });
    return listed;
  }

  const forget = ({ employerId }: WebhookKey): void => void recentLists.delete(String(employerId));

  /** The partner's webhook of a delivery, which may be a few seconds old if it is cached with one of the statuses. */
  const owner = async (
    key: DeliveryKey,
    statuses: readonly WebhookStatus[] = WebhookStatus.enum,
  ): Promise<Webhook | undefined> => {
    const { employerId, id } = webhookKeyOf(key);
    const isOwner = (webhook: Webhook) => webhook.id === id;
    const cached = (await ofPartner(employerId)).find(isOwner);
    if (cached && statuses.includes(cached.status)) return cached;
    forget({ employerId, id });
    return (await ofPartner(employerId)).find(isOwner);
  };

  const get = async (key: WebhookKey): Promise<Webhook | undefined> => {
    const item = await itemOf({ ...key, partnerId: null });
    return item && webhookFrom(item);
  };

  return {
    get,
    list,
    owner,
    /** The webhooks of a partner, which may be a few seconds old. */
    ofPartner,
    forget,

    delivery: async (key: DeliveryKey): Promise<Delivery | undefined> => {
      const item = await itemOf(key);
      if (item && key.partnerId === null) return ownDeliveries(webhookFrom(item))[0];
      // A webhook that is cached as paused may have been resumed.
      const webhook = item && (await owner(key, ['active']));
      return webhook && deliveryFrom(item, webhook);
    },

    ofAccount: async (employerId: number): Promise<AccountDeliveries> => {
      const start = webhookKeys.webhook(employerId, 0);
      const items = await db.query(
        between(start, { ...start, SK: beginningWith(accountPrefixes.partner).to }),
      );
      const webhooks: AccountDeliveries = { deliveries: [], strays: [] };
      for (const item of items) {
        // Skips the item with the account's last webhook id, and item types of later releases.
        if (!/^\d+$/.test(item['SK']) && !item['SK'].startsWith(accountPrefixes.partner)) continue;
        const key = deliveryKeyOf(item as Key);
        const webhook = key.partnerId === null ? webhookFrom(item) : await owner(key);
        if (!webhook) webhooks.strays.push(key);
        else if (key.partnerId !== null) webhooks.deliveries.push(deliveryFrom(item, webhook));
        else webhooks.deliveries.push(...ownDeliveries(webhook));
      }
      return webhooks;
    },
  };
}

export type WebhookReader = ReturnType<typeof webhookReader>;
