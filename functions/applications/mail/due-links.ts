import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { afterFailedConfirmation } from '../../mail/mail-attempts.ts';
import { MailFailure } from '../../mail/mail-failure.ts';
import { dailyCounts, addressLimit } from '../../mail/daily-limits.ts';
import { mailTimeLimit } from '../../mail/mail-limits.ts';
import type { DueMails } from '../../mail/mail-run.ts';
import { linkQueue } from '../store/link-queue.ts';
import type { RecruitingJob } from '../recruiters/recruited-jobs.ts';
import { linkMail } from './link-mail.ts';
import { recruitingLinkFor } from '../recruiters/recruiting-link.ts';

/** The mails with new links to pages for recruiters, each to the address that the job has when it is sent. */
export function dueLinks(db: Database): DueMails<RecruitingJob> {
  const urlOf = recruitingLinkFor(db);
  const take = dailyCounts(db);
  return {
    kind: 'link',
    queue: linkQueue(db),
    // Few are asked for, and confirmations leave at the same time.
    share: 0.05,
    take: ({ about }, now) => take([addressLimit(about.address)], now),
    compose: async ({ about, queuedAt: askedAt }, _id, now) => {
      const { address: to } = about;
      const url = await urlOf({ ...about, to, now });
      if (url === null) throw new MailFailure('refused', 'no_page');
      return { to, mail: linkMail(about, { url, askedAt, serviceName: setting('MAIL_NAME') }) };
    },
    timeLimit: () => mailTimeLimit(0),
    afterFailure: async (failure, leased, now) => afterFailedConfirmation(failure, leased, now),
  };
}
