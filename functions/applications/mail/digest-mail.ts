import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { inPartition } from '../../platform/dynamodb/due-work.ts';
import { waitingPartition } from '../keys.ts';
import { endOfUtcDay, utcDayOf } from '../../platform/time/calendar.ts';
import {
  type JobKey,
  findRecruitingJob,
  type RecruitingJob,
  createRecruitingUrl,
} from '../recruiters/recruiting-link.ts';
import { isWaiting, REMINDER_MILLIS, jobName } from '../application/application.ts';
import { buttonTo, part } from '../../../pages/mail/mail-body.ts';
import { mailWords, confirmationWords, digestWords } from '../../../pages/mail/mail-words.ts';
import { decimalFormat } from '../../../pages/public/formats.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import type { MailDefinition } from '../../mail/mail-run.ts';
import type { Mail } from '../../mail/message.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { mailName } from '../../platform/config.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { signingKey, signingSecrets } from '../../platform/crypto/signing-key.ts';
import { addToCount } from '../../platform/dynamodb/writes.ts';
import { liveApplications } from '../application/application-store.ts';

/** The maximum number of applications per read. */
const PAGE_SIZE = 25;

/** A job with applications that wait for a recruiter's action. */
interface WaitingJob extends JobKey {
  /** Present if the employer of the job is a test employer. */
  test?: true;
  /** The time since which the first application waits. */
  dueAt: Date;
  /** The numbers of held applications, and of those whose mail was not delivered. */
  held: number;
  undelivered: number;
  /** The addresses that permanently refused a mail, in lower case. */
  refusedBy: string[];
}

/**
 * Lists the jobs with waiting applications, for as long as recruiters are reminded of them. The items decide, whatever
 * the index shows. An empty index costs one read.
 */
async function listWaitingJobs(db: Database, at: Date): Promise<WaitingJob[]> {
  const jobs = new Map<number, WaitingJob>();
  const since = new Date(at.getTime() - REMINDER_MILLIS);
  const waiting = { ...inPartition(waitingPartition, '>', since), Limit: PAGE_SIZE };
  for await (const { items: entries } of queryPages(db, waiting)) {
    const keys = entries.map(({ PK, SK }) => ({ PK, SK }));
    const items = await db.batchGet(keys, { ConsistentRead: true });
    for (const application of liveApplications(items, at)) {
      const { employerId, jobId, queuedAt, state, failure, mailTo } = application;
      if (!isWaiting(application)) continue;
      const dueAt = new Date(queuedAt);
      const job = jobs.get(jobId) ?? {
        employerId,
        jobId,
        ...(application.test && { test: true }),
        dueAt,
        held: 0,
        undelivered: 0,
        refusedBy: [],
      };
      jobs.set(jobId, job);
      job[state === 'held' ? 'held' : 'undelivered'] += 1;
      if (failure === 'address_refused') job.refusedBy.push(mailTo.toLowerCase());
    }
  }
  return [...jobs.values()];
}

/** The maximum number of jobs that a mail names. */
const NAMED_JOBS = 50;

/** The number of waiting applications of each job, and the URLs of the pages that list them. */
interface DigestContent {
  reference: string;
  jobs: readonly { name: string; held: number; undelivered: number; url: string | null }[];
}

/** Writes the mail about the waiting applications of one address (interface 11.6). It names no candidate. */
function digestMail({ reference, jobs }: DigestContent, language: Language): Mail {
  const text = digestWords[language];
  const number = (count: number) => decimalFormat(language, '').format(count);
  const sumOf = (kind: 'held' | 'undelivered') => jobs.reduce((sum, job) => sum + job[kind], 0);
  const kinds = (['held', 'undelivered'] as const).filter((kind) => sumOf(kind) > 0);
  const [first, ...others] = jobs;
  const subject = first && others.length === 0 ? first.name : text.jobs(number(jobs.length));
  const links = jobs
    .slice(0, NAMED_JOBS)
    .flatMap(({ name, held, undelivered, url }) =>
      url === null ? [] : [{ words: `${name} (${number(held + undelivered)})`, url }],
    );
  const paragraphs = [
    ...(jobs.length > NAMED_JOBS ? [text.others(number(jobs.length - NAMED_JOBS))] : []),
    ...kinds.map((kind) => text[`${kind}Means`]),
    text.reminder,
    confirmationWords[language].noReply,
  ];
  return {
    reference,
    sender: mailName(),
    subject: mailWords[language].named(text.waiting, subject),
    body: {
      language,
      news: text.waiting,
      subject,
      facts: kinds.map((kind) => ({ name: text[kind], value: number(sumOf(kind)) })),
      parts: [
        ...(others.length === 0 ? buttonTo(mailWords[language].all, first?.url) : [part('links', links)]),
        ...paragraphs.map((paragraph) => part('paragraph', paragraph)),
      ],
    },
    attachments: [],
  };
}

const DAY_MILLIS = 24 * 60 * 60 * 1_000;

/** How many jobs are looked up in parallel. */
const AT_ONCE = 8;

/** The jobs with waiting applications whose mail goes to one address. */
interface DueDigest {
  /** A hash of the address and the day, which identifies the digest. */
  hash: string;
  dueAt: Date;
  jobs: (WaitingJob & RecruitingJob)[];
}

/** All jobs of a digest, and the first job, which determines the employer and the language of the mail. */
type Digest = RecruitingJob & Pick<DueDigest, 'jobs'>;

/** Lists the digests of a day. The order differs each day, so that no address always comes last when time is short. */
async function listDigests(db: Database, at: Date): Promise<DueDigest[]> {
  const waiting = await listWaitingJobs(db, at);
  if (waiting.length === 0) return [];
  const find = findRecruitingJob(db);
  const secret = await signingKey(db);
  const refusing = new Set(waiting.flatMap(({ refusedBy }) => refusedBy));
  const digests = new Map<string, DueDigest>();
  await forEachConcurrently(waiting, AT_ONCE, async (job) => {
    const recruitingJob = await find(job);
    const address = recruitingJob?.address.toLowerCase();
    // An address that refused the mail of an application would also refuse a digest.
    if (!recruitingJob || address === undefined || refusing.has(address)) return;
    const sameDigest = JSON.stringify(['digest', address, recruitingJob.test, utcDayOf(at)]);
    const hash = signatureOf(secret, 'recruiter', sameDigest);
    const digest = digests.get(hash) ?? { hash, dueAt: job.dueAt, jobs: [] };
    digests.set(hash, digest);
    digest.jobs.push({ ...job, ...recruitingJob });
  });
  return [...digests.values()].toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
}

/**
 * The queue of digests, which stores only a count: a mail is counted before it is sent, so that an address gets at most
 * one a day (UTC) even if a run is interrupted. The digest of the next day replaces a digest that was not sent.
 */
function digestQueue(db: Database): MailQueue<Digest, DueDigest> {
  let isRead = false;
  return {
    async *due(at) {
      // A run reads the digests only once: no new entries can appear.
      if (!isRead) yield* await listDigests(db, at);
      isRead = true;
    },

    lease: async (entry, at) => {
      const [first] = entry.jobs;
      const count = await addToCount(db, entry.hash, endOfUtcDay(utcDayOf(at)));
      if (count > 1 || !first) return undefined;
      const subject = { ...first, jobs: entry.jobs };
      return { subject, entry, queuedAt: at.toISOString(), attempts: 0 };
    },

    postpone: async () => undefined,
    settle: async () => 'recorded',
  };
}

/** The mails about the number of waiting applications: one per address, about all jobs of the address. */
export const defineDigests = (db: Database): MailDefinition<Digest, DueDigest> => ({
  kind: 'digest',
  queue: digestQueue(db),
  // Digests use only part of the rate, so that the mail of applications is not delayed.
  rateShare: 0.2,
  idOf: async ({ jobId }) => String(jobId),
  compose: async ({ subject, queuedAt }, id, now) => {
    const secrets = await signingSecrets(db, now);
    const jobs = subject.jobs.map(({ held, undelivered, ...found }) => ({
      name: jobName(found.job.title, found.job.referenceId),
      held,
      undelivered,
      url: createRecruitingUrl(secrets, found, now),
    }));
    const reference = `${id}.${utcDayOf(new Date(queuedAt))}.digest`;
    return { to: subject.address, mail: digestMail({ reference, jobs }, subject.profile.language) };
  },
  retry: () => DAY_MILLIS,
});
