import { LEASE_MILLIS } from '../../mail/mail-attempts.ts';
import type { LeasedMail, MailQueue, Recorded } from '../../mail/mail-queue.ts';
import { employerFrom, profileFrom } from '../../accounts/store/employer-item.ts';
import { amended } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-items.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { webhookKeys, noticePartition, webhookOf } from '../keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import type { Notice } from '../domain/notice.ts';
import type { WebhookKey } from '../domain/webhook.ts';
import { noticeAttributes, noticePlace, webhookFrom } from './webhook-item.ts';

/** A webhook's entry in the queue of mail. */
export interface DueNotice extends WebhookKey {
  dueAt: Date;
  /** Where in the queue it was found. */
  order: string;
}

/** The queue of webhooks whose owners are to be told that they are disabled. Who resumes one takes it out. */
export function noticeQueue(db: Database): MailQueue<Notice, DueNotice> {
  const change = ({ employerId, id }: WebhookKey, order: string, set: Item) => {
    const { Update } = amended(webhookKeys.webhook(employerId, id), set, { [attributes.mailOrder]: order });
    return unlessConditionFails(db.update({ ...Update, ReturnValues: 'ALL_NEW' }));
  };
  const record = async ({ about, order }: LeasedMail<Notice>, set: Item): Promise<Recorded> =>
    (await change(about.webhook, order, set)) ? 'recorded' : 'moved';

  return {
    async *due(at: Date): AsyncGenerator<DueNotice> {
      for await (const item of dueItems(db, [noticePartition], at)) {
        const { [attributes.mailOrder]: order } = item;
        yield { ...webhookOf(item as Key), order, dueAt: new Date(order.split('#')[0]) };
      }
    },

    /** Without an address there is nobody to tell. */
    lease: async (due, at) => {
      const account = await db.get({ Key: accountKeys.employer(due.employerId) });
      const { contactEmail: to, language } = profileFrom(account ?? {});
      const until = new Date(at.getTime() + LEASE_MILLIS).toISOString();
      const place = to === null ? noticeAttributes(due, null) : noticePlace(due, until);
      const item = await change(due, due.order, place);
      if (!item || !account || to === null) return undefined;
      const webhook = webhookFrom(item);
      const { queuedAt, attempts } = webhook.notice ?? { queuedAt: until, attempts: 0 };
      const { test } = employerFrom(account);
      const about = { employerId: due.employerId, webhook, to, language, ...(test && { test }) };
      return { about, order: item[attributes.mailOrder], queuedAt, attempts };
    },

    sent: (leased) => record(leased, noticeAttributes(leased.about.webhook, null)),

    notSent: (leased, after, _, at) => {
      const { about, queuedAt } = leased;
      if (after.state === 'failed') return record(leased, noticeAttributes(about.webhook, null));
      const dueAt = new Date(at.getTime() + after.pauseMillis).toISOString();
      return record(leased, noticeAttributes(about.webhook, { queuedAt, dueAt, attempts: after.attempts }));
    },
  };
}
