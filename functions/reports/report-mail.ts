import { timestampFormat } from '../../pages/public/formats.ts';
import { reportWords } from '../../pages/public/report-words.ts';
import { buttonTo, part } from '../../pages/mail/mail-body.ts';
import type { ReportReason } from '../../schemas/report.ts';
import { postingPath } from '../jobs/keys.ts';
import { retryForWeek } from '../mail/mailer.ts';
import { deleteEntry, mailQueue } from '../mail/mail-queue.ts';
import type { MailDefinition, MailSubject } from '../mail/mail-run.ts';
import { siteUrl, type Mail } from '../mail/message.ts';
import { mailName, setting } from '../platform/config.ts';
import type { Database, Item } from '../platform/dynamodb/database.ts';
import { attributes } from '../platform/dynamodb/table.ts';
import { formerReportPartition, reportKeys, reportPartition } from './keys.ts';

/** The content of a report. */
export interface ReportContent {
  reason: ReportReason;
  text: string | null;
  /** The reporter's e-mail address, for questions. */
  email: string | null;
}

/** A report of a posting, with the facts of its job at that time. */
export interface Report extends ReportContent, MailSubject {
  id: string;
  publicId: string;
  jobTitle: string;
  employerName: string;
  isConfidential: boolean;
  /** When the report was received, in ISO 8601. */
  receivedAt: string;
}

/** The item that queues the mail of a report, due at the time of receipt. Release 1.2.0 can send it, too. */
export const reportEntry = (report: Report): Item => ({
  ...reportKeys.report(report.id),
  ...report,
  attempts: 0,
  [attributes.mailPartition]: reportPartition,
  [attributes.mailOrder]: `${report.receivedAt}#${report.id}`,
});

/** Operators read English, as in the admin command. */
const language = 'en';

/** Writes the mail of a report to the operator. The reporter's text comes last and is marked. */
function reportMail({ id, reason, text, email, ...report }: Report): Mail {
  const employer = `${report.employerName} (${report.employerId})${report.isConfidential ? ', confidential' : ''}`;
  return {
    reference: `${id}.report`,
    sender: mailName(),
    ...(email !== null && { replyTo: { name: '', address: email } }),
    subject: `Report (${reason === 'other' ? 'something else' : reason}): ${report.jobTitle}`,
    body: {
      language,
      news: 'A posting was reported',
      subject: report.jobTitle,
      facts: [
        { name: 'Reason', value: reportWords[language].reasons[reason] },
        { name: 'Employer', value: employer },
        {
          name: 'Received',
          value: timestampFormat(language, setting('TIME_ZONE')).format(new Date(report.receivedAt)),
        },
      ],
      parts: [
        ...buttonTo('View the posting', siteUrl(postingPath(report.publicId))),
        part('paragraph', 'The employer does not know of this report. Do not pass on who sent it.'),
        part('quoted', {
          heading: 'The reporter wrote',
          author: { name: 'E-mail', value: email ?? 'none' },
          texts: text === null ? [] : [{ name: 'What they wrote', value: text }],
          facts: [],
        }),
      ],
    },
    attachments: [],
  };
}

/** The mails of reports to the operator. Reports that release 1.2.0 has mailed or held are deleted. */
export function defineReportMails(db: Database): MailDefinition<Report> {
  const to = setting('OPERATOR_EMAIL');
  return {
    kind: 'report',
    queue: mailQueue(db, {
      partitions: [reportPartition, formerReportPartition],
      load: async (item) =>
        ['sent', 'held'].includes(item['mail'])
          ? undefined
          : { subject: item as Item & Report, queuedAt: item['receivedAt'], attempts: item['attempts'] },
      settle: async ({ entry }) => {
        await deleteEntry(db, entry);
        return 'recorded';
      },
    }),
    // Reports use only part of the rate, so that mail to employers is not delayed.
    rateShare: 0.2,
    idOf: async ({ id }) => id,
    compose: async ({ subject }) => ({ to, mail: reportMail(subject) }),
    retry: retryForWeek,
  };
}
