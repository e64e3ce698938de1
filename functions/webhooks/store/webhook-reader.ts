import type { Database, Key } from '../../platform/dynamodb/database.ts';
import { between, beginningWith, LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { webhookKeys, webhookOf } from '../keys.ts';
import { accountPrefixes } from '../../accounts/keys.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { deliveryFrom, webhookFrom, webhookKey } from './webhook-item.ts';

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

/** The receivers of an account's events. */
interface EventReceivers {
  /** The account's own webhooks, by id. */
  own: Webhook[];
  /** The webhooks of the account's partner, by id. */
  ofPartner: Webhook[];
  /** The deliveries to this account. */
  deliveries: Webhook[];
  /** Deliveries of deleted webhooks. */
  strays: WebhookKey[];
}

/** Reads webhooks strongly consistent; the webhooks of partners are cached for a few seconds. */
export function webhookReader(db: Database) {
  const itemOf = (key: WebhookKey) => db.get({ Key: webhookKey(key), ConsistentRead: true });

  /** The webhooks of an account, by id. */
  const list = async (employerId: number): Promise<Webhook[]> => {
    const items = await db.query(
      between(webhookKeys.webhook(employerId, 0), webhookKeys.webhook(employerId, LAST_NUMBER)),
    );
    return items.map(webhookFrom);
  };

  const ofPartners = recentReads(list);

  /** The webhook of a delivery, which may be a few seconds old. */
  const owner = async ({ partnerId = 0, id }: WebhookKey): Promise<Webhook | undefined> => {
    const isOwner = (webhook: Webhook) => webhook.id === id;
    // A webhook that is not cached may be new.
    return (
      (await ofPartners.get(partnerId)).find(isOwner) ?? (await ofPartners.refresh(partnerId)).find(isOwner)
    );
  };

  /** A webhook, or the delivery of one. */
  const get = async (key: WebhookKey): Promise<Webhook | undefined> => {
    const item = await itemOf(key);
    if (!item || key.partnerId === undefined) return item && webhookFrom(item);
    const webhook = await owner(key);
    return webhook && deliveryFrom(item, webhook);
  };

  return {
    get,
    list,
    owner,

    /** Updates the cached webhook of a partner after a write. */
    note: (webhook: Webhook): void => {
      const { employerId, id } = webhook;
      ofPartners.change(employerId, (known) => known.map((each) => (each.id === id ? webhook : each)));
    },

    /** Reads the receivers of an account's events, with the webhooks of its partner if it has one. */
    ofAccount: async (employerId: number, partnerId?: number): Promise<EventReceivers> => {
      const first = webhookKeys.webhook(employerId, 0);
      const items = await db.query(
        between(first, { ...first, SK: beginningWith(accountPrefixes.partner).to }),
      );
      // Skips the item with the account's last webhook id, and item types of later releases.
      const all = items
        .filter(({ SK }) => /^\d+$/.test(SK) || SK.startsWith(accountPrefixes.partner))
        .map((item) => ({ item, key: webhookOf(item as Key) }));
      const ofPartner = partnerId === undefined ? [] : await ofPartners.get(partnerId);
      const receivers: EventReceivers = { own: [], ofPartner, deliveries: [], strays: [] };
      for (const { item, key } of all) {
        const webhook = key.partnerId === undefined ? undefined : await owner(key);
        if (key.partnerId === undefined) receivers.own.push(webhookFrom(item));
        else if (webhook) receivers.deliveries.push(deliveryFrom(item, webhook));
        else receivers.strays.push(key);
      }
      return receivers;
    },
  };
}

export type WebhookReader = ReturnType<typeof webhookReader>;
