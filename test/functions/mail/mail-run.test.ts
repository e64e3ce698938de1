import { tombstone } from '../../../functions/platform/dynamodb/tombstone.ts';
import { once } from 'node:events';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { encryptApplicationId } from '../../../functions/applications/application/application.ts';
import { MailFailure, type Mailer, type OutgoingMail } from '../../../functions/mail/mailer.ts';
import { mailTimeLimit } from '../../../functions/mail/mail-run.ts';
import type { Key } from '../../../functions/platform/dynamodb/database.ts';
import { applicationKeys } from '../../../functions/applications/keys.ts';
import { parseMail } from '../../setup/a-mail.ts';
import {
  aDueApplication,
  countingMailer,
  readApplication,
  runMail,
  SECRET,
  storeDueApplication,
} from '../../setup/due-mail.ts';
import { ownDatabase } from '../../setup/own-service.ts';

const { client, db } = await ownDatabase();

const realFunctions = ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'];

/** Fakes the timeouts, which limit mail, and leaves other functions real. */
const fakeTimeouts = () => jest.useFakeTimers({ now: Date.now(), doNotFake: realFunctions as ['Date'] });

afterEach(async () => {
  jest.useRealTimers();
  // Empties the queue for the other tests.
  await runMail({ client, mailer: countingMailer().mailer, now: () => new Date(Date.UTC(2027, 0)) });
});

let employerId = 0;

/** Stores applications of a new employer whose mail is due since a time that only one test uses. */
async function due(count = 1) {
  employerId += 1;
  const at = new Date(Date.UTC(2026, 10, 22, employerId));
  const applications = Array.from({ length: count }, (_, index) =>
    aDueApplication(employerId, index + 1, at),
  );
  for (const application of applications) await storeDueApplication(db, application);
  return { at, applications, first: applications[0]! };
}

describe('runMail', () => {
  test.each([
    ['was erased', (key: Key) => db.put({ Item: tombstone(key, 1, { type: 'schedule', at: 0 }) })],
    ['has expired', (key: Key) => db.delete({ Key: key })],
  ])('recalls a mail when its application %s while the mail is being sent', async (_, remove) => {
    const { at, first } = await due();
    const recalledIds: string[] = [];
    await runMail({
      client,
      now: () => at,
      mailer: {
        perSecond: Infinity,
        send: () => remove(applicationKeys.application(first.employerId, first.number)),
        recall: async (id) => void recalledIds.push(id),
      },
    });
    expect(recalledIds).toEqual([encryptApplicationId(SECRET, first)]);
  });

  test('mails an application whose file is missing, and states that in the mail', async () => {
    const { at } = await due();
    const { mailer, accepted } = countingMailer();
    await runMail({ client, mailer, now: () => at, readFile: async () => undefined });
    const [mail] = accepted;
    const { text, attachments } = await parseMail(mail!.message);
    expect(text).toContain('Résumé: missing: please ask for it');
    expect(attachments).toEqual([]);
  });

  test('retries a mail whose file cannot be read, and reports the error', async () => {
    const { at, first } = await due();
    const errors: unknown[] = [];
    const fault = new Error('The file store is down.');
    const readFile = () => Promise.reject(fault);
    const { mailer } = countingMailer();
    const onError = (error: unknown) => errors.push(error);
    const run = await runMail({ client, mailer, now: () => at, readFile, onError });
    expect(run).toMatchObject({ postponed: 1, mailErrors: { internal_error: 1 } });
    expect(errors).toEqual([fault]);
    expect(await readApplication(db, first)).toMatchObject({ state: 'queued', attempts: 1 });
  });

  test('stops at the first account fault, and reports how long the oldest mail has waited', async () => {
    const { at, applications } = await due(40);
    const { mailer } = countingMailer(() => new MailFailure('account', 'ses_SendingPausedException'));
    const run = await runMail({ client, mailer, now: () => new Date(at.getTime() + 600_000) });
    expect(run).toMatchObject({ sent: 0, failed: 0, finished: false, oldest: 600 });
    expect(run.postponed).toBeGreaterThan(0);
    expect(run.postponed).toBeLessThan(applications.length / 2);
  });

  test('does not mail an application whose retention has ended', async () => {
    const { applications } = await due();
    const [application] = applications;
    const { mailer, accepted } = countingMailer();
    const later = new Date((application!.timeToLive + 1) * 1_000);
    expect(await runMail({ client, mailer, now: () => later })).toMatchObject({ sent: 0, skipped: 1 });
    expect(accepted).toEqual([]);
  });
});

/** A mailer that is stuck with some mails until their deadline. `begun` resolves when the first one starts. */
function stuckMailer(isStuck: (mail: OutgoingMail) => boolean = () => true) {
  const { promise: begun, resolve } = Promise.withResolvers<AbortSignal>();
  const accepted: OutgoingMail[] = [];
  const mailer: Mailer = {
    perSecond: Infinity,
    send: async (mail, signal) => {
      if (isStuck(mail)) {
        resolve(signal);
        await once(signal, 'abort');
        throw new MailFailure('passing', 'smtp_no_reply');
      }
      accepted.push(mail);
    },
  };
  return { mailer, accepted, begun };
}

describe('a mail whose conversation is stuck', () => {
  test('does not delay other mail that becomes due, even when six mails are stuck', async () => {
    const { at, applications } = await due(6);
    const other = { ...aDueApplication(employerId, 7, at), mailTo: 'jobs@other.example' };
    const { promise: otherLeft, resolve: leave } = Promise.withResolvers<string[]>();
    const ended: string[] = [];
    const { mailer, begun } = stuckMailer(({ to }) => {
      if (to === other.mailTo) leave([...ended]);
      return to !== other.mailTo;
    });
    const run = runMail({ client, mailer, now: () => at, timeLimit: 1_000, lookAgainMillis: 10 });
    void run.then(() => ended.push('the run'));
    await begun;
    await storeDueApplication(db, other);
    expect(await otherLeft).toEqual([]);
    expect(await run).toMatchObject({ sent: 1, postponed: 6, finished: true });
    for (const application of applications) {
      expect(await readApplication(db, application)).toMatchObject({ state: 'queued', attempts: 1 });
    }
  });

  test.each([
    ['its own limit', 10_000_000, Infinity, mailTimeLimit(10_000_000)],
    ['what the run has left, but for what recording needs', 0, 45_000, 35_000],
  ])('is aborted at %s', async (_, size, remaining, limit) => {
    const { at, first } = await due();
    await storeDueApplication(db, { ...first, resume: { ...first.resume!, size } });
    fakeTimeouts();
    const { mailer, begun } = stuckMailer();
    const run = runMail({ client, mailer, now: () => at, remainingMillis: () => remaining });
    const signal = await begun;
    jest.advanceTimersByTime(limit - 1);
    expect(signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    expect(await run).toMatchObject({ postponed: 1, mailErrors: { smtp_no_reply: 1 } });
  });

  test('is abandoned one second after its time limit, even if the mailer never settles', async () => {
    const { at, first } = await due();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const send = () => {
      resolve();
      return new Promise<never>(() => undefined);
    };
    fakeTimeouts();
    const run = runMail({ client, mailer: { perSecond: Infinity, send }, now: () => at });
    await begun;
    jest.advanceTimersByTime(mailTimeLimit(first.resume!.size) + 1_000);
    expect(await run).toMatchObject({ postponed: 1, mailErrors: { timed_out: 1 } });
  });
});
