import { profileReader } from '../../accounts/store/employer-profile.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import { afterFailure } from '../../mail/mail-attempts.ts';
import { recruitingLinkFor } from '../recruiters/recruiting-link.ts';
import type { Application } from '../application/application.ts';
import type { LeasedMail } from '../../mail/mail-queue.ts';
import { mailQueue } from '../store/mail-queue.ts';
import { applicationMail } from './application-mail.ts';
import { dailyCounts, addressLimit } from '../../mail/daily-limits.ts';
import { mailTimeLimit } from '../../mail/mail-limits.ts';
import type { DueMails } from '../../mail/mail-run.ts';

/** Whether whoever has a key causes a mail, and not a candidate: of an application that came another way, or was queued again. */
const isCausedByKey = ({ about: { language, receivedAt }, queuedAt }: LeasedMail<Application>): boolean =>
  language === null || queuedAt !== receivedAt;

/** The mails of applications to their employers. `file` has the bytes of a résumé; undefined when they are gone. */
export function dueApplications(db: Database, file = filesFor(db).get): DueMails<Application> {
  const profileOf = profileReader(db);
  const recruitingUrlOf = recruitingLinkFor(db);
  const take = dailyCounts(db);
  const site = setting('SITE_URL') ?? setting('BASE_URL');
  const terms = {
    timeZone: setting('TIME_ZONE'),
    serviceName: setting('MAIL_NAME'),
    siteAddress: (path: string) => site && `${site}${path}`,
  };
  return {
    kind: 'application',
    queue: mailQueue(db),
    share: 1,
    take: (leased, now) => take(isCausedByKey(leased) ? [addressLimit(leased.about.mailTo)] : [], now),
    compose: async ({ about: application, queuedAt }, id, now) => {
      const { resume, employerId, jobId, mailTo: to } = application;
      const content = resume ? ((await file(resume.key)) ?? undefined) : undefined;
      const mailed = {
        ...application,
        id,
        resume: resume && { ...resume, content },
        queuedAt: Date.parse(queuedAt),
      };
      const { language } = await profileOf(employerId);
      const recruitingUrl = await recruitingUrlOf({ employerId, jobId, to, now });
      return { to, mail: applicationMail(mailed, { ...terms, language, recruitingUrl }) };
    },
    timeLimit: ({ about: { resume } }) => mailTimeLimit(resume?.size ?? 0),
    afterFailure: async (failure, { attempts }) => afterFailure(failure, attempts),
  };
}
