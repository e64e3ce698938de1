import { timestampFormat } from '../../pages/public/formats.ts';
import { reportWords } from '../../pages/public/report-words.ts';
import { buttonTo, part } from '../../pages/mail/mail-body.ts';
import { postingPath } from '../jobs/keys.ts';
import { retryForWeek } from '../mail/mailer.ts';
import { changeItem, mailQueue, type MailQueue } from '../mail/mail-queue.ts';
import type { MailDefinition } from '../mail/mail-run.ts';
import { siteUrl, type Mail } from '../mail/message.ts';
import { mailName, setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { reportPartitions } from './keys.ts';
import { type Report, fromItem, queueAttributes } from './report.ts';

/** Operators read English, as in the admin command. */
const language = 'en';

/** Writes the mail of a report to the operator. The reporter's text comes last and is marked. */
function reportMail(report: Report): Mail {
  const { id, reason, text, email, jobTitle, employerName, employerId, isConfidential, publicId } = report;
  const url = siteUrl(postingPath(publicId));
  const labels = reportWords[language];
  const employer = `${employerName} (${employerId})${isConfidential ? ', confidential' : ''}`;
  return {
    reference: `${id}.report`,
    sender: mailName(),
    ...(email !== null && { replyTo: { name: '', address: email } }),
    subject: `Reported as ${reason}: ${jobTitle}`,
    body: {
      language,
      news: 'A posting was reported',
      subject: jobTitle,
      facts: [
        { name: 'Reason', value: labels.reasons[reason] },
        { name: 'Employer', value: employer },
        {
          name: 'Received',
          value: timestampFormat(language, setting('TIME_ZONE')).format(new Date(report.receivedAt)),
        },
        { name: 'Report', value: id },
      ],
      parts: [
        ...buttonTo('View the posting', url),
        part('paragraph', `Once it is dealt with: npm run -s admin -- report close ${id}`),
        part('paragraph', 'The employer does not know of this report. Do not pass on who sent it.'),
        part('quoted', {
          heading: 'The reporter wrote',
          author: { name: 'E-mail', value: email ?? 'none' },
          texts: text === null ? [] : [{ name: 'Text', value: text }],
          facts: [],
        }),
      ],
    },
    attachments: [],
  };
}

/** The queue of reports to mail. After the mail is sent or given up, the report moves to the open reports. */
function reportQueue(db: Database): MailQueue<Report> {
  const change = changeItem(db);
  return mailQueue(db, {
    partitions: [reportPartitions.due],
    load: async (item) => {
      const subject = fromItem(item);
      return { subject, queuedAt: subject.receivedAt, attempts: subject.attempts };
    },
    whenPostponed: ({ attempts, code }) => ({ attempts, mailError: code }),
    settle: async ({ subject: { id, receivedAt }, entry }, outcome, at) => {
      const set =
        outcome.state === 'sent'
          ? { mail: 'sent', mailError: null }
          : { mail: 'failed', mailError: outcome.code, attempts: outcome.attempts };
      const item = await change(entry, { ...set, ...queueAttributes('open', new Date(receivedAt), id) }, at);
      return item ? 'recorded' : 'changed';
    },
  });
}

/** The mails of reports to the operator. */
export function defineReportMails(db: Database): MailDefinition<Report> {
  const to = setting('OPERATOR_EMAIL');
  return {
    kind: 'report',
    queue: reportQueue(db),
    // Reports use only part of the rate, so that mail to employers is not delayed.
    rateShare: 0.2,
    idOf: async ({ id }) => id,
    compose: async ({ subject }) => ({ to, mail: reportMail(subject) }),
    retry: retryForWeek,
  };
}
