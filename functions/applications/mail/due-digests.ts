import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey, signingSecrets } from '../../platform/crypto/signing-key.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { endOfUtcDay, utcDayOf } from '../../platform/time/calendar.ts';
import { jobName } from '../application/job-name.ts';
import { mailTimeLimit } from '../../mail/mail-limits.ts';
import type { DueMails } from '../../mail/mail-run.ts';
import { createRecruitingUrl } from '../recruiters/recruiting-link.ts';
import { expiringCounts } from '../../platform/dynamodb/expiring-counts.ts';
import { findRecruitingJob, type RecruitingJob } from '../recruiters/recruited-jobs.ts';
import { listWaitingJobs, type WaitingJob } from '../recruiters/waiting-jobs.ts';
import { digestMail } from './digest-mail.ts';

const DAY_MILLIS = 24 * 60 * 60 * 1_000;

/** How many jobs are looked up at the same time. */
const AT_ONCE = 8;

/** The jobs with applications that wait, of one address. */
interface DueDigest {
  /** What one address has on one day, as a hash. */
  hash: string;
  dueAt: Date;
  jobs: (WaitingJob & RecruitingJob)[];
}

/** The first job, whose employer and language the mail has, and all jobs. */
type Digest = RecruitingJob & Pick<DueDigest, 'jobs'>;

/** The ids by which digests are known: that of the first job. */
export const digestIds =
  () =>
  async ({ jobId }: Digest) =>
    String(jobId);

/** What is due on a day, in another order each day: where time is short, no address is always the last. */
async function digestsOf(db: Database, at: Date): Promise<DueDigest[]> {
  const waiting = await listWaitingJobs(db, at);
  if (waiting.length === 0) return [];
  const find = findRecruitingJob(db);
  const secret = await signingKey(db);
  const refusing = new Set(waiting.flatMap(({ refusedBy }) => refusedBy));
  const digests = new Map<string, DueDigest>();
  await forEachConcurrently(waiting, AT_ONCE, async (job) => {
    const found = await find(job);
    // An address that refused the mail of an application would refuse this one.
    if (!found || refusing.has(found.address.toLowerCase())) return;
    const address = found.address.toLowerCase();
    const hash = signatureOf(
      secret,
      'recruiter',
      JSON.stringify(['digest', address, found.test, utcDayOf(at)]),
    );
    const digest = digests.get(hash) ?? { hash, dueAt: job.dueAt, jobs: [] };
    digests.set(hash, digest);
    digest.jobs.push({ ...job, ...found });
  });
  return [...digests.values()].toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
}

/**
 * The mails that say how many applications wait, to each address about all its jobs. A mail is counted before it is sent,
 * so that an address gets at most one on a day (UTC), wherever a run breaks off: one that is not sent is that of the next
 * day.
 */
export function dueDigests(db: Database): DueMails<Digest, DueDigest> {
  let isRead = false;
  return {
    kind: 'digest',
    queue: {
      async *due(at) {
        // A run that looks again for what is due meanwhile has seen all.
        if (!isRead) yield* await digestsOf(db, at);
        isRead = true;
      },

      lease: async ({ hash, jobs }, at) => {
        const day = utcDayOf(at);
        const [first] = jobs;
        const count = await expiringCounts(db).add(hash, endOfUtcDay(day));
        if (count > 1 || !first) return undefined;
        return { about: { ...first, jobs }, order: day, queuedAt: at.toISOString(), attempts: 0 };
      },

      sent: async () => 'recorded',
      notSent: async () => 'recorded',
    },
    // Mail of applications goes first.
    share: 0.2,
    compose: async ({ about, order: day }, id, now) => {
      const secrets = await signingSecrets(db, now);
      const jobs = about.jobs.map(({ held, undelivered, ...found }) => ({
        name: jobName(found.job.title, found.job.referenceId),
        held,
        undelivered,
        url: createRecruitingUrl(secrets, found, now),
      }));
      const terms = { language: about.profile.language, serviceName: setting('MAIL_NAME') };
      return { to: about.address, mail: digestMail({ reference: `${id}.${day}.digest`, jobs }, terms) };
    },
    timeLimit: () => mailTimeLimit(0),
    afterFailure: async () => ({ state: 'queued', attempts: 0, pauseMillis: DAY_MILLIS }),
  };
}
