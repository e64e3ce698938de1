import type { AfterFailure } from './mail-attempts.ts';
import { MailFailure } from './mail-failure.ts';
import type { DueMail, LeasedMail, MailQueue } from './mail-queue.ts';
import { doDueWork, type RunTime } from '../platform/due-work.ts';
import { StoreUnavailable } from '../platform/errors.ts';
import type { Mailer, MailKind } from './mailer.ts';
import { millisUntilTomorrow, type dailyCounts } from './daily-limits.ts';
import { composeMessage, type Mail } from './message.ts';
import { pacer } from './pacer.ts';
import { withinTime } from './time-limit.ts';

/** The time that a mail should have, in milliseconds: none is begun with less. */
export const MIN_MILLIS = 40_000;

/** The time to record what became of a mail, in milliseconds: no mail takes the last of a run. */
const RECORD_MILLIS = 10_000;

/** How many mails are sent at the same time. */
const AT_ONCE = 8;

/** What a run did, in mails. */
export interface MailRun {
  sent: number;
  /** Due again after a pause. */
  postponed: number;
  /** Given up. */
  failed: number;
  /** Left to another run, which was faster, or erased in the meantime. */
  left: number;
  /** Stopped by an error of the service's own; they are due again, at the latest when their lease ends. */
  broken: number;
  /** Whether the run came to the end of the queue; if not, the next run continues. */
  finished: boolean;
  /** How many attempts failed, by reason. */
  mailErrors: Record<string, number>;
  /** The age of the oldest mail that was due and is still not sent, in seconds. */
  oldest: number;
}

/** What a mail is about: something that concerns an employer, perhaps a test employer. */
interface OfEmployer {
  employerId: number;
  test?: true;
}

/** The mails of a queue: what they say, and what becomes of them. */
export interface DueMails<About extends OfEmployer, Due extends Pick<DueMail, 'dueAt'> = DueMail> {
  kind: MailKind;
  queue: MailQueue<About, Due>;
  /** The part that they take of the mails a second that a mail service takes. */
  share: number;
  /** Counts a mail towards limits of the day, as `dailyCounts` does; without it, there are none. */
  take?: (leased: LeasedMail<About>, now: Date) => ReturnType<ReturnType<typeof dailyCounts>>;
  /** What a mail says, about what has this public id, and whom it goes to. Throws MailFailure. */
  compose: (leased: LeasedMail<About>, id: string, now: Date) => Promise<{ to: string; mail: Mail }>;
  /** How long a mail may take, in milliseconds. */
  timeLimit: (leased: LeasedMail<About>) => number;
  /** What becomes of a mail whose attempt failed. */
  afterFailure: (failure: MailFailure, leased: LeasedMail<About>, now: Date) => Promise<AfterFailure>;
}

/** The code of a mail that leaves on the next day, as its address has enough of this one. */
const ENOUGH_TODAY = 'enough_today';

interface Settings<About> {
  mailer: Mailer;
  /** The address that mail comes from. */
  from: string;
  /** The public id of what a mail is about. */
  idOf: (about: About) => Promise<string>;
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** How long the run waits for slow mail before it looks for other mail that is due meanwhile, in milliseconds. */
  lookAgainMillis?: number;
  /** Called with each error that is not the mail's. */
  onError: (error: unknown) => void;
  /** Called for each mail that is given up. */
  onGivenUp: (mail: { employerId: number; id: string; code: string }) => void;
}

/**
 * Sends the mails of a queue that are due, longest due first, while there is time. A mail is leased, sent, and taken out
 * of the queue, so a run may stop anywhere and runs may overlap: what a run does not finish, another one does after the
 * lease. For a test employer, a mail counts as sent and does not leave. A fault of the service's account ends the run,
 * because it would meet every mail. Throws StoreUnavailable when DynamoDB does not respond in time.
 */
export async function sendDue<About extends OfEmployer, Due extends Pick<DueMail, 'dueAt'>>(
  { kind, queue, share, take, compose, timeLimit, afterFailure }: DueMails<About, Due>,
  { mailer, from, idOf, now, remainingMillis, lookAgainMillis = 5_000, onError, onGivenUp }: Settings<About>,
): Promise<MailRun> {
  const run: MailRun = {
    sent: 0,
    postponed: 0,
    failed: 0,
    left: 0,
    broken: 0,
    finished: false,
    mailErrors: {},
    oldest: 0,
  };
  const pace = pacer(mailer.perSecond * share);

  const unsentSince = (since: Date) => {
    run.oldest = Math.max(run.oldest, Math.round((now().getTime() - since.getTime()) / 1_000));
  };

  async function send(leased: LeasedMail<About>, signal: AbortSignal): Promise<void> {
    const { about, queuedAt } = leased;
    if (about.test) return;
    const id = await idOf(about);
    const takeBack = take && (await take(leased, now()));
    if (take && !takeBack) throw new MailFailure('passing', ENOUGH_TODAY);
    try {
      const { to, mail } = await compose(leased, id, now());
      const message = await composeMessage(mail, { from, to, date: now() });
      await pace();
      const envelope = { kind, subjectId: id, queuedAt: Date.parse(queuedAt), from, to };
      await mailer.send({ ...envelope, message }, signal);
    } catch (error) {
      await takeBack?.();
      throw error;
    }
  }

  /** An error that is not the mail's is the service's: the mail is tried again like any other. */
  function failureOf(error: unknown): MailFailure {
    if (error instanceof MailFailure) return error;
    if (error instanceof StoreUnavailable) throw error;
    onError(error);
    return new MailFailure('passing', 'internal_error', { cause: error });
  }

  async function recordFailure(leased: LeasedMail<About>, failure: MailFailure): Promise<void> {
    const { code } = failure;
    const { about } = leased;
    const isEnough = code === ENOUGH_TODAY;
    const after: AfterFailure = isEnough
      ? { state: 'queued', attempts: leased.attempts, pauseMillis: millisUntilTomorrow(now()) }
      : await afterFailure(failure, leased, now());
    await queue.notSent(leased, after, code, now());
    run.mailErrors[code] = (run.mailErrors[code] ?? 0) + 1;
    if (after.state === 'failed') {
      run.failed += 1;
      onGivenUp({ employerId: about.employerId, id: await idOf(about), code });
    } else {
      run.postponed += 1;
      if (!isEnough) unsentSince(new Date(leased.queuedAt));
    }
  }

  async function attempt(entry: Due, { stop }: RunTime): Promise<void> {
    const leased = await queue.lease(entry, now());
    if (!leased) {
      run.left += 1;
      return;
    }
    const limit = Math.min(timeLimit(leased), remainingMillis() - RECORD_MILLIS);
    try {
      await withinTime(limit, (signal) => send(leased, signal));
    } catch (error) {
      const failure = failureOf(error);
      if (failure.fault === 'account') stop();
      await recordFailure(leased, failure);
      return;
    }
    const recorded = await queue.sent(leased, now());
    if (recorded === 'gone') await mailer.recall?.(await idOf(leased.about));
    run.sent += 1;
  }

  run.finished = await doDueWork({
    due: () => queue.due(now()),
    work: attempt,
    atOnce: AT_ONCE,
    remainingMillis,
    minMillis: MIN_MILLIS,
    lookAgainMillis,
    // One mail whose records are faulty must not stop the others.
    onError: (error) => {
      onError(error);
      run.broken += 1;
    },
    onLeft: ({ dueAt }) => unsentSince(dueAt),
  });
  return run;
}
