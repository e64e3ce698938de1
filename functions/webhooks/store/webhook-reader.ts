import type { Database, Key } from '../../platform/dynamodb/database.ts';
import { between, beginningWith, LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { queueKeyOf, webhookKeys } from '../keys.ts';
import { accountPrefixes } from '../../accounts/keys.ts';
import type { Delivery, DeliveryKey, WebhookEntry, QueueKey } from '../domain/delivery.ts';
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

/** The webhooks that get an account's events, and their deliveries to it. */
interface AccountWebhooks {
  /** The account's own webhooks, by id. */
  own: Webhook[];
  /** The webhooks of the account's partner, by id. */
  ofPartner: Webhook[];
  /** The deliveries to this account. */
  deliveries: Delivery[];
  /** Deliveries of deleted webhooks. */
  strays: DeliveryKey[];
}

/** Reads webhooks strongly consistent; the webhooks of partners are cached for a few seconds. */
export function webhookReader(db: Database) {
  const itemOf = (key: QueueKey) => db.get({ Key: itemKey(key), ConsistentRead: true });

  /** The webhooks of an account, by id. */
  const list = async (employerId: number): Promise<Webhook[]> => {
    const items = await db.query(
      between(webhookKeys.webhook(employerId, 0), webhookKeys.webhook(employerId, LAST_NUMBER)),
    );
    return items.map(webhookFrom);
  };

  const ofPartners = recentReads(list);

  /** The webhook of a delivery, which may be a few seconds old. */
  const owner = async ({ partnerId, id }: DeliveryKey): Promise<Webhook | undefined> => {
    const isOwner = (webhook: Webhook) => webhook.id === id;
    // A webhook that is not cached may be new.
    return (
      (await ofPartners.get(partnerId)).find(isOwner) ?? (await ofPartners.refresh(partnerId)).find(isOwner)
    );
  };

  const get = async (key: WebhookKey): Promise<Webhook | undefined> => {
    const item = await itemOf(key);
    return item && webhookFrom(item);
  };

  const delivery = async (key: DeliveryKey): Promise<Delivery | undefined> => {
    const item = await itemOf(key);
    const webhook = item && (await owner(key));
    return webhook && deliveryFrom(item, webhook);
  };

  return {
    get,
    delivery,
    list,
    owner,

    /** Reads an entry of the queue. */
    entry: (key: QueueKey): Promise<WebhookEntry | undefined> =>
      'partnerId' in key ? delivery(key) : get(key),

    /** Updates the cached webhook of a partner after a write. */
    note: (webhook: Webhook): void => {
      const { employerId, id } = webhook;
      ofPartners.change(employerId, (known) => known.map((each) => (each.id === id ? webhook : each)));
    },

    /** Reads the webhooks that get an account's events, with those of its partner if it has one. */
    ofAccount: async (employerId: number, partnerId?: number): Promise<AccountWebhooks> => {
      const first = webhookKeys.webhook(employerId, 0);
      const items = await db.query(
        between(first, { ...first, SK: beginningWith(accountPrefixes.partner).to }),
      );
      const ofPartner = partnerId === undefined ? [] : await ofPartners.get(partnerId);
      const found: AccountWebhooks = { own: [], ofPartner, deliveries: [], strays: [] };
      for (const item of items) {
        // Skips the item with the account's last webhook id, and item types of later releases.
        if (!/^\d+$/.test(item['SK']) && !item['SK'].startsWith(accountPrefixes.partner)) continue;
        const key = queueKeyOf(item as Key);
        const webhook = 'partnerId' in key && (await owner(key));
        if (!('partnerId' in key)) found.own.push(webhookFrom(item));
        else if (webhook) found.deliveries.push(deliveryFrom(item, webhook));
        else found.strays.push(key);
      }
      return found;
    },
  };
}

export type WebhookReader = ReturnType<typeof webhookReader>;
