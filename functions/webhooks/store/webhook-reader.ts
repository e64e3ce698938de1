import type { Database } from '../../platform/dynamodb/database.ts';
import { between } from '../../platform/dynamodb/key-range.ts';
import {
  beginningWith,
  keys,
  LAST_NUMBER,
  prefixes,
  webhookOf,
  type Key,
} from '../../platform/dynamodb/table.ts';
import { ownerOf, type Webhook, type WebhookKey } from '../domain/webhook.ts';
import { deliveryFrom, webhookFrom, webhookKey } from './webhook-item.ts';

/** What there is for the events of an account. */
interface OfAccount {
  /** Its own webhooks, by id. */
  own: Webhook[];
  /** The webhooks of its partner, by id, and of others that have deliveries. */
  ofPartners: Webhook[];
  /** The deliveries to this account. */
  deliveries: Webhook[];
  /** Deliveries whose webhook is gone. */
  strays: WebhookKey[];
}

/** Reads webhooks by strong reads. */
export function webhookReader(db: Database) {
  const itemOf = (key: WebhookKey) => db.get({ Key: webhookKey(key), ConsistentRead: true });

  /** A webhook, or the delivery of one. */
  const get = async (key: WebhookKey): Promise<Webhook | undefined> => {
    const [item, owner] = await Promise.all([itemOf(key), key.partnerId && itemOf(ownerOf(key))]);
    if (key.partnerId === undefined) return item && webhookFrom(item);
    return item && owner ? deliveryFrom(item, webhookFrom(owner)) : undefined;
  };

  /** The webhooks of an account, by id. */
  const list = async (employerId: number): Promise<Webhook[]> => {
    const items = await db.query(between(keys.webhook(employerId, 0), keys.webhook(employerId, LAST_NUMBER)));
    return items.map(webhookFrom);
  };

  return {
    get,
    list,

    /** All that is there for the events of an account, with the webhooks of its partner if it has one. */
    ofAccount: async (employerId: number, partnerId?: number): Promise<OfAccount> => {
      const first = keys.webhook(employerId, 0);
      const items = await db.query(between(first, { ...first, SK: beginningWith(prefixes.partner).to }));
      const { SK: numbers } = keys.webhookNumbers(employerId);
      const all = items
        .filter(({ SK }) => SK !== numbers)
        .map((item) => ({ item, key: webhookOf(item as Key) }));
      const partners = [partnerId, ...all.map(({ key }) => key.partnerId)].filter((id) => id !== undefined);
      const ofPartners = (await Promise.all([...new Set(partners)].map(list))).flat();
      const found: OfAccount = { own: [], ofPartners, deliveries: [], strays: [] };
      for (const { item, key } of all) {
        const owner = ofPartners.find(
          ({ employerId: id, id: own }) => id === key.partnerId && own === key.id,
        );
        if (key.partnerId === undefined) found.own.push(webhookFrom(item));
        else if (owner) found.deliveries.push(deliveryFrom(item, owner));
        else found.strays.push(key);
      }
      return found;
    },
  };
}
