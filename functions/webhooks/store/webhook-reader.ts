import type { Database, Key } from '../../platform/dynamodb/database.ts';
import { between, beginningWith, LAST_NUMBER } from '../../platform/dynamodb/sort-keys.ts';
import { deliveryKeyOf, webhookKeys } from '../keys.ts';
import { accountPrefixes } from '../../accounts/keys.ts';
import { ownDeliveries, webhookKeyOf, type Delivery, type DeliveryKey } from '../domain/delivery.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { deliveryFrom, itemKey, webhookFrom } from './webhook-item.ts';

/** How long a run uses a value that it read, in milliseconds, so that entries with one webhook read it once. */
const FRESH_MILLIS = 5_000;

/** A cache of values by id. A value older than FRESH_MILLIS is read again. */
function recentReads<Value>(read: (id: number) => Promise<Value>) {
  const cache = new Map<number, { readAt: number; value: Promise<Value> }>();

  function refresh(id: number): Promise<Value> {
    const value = read(id);
    cache.set(id, { readAt: performance.now(), value });
    return value;
  }

  return {
    refresh,

    get: (id: number): Promise<Value> => {
      const recent = cache.get(id);
      return recent && performance.now() - recent.readAt < FRESH_MILLIS ? recent.value : refresh(id);
    },

    /** Applies a change of the table to a cached value. */
    change: (id: number, changed: (value: Value) => Value): void => {
      const recent = cache.get(id);
      if (recent) recent.value = recent.value.then(changed);
    },
  };
}

/** The webhooks and deliveries in the partition of an account. */
interface AccountWebhooks {
  /** The account's own webhooks, by id. */
  own: Webhook[];
  /** The deliveries of the account's events, to its own webhooks and to those of partners. */
  deliveries: Delivery[];
  /** Deliveries of deleted webhooks. */
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

  const ofPartners = recentReads(list);

  /** The partner's webhook of a delivery, which may be a few seconds old. */
  const owner = async (key: DeliveryKey): Promise<Webhook | undefined> => {
    const { employerId, id } = webhookKeyOf(key);
    const isOwner = (webhook: Webhook) => webhook.id === id;
    // A webhook that is not cached may be new.
    return (
      (await ofPartners.get(employerId)).find(isOwner) ?? (await ofPartners.refresh(employerId)).find(isOwner)
    );
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
    ofPartner: ofPartners.get,

    delivery: async (key: DeliveryKey): Promise<Delivery | undefined> => {
      const item = await itemOf(key);
      if (item && key.partnerId === null) return ownDeliveries(webhookFrom(item))[0];
      const webhook = item && (await owner(key));
      return webhook && deliveryFrom(item, webhook);
    },

    /** Updates the cached webhook of a partner after a write. */
    note: (webhook: Webhook): void => {
      const { employerId, id } = webhook;
      ofPartners.change(employerId, (known) => known.map((each) => (each.id === id ? webhook : each)));
    },

    ofAccount: async (employerId: number): Promise<AccountWebhooks> => {
      const start = webhookKeys.webhook(employerId, 0);
      const items = await db.query(
        between(start, { ...start, SK: beginningWith(accountPrefixes.partner).to }),
      );
      const webhooks: AccountWebhooks = { own: [], deliveries: [], strays: [] };
      for (const item of items) {
        // Skips the item with the account's last webhook id, and item types of later releases.
        if (!/^\d+$/.test(item['SK']) && !item['SK'].startsWith(accountPrefixes.partner)) continue;
        const key = deliveryKeyOf(item as Key);
        const webhook = key.partnerId === null ? webhookFrom(item) : await owner(key);
        if (!webhook) webhooks.strays.push(key);
        else if (key.partnerId !== null) webhooks.deliveries.push(deliveryFrom(item, webhook));
        else {
          webhooks.own.push(webhook);
          webhooks.deliveries.push(...ownDeliveries(webhook));
        }
      }
      return webhooks;
    },
  };
}

export type WebhookReader = ReturnType<typeof webhookReader>;
