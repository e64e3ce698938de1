import { afterAll, describe, expect, test } from '@jest/globals';
import { defineConfirmations } from '../../functions/applications/mail/confirmation-mail.ts';
import { decryptApplicationId } from '../../functions/applications/application/application.ts';
import { MailFailure, type Mailer, type OutgoingMail } from '../../functions/mail/mailer.ts';
import { mailQueuePartitions } from '../../functions/applications/keys.ts';
import { endLeases } from '../../functions/mail/mail-queue.ts';
import { mailStates } from '../../functions/applications/application/mail-states.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { clientOf, crashingProcess } from '../model/crashing-client.ts';
import {
  countingMailer,
  dueMailKinds,
  mailsPerSubject,
  runMail,
  SECRET,
  threeDueMails,
  type DueMailKind,
} from '../setup/due-mail.ts';
import {
  fatalErrorAfterWork,
  fatalErrorBeforeWork,
  internalErrorAfterWork,
  internalErrorBeforeWork,
  lostResponse,
  lostRequest,
  throttled,
} from '../setup/faults.ts';
import { startFaultyStore, type Fault } from '../setup/faulty-store.ts';
import { ownTable } from '../setup/own-table.ts';

// Links to the page for recruiters contain this URL.
process.env['SITE_URL'] = 'https://jobs.example.com';

const table = await ownTable();
const store = await startFaultyStore();
const client = createDocumentClient();
const db = database({ client, tableName: process.env['TABLE_NAME'] ?? '', remainingMillis: () => Infinity });
afterAll(async () => {
  store.reset();
  client.destroy();
  await table.drop();
  await store.goDown();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AFTER_LEASE = 6 * MINUTE;

type RunOptions = Omit<Parameters<typeof runMail>[0], 'client' | 'kind'> & { client?: typeof client };

/** A kind of mail, and a function that runs its sender. */
const trialOf = (kind: DueMailKind, dueAgainAfter = AFTER_LEASE) => ({
  calls: kind.calls,
  dueAgainAfter,
  due: () => threeDueMails(db, kind),
  send: (options: RunOptions) => runMail({ client, ...options, kind }),
});

const applications = trialOf(dueMailKinds.application);
const confirmations = trialOf(dueMailKinds.confirmation);

const trials = [
  { what: 'applications over SES, whose events arrive', ...applications, hasEvents: true },
  { what: 'applications without events, as over SMTP', ...applications, hasEvents: false },
  { what: 'confirmations', ...confirmations, hasEvents: false },
  { what: 'links', ...trialOf(dueMailKinds.link), hasEvents: false },
  // A notice counts towards the limit of one per webhook and day before it is sent.
  { what: 'notices', ...trialOf(dueMailKinds.notice, DAY), hasEvents: false },
  { what: 'reports', ...trialOf(dueMailKinds.report), hasEvents: false },
];

/** Sends the events of SES for these mails, each twice and in the wrong order. */
async function reportTwice(mails: readonly OutgoingMail[], ids: readonly string[]) {
  for (const { subjectId, queuedAt } of [...mails, ...mails].toReversed()) {
    const application = ids.includes(subjectId) && decryptApplicationId(SECRET, subjectId);
    if (application)
      await mailStates(db).record(application, queuedAt, {
        event: 'accepted',
        code: undefined,
        failure: undefined,
        by: { type: 'mail', at: queuedAt },
      });
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Runs a sender that crashes at its n-th call; `died` is false if it makes fewer calls. */
async function dieAt(
  { due, send, dueAgainAfter, hasEvents }: (typeof trials)[number],
  deathAt: number,
  when: 'before' | 'after',
) {
  const { ids, now, pass, states, entriesLeft } = await due();
  const { mailer, accepted } = countingMailer();
  const sender = crashingProcess({ calls: deathAt + 1, arrives: when === 'after' });
  await send({
    client: clientOf(sender, client),
    mailer: { ...mailer, send: sender.calling(mailer.send) },
    readFile: sender.calling(async () => Buffer.from('%PDF-1.7')),
    now,
    onError: () => undefined,
  }).catch(() => undefined);
  const recorded = (await states()).filter((state) => state === 'sent').length;
  /** The number of accepted mails that the sender has not recorded as sent. */
  const unrecorded = sum(mailsPerSubject(accepted, ids)) - recorded;
  if (hasEvents) await reportTwice(accepted, ids);
  pass(dueAgainAfter);
  await send({ mailer, now });
  const counts = mailsPerSubject(accepted, ids);
  return { died: sender.hasCrashed(), counts, states: await states(), left: await entriesLeft(), unrecorded };
}

describe.each(trials)('a sender of $what', (trial) => {
  test('leaves no mail unsent when it crashes at any call, and repeats a mail only after a crash between sending and recording', async () => {
    let attempts = 0;
    let duplicates = 0;
    for (let deathAt = 0; ; deathAt += 1) {
      const ends = [await dieAt(trial, deathAt, 'before'), await dieAt(trial, deathAt, 'after')];
      for (const { counts, states, left, unrecorded } of ends) {
        expect([states, left]).toEqual([['sent', 'sent', 'sent'], 0]);
        expect(Math.min(...counts)).toBe(1);
        expect(sum(counts) - 3).toBe(trial.hasEvents ? 0 : unrecorded);
        duplicates += sum(counts) - 3;
      }
      attempts += 2;
      if (!ends.some(({ died }) => died)) break;
    }
    expect(attempts).toBeGreaterThanOrEqual(2 * trial.calls);
    expect(duplicates > 0).toBe(!trial.hasEvents);
  });
});

describe.each(trials.slice(1))('concurrent senders', ({ what, due, send }) => {
  test(`send every mail exactly once: five rounds of five senders of ${what}`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ids, now, states, entriesLeft } = await due();
      const { mailer, accepted } = countingMailer();
      await Promise.all(Array.from({ length: 5 }, () => send({ mailer, now })));
      expect(mailsPerSubject(accepted, ids)).toEqual([1, 1, 1]);
      expect([await states(), await entriesLeft()]).toEqual([['sent', 'sent', 'sent'], 0]);
    }
  });
});

describe('a fault of the store', () => {
  const faults: [string, Fault][] = Object.entries({
    throttled,
    lostRequest,
    lostAnswer: lostResponse,
    failedBefore: internalErrorBeforeWork,
    failedAfter: internalErrorAfterWork,
    endsBefore: fatalErrorBeforeWork,
    endsAfter: fatalErrorAfterWork,
  });

  test.each(faults)(
    'at any single call loses no mail, and only the fault endsBefore repeats a mail: %s',
    async (name, fault) => {
      let duplicates = 0;
      for (let at = 0; at < 6; at += 1) {
        const { employerId, ids, now, pass, states } = await applications.due();
        const { mailer, accepted } = countingMailer();
        store.plans.set(`A#${employerId}`, {
          calls: 0,
          plan: ({ index }) => (index === at ? fault : undefined),
        });
        const errors: unknown[] = [];
        await applications.send({ mailer, now, onError: (error) => errors.push(error) });
        store.reset();
        pass(AFTER_LEASE);
        await applications.send({ mailer, now });
        expect(await states()).toEqual(['sent', 'sent', 'sent']);
        const counts = mailsPerSubject(accepted, ids);
        expect(Math.min(...counts)).toBe(1);
        duplicates += sum(counts) - 3;
        expect(errors.length).toBe(name.startsWith('ends') ? 1 : 0);
      }
      expect(duplicates > 0).toBe(name === 'endsBefore');
    },
  );
});

const accountFault = () => new MailFailure('account', 'ses_SendingPausedException');

/** Runs the sender at regular times, by default every hour, until a time. Returns the times of the attempts, and the accepted mails. */
async function runRegularly(
  { now, pass }: Pick<Awaited<ReturnType<typeof applications.due>>, 'now' | 'pass'>,
  until: number,
  fail: () => MailFailure | undefined,
  { send = applications.send, step = HOUR } = {},
) {
  const tried: number[] = [];
  const { mailer, accepted } = countingMailer(() => {
    tried.push(now().getTime());
    return fail();
  });
  for (let at = 0; at <= until; at += step) {
    await send({ mailer, now });
    pass(step);
  }
  return { tried, accepted };
}

describe('mail whose run starts regularly', () => {
  test('stays queued while the mail account fails for seven days, and is sent exactly once as soon as the account works', async () => {
    const world = await applications.due();
    const { tried, accepted } = await runRegularly(world, 7 * DAY, accountFault, { step: 6 * HOUR });
    expect(tried).toHaveLength(3 * (7 * 4 + 1));
    expect(accepted).toEqual([]);
    expect(await world.states()).toEqual(['queued', 'queued', 'queued']);
    const { accepted: mails } = await runRegularly(world, 0, () => undefined);
    expect(mailsPerSubject(mails, world.ids)).toEqual([1, 1, 1]);
  });

  test('is retried at growing intervals while a temporary fault lasts, and fails after seven days', async () => {
    const world = await applications.due();
    const start = world.now().getTime();
    const { tried } = await runRegularly(world, 9 * DAY, () => new MailFailure('passing', 'smtp_451'));
    const hours = tried.filter((_, index) => index % 3 === 0).map((at) => (at - start) / HOUR);
    // The pauses of 1, 5 and 30 min last until the next hourly run; then come 2 h, 6 h, and seven times a day.
    expect(hours).toEqual([0, 1, 2, 3, 5, 11, ...[1, 2, 3, 4, 5, 6, 7].map((days) => 11 + days * 24)]);
    expect(await world.states()).toEqual(['failed', 'failed', 'failed']);
  });

  test.each([
    ['account', 24],
    ['passing', 6],
  ] as const)(
    'fails after a day if it is a confirmation: lasting faults of the kind %s get %d attempts',
    async (fault, attempts) => {
      const world = await confirmations.due();
      const { tried } = await runRegularly(world, 25 * HOUR, () => new MailFailure(fault, 'x'), {
        send: confirmations.send,
      });
      expect(tried).toHaveLength(3 * attempts);
      expect([await world.states(), await world.entriesLeft()]).toEqual([['failed', 'failed', 'failed'], 0]);
    },
  );
});

test('ending the leases makes the confirmation of a stopped sender due immediately, and shortens no pause before a retry', async () => {
  const { now, pass, states } = await confirmations.due();
  const { mailer } = countingMailer(() => new MailFailure('passing', 'x'));
  for (const pause of [MINUTE, 5 * MINUTE]) {
    await confirmations.send({ mailer, now });
    pass(pause);
  }
  const { queue } = defineConfirmations(db);
  const { value: due } = await queue.due(now()).next();
  expect(await queue.lease(due, now())).toBeDefined();
  // The other two confirmations now pause for half an hour.
  expect(await confirmations.send({ mailer, now })).toMatchObject({ postponed: 2 });
  await endLeases(db, mailQueuePartitions, now());
  const run = await confirmations.send({ mailer: countingMailer().mailer, now });
  expect(run).toMatchObject({ sent: 1, skipped: 0 });
  expect((await states()).filter((state) => state === 'sent')).toHaveLength(1);
});

test('mail servers of candidates that never respond do not delay mail to employers, and a confirmation run stops waiting for them', async () => {
  const { now, states } = await confirmations.due();
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const never: Mailer = {
    perSecond: Infinity,
    send: () => {
      resolve();
      return new Promise(() => undefined);
    },
  };
  let isOver = false;
  const stuck = confirmations.send({ mailer: never, now, timeLimit: 2_000 });
  void stuck.then(() => (isOver = true));
  await begun;
  const mails = await applications.due();
  const { mailer, accepted } = countingMailer();
  await applications.send({ mailer, now: mails.now });
  expect([mailsPerSubject(accepted, mails.ids), isOver]).toEqual([[1, 1, 1], false]);
  expect(await stuck).toMatchObject({ sent: 0, postponed: 3 });
  expect(await states()).toEqual(['queued', 'queued', 'queued']);
});

test('confirmations use at most a fifth of the mails per second that the mail service allows', async () => {
  const { now } = await confirmations.due();
  const { mailer, accepted } = countingMailer();
  const begun = performance.now();
  await confirmations.send({ mailer: { ...mailer, perSecond: 50 }, now });
  expect(accepted).toHaveLength(3);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2 * 5 * 20 - 1);
});

test('an address is marked as bounced immediately when its mail server refuses the confirmation', async () => {
  const { now, states } = await confirmations.due();
  const refusal = new MailFailure('refused', 'smtp_550', { failure: 'address_refused' });
  await confirmations.send({ mailer: countingMailer(() => refusal).mailer, now });
  expect(await states()).toEqual(['bounced', 'bounced', 'bounced']);
});
