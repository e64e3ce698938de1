import { CONFIRMATION_HOURS } from '../../../schemas/application-limits.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-items.ts';
import { applicationNumberOf, applicationOf, applicationKeys, linkPartition } from '../keys.ts';
import { attributes, timeToLive } from '../../platform/dynamodb/table.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { LEASE_MILLIS } from '../../mail/mail-attempts.ts';
import type { DueMail, MailQueue } from '../../mail/mail-queue.ts';
import type { JobKey } from '../recruiters/recruiting-token.ts';
import { dueMail, ownEntries, placeAt } from './due-entries.ts';
import { findRecruitingJob, type RecruitingJob } from '../recruiters/recruited-jobs.ts';

const KEPT_SECONDS = CONFIRMATION_HOURS * 60 * 60;

/** The entry of a job, whose id stands where other mails have the number of an application. */
const linkOf = dueMail(({ PK, SK }) => ({
  ...applicationOf({ PK, SK }),
  number: applicationNumberOf({ SK }),
}));

/** Makes a mail with a new link to the page of a job due at once; asked for twice before it is sent, it is one. */
export const askForLink = (db: Database, { employerId, jobId }: JobKey, at: Date): Promise<void> =>
  db.put({
    Item: {
      ...applicationKeys.recruitingLink(employerId, jobId),
      attempts: 0,
      askedAt: at.toISOString(),
      [attributes.mailPartition]: linkPartition,
      ...placeAt(entryOf({ employerId, jobId }), at),
      [timeToLive]: toUnixSeconds(at) + KEPT_SECONDS,
    },
  });

/** A job's entry, by what it shares with those of applications. */
const entryOf = ({ employerId, jobId }: JobKey) => ({ employerId, number: jobId });

/** The queue of new links to pages for recruiters. The conditions on the items decide, so that runs may overlap. */
export function linkQueue(db: Database): MailQueue<RecruitingJob> {
  const find = findRecruitingJob(db);

  const { move, leave } = ownEntries(db, applicationKeys.recruitingLink);

  return {
    async *due(at: Date): AsyncGenerator<DueMail> {
      for await (const item of dueItems(db, [linkPartition], at)) yield linkOf(item);
    },

    lease: async (due, at) => {
      const entry = await move(due, due.order, new Date(at.getTime() + LEASE_MILLIS));
      if (!entry) return undefined;
      const { [attributes.mailOrder]: order, attempts, askedAt: queuedAt } = entry;
      const about = await find({ employerId: due.employerId, jobId: due.number });
      if (about) return { about, order, queuedAt, attempts };
      await leave(due, order);
      return undefined;
    },

    sent: async ({ about, order }) => {
      await leave(entryOf(about), order);
      return 'recorded';
    },

    notSent: async ({ about, order }, after, _code, at) => {
      if (after.state === 'failed') {
        await leave(entryOf(about), order);
        return 'recorded';
      }
      const due = new Date(at.getTime() + after.pauseMillis);
      const { attempts } = after;
      return (await move(entryOf(about), order, due, { attempts })) ? 'recorded' : 'moved';
    },
  };
}
