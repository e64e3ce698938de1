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
  /** The webhooks of partners, by id: of those that were asked for, and of those that have deliveries. */
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
      const last = { ...first, SK: beginningWith(prefixes.partner).to };
      const items = await db.query(between(first, last));
      const isNumbers = ({ SK }: Partial<Key>) => SK === keys.webhookNumbers(employerId).SK;
      const { own = [], delivery = [] } = Object.groupBy(
        items.filter((item) => !isNumbers(item)),
        (item) => (webhookOf(item as Key).partnerId === undefined ? 'own' : 'delivery'),
      );
      const keysOf = delivery.map((item) => ({ item, key: webhookOf(item as Key) }));
      const partners = new Set([partnerId, ...keysOf.map(({ key }) => key.partnerId)]);
      partners.delete(undefined);
      const ofPartners = (await Promise.all([...partners].map((id) => list(id ?? 0)))).flat();
      const found = keysOf.map(({ item, key }) => ({
        item,
        key,
        owner: ofPartners.find(({ employerId: owner, id }) => owner === key.partnerId && id === key.id),
      }));
      return {
        own: own.map(webhookFrom),
        ofPartners,
        deliveries: found.flatMap(({ item, owner }) => (owner ? [deliveryFrom(item, owner)] : [])),
        strays: found.flatMap(({ key, owner }) => (owner ? [] : [key])),
      };
    },
  };
}
