import { buttonTo, part } from '../../../pages/mail/mail-body.ts';
import { mailWords, confirmationWords } from '../../../pages/mail/mail-words.ts';
import { recruitingWords } from '../../../pages/public/recruiting-words.ts';
import { MailFailure, retryForDay } from '../../mail/mailer.ts';
import { deleteEntry, mailQueue } from '../../mail/mail-queue.ts';
import type { MailDefinition } from '../../mail/mail-run.ts';
import type { Mail } from '../../mail/message.ts';
import { mailName } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { jobName } from '../application/application.ts';
import { linkedJob, linkPartition } from '../keys.ts';
import { findRecruitingJob, type RecruitingJob, recruitingLinkFor } from '../recruiters/recruiting-link.ts';

/** Writes the mail with a new link to the page for recruiters (guide: stages 6 and 7). It names no candidate. */
function linkMail(
  { jobId, job: { title, referenceId }, profile: { language } }: RecruitingJob,
  requestedAt: string,
  url: string,
): Mail {
  const text = recruitingWords[language];
  const job = jobName(title, referenceId);
  return {
    reference: `${jobId}.${Date.parse(requestedAt)}.link`,
    sender: mailName(),
    subject: mailWords[language].named(text.newLink, job),
    body: {
      language,
      news: text.newLink,
      subject: job,
      facts: [],
      parts: [
        ...buttonTo(mailWords[language].all, url),
        ...[text.newLinkHint, confirmationWords[language].noReply].map((paragraph) =>
          part('paragraph', paragraph),
        ),
      ],
    },
    attachments: [],
  };
}

/** The mails with new links to pages for recruiters. The recipient is the job's address at the time of sending. */
export function defineLinkMails(db: Database): MailDefinition<RecruitingJob> {
  const find = findRecruitingJob(db);
  const urlOf = recruitingLinkFor(db);
  return {
    kind: 'link',
    queue: mailQueue(db, {
      partitions: [linkPartition],
      load: async ({ PK, SK, attempts, askedAt: queuedAt }) => {
        const subject = await find(linkedJob({ PK, SK }));
        return subject && { subject, queuedAt, attempts };
      },
      settle: async ({ entry }) => {
        await deleteEntry(db, entry);
        return 'recorded';
      },
    }),
    // Links are rare, and confirmations are sent at the same time.
    rateShare: 0.05,
    idOf: async ({ jobId }) => String(jobId),
    compose: async ({ subject, queuedAt: requestedAt }, _id, now) => {
      const { address: to } = subject;
      const url = await urlOf({ ...subject, to, now });
      if (url === null) throw new MailFailure('refused', 'no_page');
      return { to, mail: linkMail(subject, requestedAt, url) };
    },
    retry: retryForDay,
  };
}
