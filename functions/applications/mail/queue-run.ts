import { setTimeout as delay } from 'node:timers/promises';
import type { Application } from '../domain/application.ts';
import type { AfterFailure } from '../domain/mail-attempts.ts';
import { MailFailure } from '../domain/mail-failure.ts';
import type { DueMail, LeasedMail, MailQueue } from '../domain/mail-queue.ts';
import { StoreUnavailable } from '../../platform/values/store-unavailable.ts';
import type { Mailer } from './mailer.ts';
import { withinTime } from './time-limit.ts';

/** No further mail is begun with less time left than this, in milliseconds, so that each can be finished. */
const LAST_BEGIN_MILLIS = 40_000;

/** The time to record what became of a mail, in milliseconds: no mail takes the last of a run. */
const RECORD_MILLIS = 10_000;

/** How long a run waits for slow mail before it looks for other mail that is due meanwhile, in milliseconds. */
const LOOK_AGAIN_MILLIS = 5_000;

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

/** What every run needs. */
export interface RunSettings {
  queue: MailQueue;
  /** The public id of an application. */
  idOf: (application: Application) => Promise<string>;
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** How long the run waits for slow mail before it looks for other mail, in milliseconds. */
  lookAgainMillis?: number | undefined;
  /** Called with each error that is not the mail's. */
  onError: (error: unknown) => void;
  /** Called for each mail that is given up. */
  onGivenUp: (mail: { employerId: number; application: string; code: string }) => void;
}

/** What the mail of a queue is, and how it is sent. */
interface Sending extends RunSettings {
  /** Resolves once the mail is accepted; throws MailFailure. */
  send: (leased: LeasedMail, signal: AbortSignal) => Promise<void>;
  /** How long a mail may take, in milliseconds. */
  timeLimit: (leased: LeasedMail) => number;
  /** What becomes of a mail whose attempt failed. */
  afterFailure: (failure: MailFailure, leased: LeasedMail) => AfterFailure;
  /** Takes back the mail of an application that was erased meanwhile, where that is possible. */
  mailer: Pick<Mailer, 'recall'>;
}

/**
 * Sends the mails of a queue that are due, longest due first, while there is time. A mail is leased, sent, and taken out
 * of the queue, so a run may stop anywhere and runs may overlap: what a run does not finish, another one does after the
 * lease. A fault of the service's account ends the run, because it would meet every mail.
 * Throws StoreUnavailable when DynamoDB does not respond in time.
 */
export async function sendDue({
  queue,
  idOf,
  now,
  remainingMillis,
  lookAgainMillis = LOOK_AGAIN_MILLIS,
  onError,
  onGivenUp,
  send,
  timeLimit,
  afterFailure,
  mailer,
}: Sending): Promise<MailRun> {
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
  const underWay = new Set<Promise<void>>();
  let isOver = false;
  let stoppedBy: unknown;

  const unsentSince = (since: Date) => {
    run.oldest = Math.max(run.oldest, Math.round((now().getTime() - since.getTime()) / 1_000));
  };

  /** An error that is not the mail's is the service's: the mail is tried again like any other. */
  function failureOf(error: unknown): MailFailure {
    if (error instanceof MailFailure) return error;
    if (error instanceof StoreUnavailable) throw error;
    onError(error);
    return new MailFailure('passing', 'internal_error', { cause: error });
  }

  async function recordFailure(leased: LeasedMail, error: unknown): Promise<void> {
    const failure = failureOf(error);
    if (failure.fault === 'account') isOver = true;
    const { code } = failure;
    const { application } = leased;
    const after = afterFailure(failure, leased);
    await queue.notSent(leased, after, code, now());
    run.mailErrors[code] = (run.mailErrors[code] ?? 0) + 1;
    if (after.state === 'failed') {
      run.failed += 1;
      onGivenUp({ employerId: application.employerId, application: await idOf(application), code });
    } else {
      run.postponed += 1;
      unsentSince(new Date(leased.queuedAt));
    }
  }

  async function deliver(leased: LeasedMail): Promise<void> {
    const limit = Math.min(timeLimit(leased), remainingMillis() - RECORD_MILLIS);
    try {
      await withinTime(limit, (signal) => send(leased, signal));
    } catch (error) {
      await recordFailure(leased, error);
      return;
    }
    const recorded = await queue.sent(leased, now());
    if (recorded === 'gone') await mailer.recall?.(await idOf(leased.application));
    run.sent += 1;
  }

  /** One mail whose records are faulty must not stop the others. */
  async function attempt(entry: DueMail): Promise<void> {
    try {
      const leased = await queue.lease(entry, now());
      if (leased) await deliver(leased);
      else run.left += 1;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      onError(error);
      run.broken += 1;
    }
  }

  function begin(entry: DueMail): void {
    const work = attempt(entry)
      .catch((error: unknown) => {
        isOver = true;
        stoppedBy ??= error;
      })
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }

  /** Begins what is due, so many at the same time. */
  async function beginDue(): Promise<void> {
    for await (const entry of queue.due(now())) {
      while (underWay.size >= AT_ONCE) await Promise.race(underWay);
      if (isOver || remainingMillis() < LAST_BEGIN_MILLIS) {
        isOver = true;
        unsentSince(entry.dueAt);
        return;
      }
      begin(entry);
    }
  }

  try {
    await beginDue();
    // Slow mail must not keep other mail waiting that becomes due meanwhile.
    while (underWay.size > 0 && !isOver) {
      await Promise.race([Promise.all(underWay), delay(lookAgainMillis, undefined, { ref: false })]);
      if (underWay.size > 0) await beginDue();
    }
  } finally {
    // All come to their end before the run does: Lambda stops the process in between.
    await Promise.all(underWay);
  }
  if (stoppedBy !== undefined) throw stoppedBy;
  run.finished = !isOver;
  return run;
}
