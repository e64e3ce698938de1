import { afterFailure } from '../../mail/mail-attempts.ts';
import { dailyCounts, addressLimit } from '../../mail/daily-limits.ts';
import { mailTimeLimit } from '../../mail/mail-limits.ts';
import type { DueMails } from '../../mail/mail-run.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import type { Notice } from '../domain/notice.ts';
import { noticeQueue, type DueNotice } from '../store/notice-queue.ts';
import { noticeMail } from './notice-mail.ts';

/** The mails that tell the owners of webhooks that these are disabled. */
export function dueNotices(db: Database): DueMails<Notice, DueNotice> {
  const take = dailyCounts(db);
  const terms = { timeZone: setting('TIME_ZONE'), serviceName: setting('MAIL_NAME') };
  return {
    kind: 'webhook',
    queue: noticeQueue(db),
    // Mail to employers about applications goes first.
    share: 0.1,
    take: ({ about: { employerId, webhook, to } }, now) =>
      take([{ key: [`webhook ${employerId} ${webhook.id}`], most: 1 }, addressLimit(to)], now),
    compose: async ({ about, queuedAt }) => ({
      to: about.to,
      mail: noticeMail(about, new Date(queuedAt), terms),
    }),
    timeLimit: () => mailTimeLimit(0),
    afterFailure: async (failure, { attempts }) => afterFailure(failure, attempts),
  };
}
