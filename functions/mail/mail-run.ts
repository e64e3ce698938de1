import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { doDueWork, type RunTime } from '../platform/dynamodb/due-work.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { StoreUnavailable } from '../platform/errors.ts';
import { describe, runLog } from '../platform/log.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { now as currentTime } from '../platform/time/clock.ts';
import { MailFailure, type RetryPolicy, type Mailer, type MailKind } from './mailer.ts';
import type { LeasedMail, MailQueue, QueueEntry } from './mail-queue.ts';
import { composeMessage, type Mail } from './message.ts';
import { outboxMailer } from './outbox.ts';
import { sesMailer } from './ses-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** How long aborted work has to report its outcome, in milliseconds. */
const GRACE_MILLIS = 1_000;

/** Runs work with a time limit in milliseconds. Then aborts the signal, and throws MailFailure unless the work ends. */
export async function withinTime<Output>(
  millis: number,
  work: (signal: AbortSignal) => Promise<Output>,
): Promise<Output> {
  const limit = new AbortController();
  const { promise: abandoned, reject } = Promise.withResolvers<never>();
  const timers = [
    setTimeout(() => limit.abort(), millis),
    setTimeout(() => reject(new MailFailure('passing', 'timed_out')), millis + GRACE_MILLIS),
  ];
  for (const timer of timers) timer.unref();
  try {
    return await Promise.race([work(limit.signal), abandoned]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** The minimum time left in a run to start a mail, in milliseconds. */
export const MIN_MILLIS = 40_000;

/** The time reserved at the end of a run for recording outcomes, in milliseconds. */
const RECORD_MILLIS = 10_000;

/** How many mails are sent at the same time. */
const AT_ONCE = 8;

/** The maximum duration of an SMTP conversation without an attachment, in milliseconds. */
const CONVERSATION_MILLIS = 150_000;

/** How many bytes of an attachment a slow connection transmits per millisecond. */
const BYTES_PER_MILLI = 200;

/**
 * How long one mail may take, in milliseconds, from the reading of its file to the last reply: even a server that never
 * ends a reply, and so is never silent, cannot delay a mail longer. A lease is longer.
 */
export const mailTimeLimit = (attachedBytes: number): number =>
  CONVERSATION_MILLIS + Math.ceil(attachedBytes / BYTES_PER_MILLI);

/** The counts of mails in one run. */
export interface MailRun {
  sent: number;
  /** Mails that are due again after a pause. */
  postponed: number;
  /** Mails that were given up. */
  failed: number;
  /** Mails that another run leased, or whose subject was erased in the meantime. */
  skipped: number;
  /** Mails whose lease or outcome an error kept from being recorded. They are due again when their lease ends at the latest. */
  broken: number;
  /** Whether the run reached the end of the queue; if not, the next run continues. */
  finished: boolean;
  /** How many attempts failed, by reason. */
  mailErrors: Record<string, number>;
  /** The age of the oldest mail that is due and not sent, in seconds. */
  oldest: number;
}

/** The subject of a mail, which belongs to an employer. */
export interface MailSubject {
  employerId: number;
  test?: true;
}

/** Defines one kind of mail: its queue, its text and its limits. */
export interface MailDefinition<
  Subject extends MailSubject,
  Entry extends Pick<QueueEntry, 'dueAt'> = QueueEntry,
> {
  kind: MailKind;
  queue: MailQueue<Subject, Entry>;
  /** The share of the mail service's rate (mails per second) that this kind of mail may use. */
  rateShare: number;
  /** The public id of the subject of a mail. */
  idOf: (subject: Subject) => Promise<string>;
  /** Writes the mail. Throws MailFailure. */
  compose: (leased: LeasedMail<Subject, Entry>, id: string, now: Date) => Promise<{ to: string; mail: Mail }>;
  /** The size of the attachment in bytes. Mail without this function has no attachment. */
  attachedBytes?: (subject: Subject) => number;
  retry: RetryPolicy;
}

export interface MailRunOptions {
  mailer: Mailer;
  /** The address of the sender. */
  from: string;
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** How long the run waits for slow mail before it checks for newly due mail, in milliseconds. */
  lookAgainMillis?: number;
  /** How long one mail may take, in milliseconds, by the size of its attachment. */
  timeLimit?: (attachedBytes: number) => number;
  /** Called with each error of the service itself. */
  onError: (error: unknown) => void;
  /** Called for each mail that is given up. */
  onGivenUp: (mail: { employerId: number; id: string; code: string }) => void;
}

/** Creates a function that resolves at most this many times a second, at even intervals. */
function pacer(perSecond: number): () => Promise<void> {
  const apart = 1_000 / perSecond;
  let next = 0;
  return async () => {
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + apart;
    if (wait > 0) await delay(wait);
  };
}

/**
 * Sends the mails of a queue that are due, longest due first, while there is time. A mail is leased, sent, and taken out
 * of the queue, so a run may stop anywhere and runs may overlap: another run sends the unfinished mails after the
 * lease. For a test employer, a mail counts as sent and does not leave. A fault of the service's account ends the run,
 * because it affects every mail. Throws StoreUnavailable when DynamoDB does not respond in time.
 */
export async function sendDueMails<
  Subject extends MailSubject,
  Entry extends Pick<QueueEntry, 'dueAt'> = QueueEntry,
>(
  { kind, queue, rateShare, idOf, compose, attachedBytes, retry }: MailDefinition<Subject, Entry>,
  {
    mailer,
    from,
    now,
    remainingMillis,
    lookAgainMillis = 5_000,
    timeLimit = mailTimeLimit,
    onError,
    onGivenUp,
  }: MailRunOptions,
): Promise<MailRun> {
  const run: MailRun = {
    sent: 0,
    postponed: 0,
    failed: 0,
    skipped: 0,
    broken: 0,
    finished: false,
    mailErrors: {},
    oldest: 0,
  };
  const pace = pacer(mailer.perSecond * rateShare);

  const noteUnsent = (since: Date) => {
    run.oldest = Math.max(run.oldest, Math.round((now().getTime() - since.getTime()) / 1_000));
  };

  async function send(leased: LeasedMail<Subject, Entry>, signal: AbortSignal): Promise<void> {
    const { subject, queuedAt } = leased;
    if (subject.test) return;
    const id = await idOf(subject);
    const { to, mail } = await compose(leased, id, now());
    const message = await composeMessage(mail, { from, to, date: now() });
    await pace();
    const envelope = { kind, subjectId: id, queuedAt: Date.parse(queuedAt), from, to };
    await mailer.send({ ...envelope, message }, signal);
  }

  /** Reports an error that is no MailFailure as a fault of the service. The mail is retried. */
  function toMailFailure(error: unknown): MailFailure {
    if (error instanceof MailFailure) return error;
    if (error instanceof StoreUnavailable) throw error;
    onError(error);
    return new MailFailure('passing', 'internal_error', { cause: error });
  }

  async function recordFailure(
    leased: LeasedMail<Subject, Entry>,
    { fault, code, failure }: MailFailure,
  ): Promise<void> {
    const { subject } = leased;
    const attempts = leased.attempts + (fault === 'account' ? 0 : 1);
    const pause = retry({ fault }, leased, now());
    run.mailErrors[code] = (run.mailErrors[code] ?? 0) + 1;
    if (pause === undefined) {
      await queue.settle(leased, { state: 'failed', attempts, failure, code }, now());
      run.failed += 1;
      onGivenUp({ employerId: subject.employerId, id: await idOf(subject), code });
      return;
    }
    const dueAt = new Date(now().getTime() + pause);
    await queue.postpone(leased, { dueAt, attempts, code }, now());
    run.postponed += 1;
    noteUnsent(new Date(leased.queuedAt));
  }

  async function attempt(entry: Entry, { stop }: RunTime): Promise<void> {
    const leased = await queue.lease(entry, now());
    if (!leased) {
      run.skipped += 1;
      return;
    }
    const limit = Math.min(
      timeLimit(attachedBytes?.(leased.subject) ?? 0),
      remainingMillis() - RECORD_MILLIS,
    );
    try {
      await withinTime(limit, (signal) => send(leased, signal));
    } catch (error) {
      const failure = toMailFailure(error);
      if (failure.fault === 'account') stop();
      await recordFailure(leased, failure);
      return;
    }
    const recorded = await queue.settle(leased, { state: 'sent' }, now());
    if (recorded === 'erased') await mailer.recall?.(await idOf(leased.subject));
    run.sent += 1;
  }

  run.finished = await doDueWork({
    due: () => queue.due(now()),
    work: attempt,
    atOnce: AT_ONCE,
    remainingMillis,
    minMillis: MIN_MILLIS,
    lookAgainMillis,
    // A faulty item must not stop the other mails.
    onError: (error) => {
      onError(error);
      run.broken += 1;
    },
    onTimeOver: ({ dueAt }) => noteUnsent(dueAt),
  });
  return run;
}

/** Chooses how this process sends mail: SES on AWS, otherwise a mail server, otherwise a folder. */
function chooseMailer(): Mailer {
  const configurationSet = setting('MAIL_CONFIGURATION_SET');
  if (configurationSet !== undefined) return sesMailer(configurationSet);
  const server = setting('SMTP_URL');
  return server === undefined ? outboxMailer(join(setting('DATA_DIR'), 'outbox')) : smtpMailer(server);
}

/**
 * Creates the function that sends one kind of mail while there is time, and logs its counts. `metrics` names the counts
 * that alarms and the dashboard show. Throws StoreUnavailable.
 */
export function createMailFunction<Subject extends MailSubject, Entry extends Pick<QueueEntry, 'dueAt'>>(
  operation: string,
  metrics: readonly string[],
  define: (db: Database) => MailDefinition<Subject, Entry>,
) {
  const mailer = chooseMailer();
  const from = setting('MAIL_FROM');
  return async (_event: unknown, context: RequestTime): Promise<MailRun> => {
    const db = databaseFor(context);
    const log = runLog(operation, metrics);
    const definition = define(db);
    const { kind } = definition;
    const run = await sendDueMails(definition, {
      mailer,
      from,
      now: currentTime,
      remainingMillis: context.getRemainingTimeInMillis,
      onError: (error) => log.failure({ error: describe(error) }),
      onGivenUp: ({ id, ...facts }) =>
        log.failure({ ...facts, [kind === 'confirmation' ? 'application' : kind]: id }),
    });
    const { sent, postponed, failed, skipped, broken } = run;
    log.end(
      { ...run, unfinished: Number(!run.finished) },
      {
        level: postponed + broken > 0 ? 'WARN' : 'INFO',
        isIdle: run.finished && sent + postponed + failed + skipped + broken === 0,
        usage: db.usage(),
      },
    );
    return run;
  };
}
