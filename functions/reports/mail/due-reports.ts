import { afterFailure } from '../../mail/mail-attempts.ts';
import { mailTimeLimit } from '../../mail/mail-limits.ts';
import type { DueMails } from '../../mail/mail-run.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import type { Report } from '../domain/report.ts';
import { reportQueue, type DueReport } from '../store/report-queue.ts';
import { reportMail } from './report-mail.ts';

/** The mails of reports to whoever runs the service. */
export function dueReports(db: Database): DueMails<Report, DueReport> {
  const site = setting('SITE_URL') ?? setting('BASE_URL');
  const terms = {
    timeZone: setting('TIME_ZONE'),
    serviceName: setting('MAIL_NAME'),
    siteAddress: (path: string) => site && `${site}${path}`,
  };
  const to = setting('OPERATOR_EMAIL');
  return {
    kind: 'report',
    queue: reportQueue(db),
    // Mail to employers goes first.
    share: 0.2,
    compose: async ({ about }) => ({ to, mail: reportMail(about, terms) }),
    timeLimit: () => mailTimeLimit(0),
    afterFailure: async (failure, { attempts }) => afterFailure(failure, attempts),
  };
}
