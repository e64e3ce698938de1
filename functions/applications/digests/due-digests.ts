import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { dayOf, endOfDay } from '../domain/confirmation-count.ts';
import { MailFailure } from '../domain/mail-failure.ts';
import { mailTimeLimit } from '../mail/mail-limits.ts';
import type { DueMails } from '../mail/queue-run.ts';
import { recruitingLinks } from '../recruiting/recruiting-link.ts';
import { applicationCounts } from '../store/application-counts.ts';
import { recruitedJobs, type RecruitedJob } from '../store/recruited-jobs.ts';
import { waitingJobs, type WaitingJob } from '../store/waiting-jobs.ts';
import { digestMail } from './digest-mail.ts';

const DAY_MILLIS = 24 * 60 * 60 * 1_000;

/**
 * The mails that say how many applications for a job wait. A job's mail is counted before it is sent, so that there is at
 * most one on a day (UTC), wherever a run breaks off: one that is not sent is that of the next day.
 */
export function dueDigests(db: Database): DueMails<WaitingJob & RecruitedJob, WaitingJob> {
  const find = recruitedJobs(db);
  const urlOf = recruitingLinks(db);
  let isRead = false;
  return {
    kind: 'digest',
    queue: {
      async *due(at) {
        // A run that looks again for what is due meanwhile has seen all.
        if (!isRead) yield* await waitingJobs(db, at);
        isRead = true;
      },

      lease: async (waiting, at) => {
        const found = await find(waiting);
        // An address that refused the mail of an application would refuse this one.
        if (!found || waiting.refusedBy.includes(found.address.toLowerCase())) return undefined;
        const day = dayOf(at);
        const until = endOfDay(day);
        const count = await applicationCounts(db).add(`digest.${waiting.jobId}.${day}`, until);
        const leased = { order: day, queuedAt: at.toISOString(), attempts: 0 };
        return count > 1 ? undefined : { about: { ...waiting, ...found }, ...leased };
      },

      sent: async () => 'recorded',
      notSent: async () => 'recorded',
    },
    // Mail of applications goes first.
    share: 0.2,
    compose: async ({ about, order: day }, _id, now) => {
      const { job, profile, address: to } = about;
      const url = await urlOf({ ...about, to, now });
      if (url === null) throw new MailFailure('passing', 'no_page');
      const { title: jobTitle, referenceId } = job;
      const terms = { language: profile.language, serviceName: setting('MAIL_NAME') };
      return { to, mail: digestMail({ ...about, jobTitle, referenceId, day, url }, terms) };
    },
    timeLimit: () => mailTimeLimit(0),
    afterFailure: async () => ({ state: 'queued', attempts: 0, pauseMillis: DAY_MILLIS }),
  };
}
