import { afterAll, describe, expect, test } from '@jest/globals';
import { defineConfirmations } from '../../functions/applications/mail/confirmation-mail.ts';
import { decryptApplicationId } from '../../functions/applications/application/application.ts';
import { MailFailure, type OutgoingMail } from '../../functions/mail/mailer.ts';
import { mailQueuePartitions } from '../../functions/applications/keys.ts';
import { endLeases } from '../../functions/mail/mail-queue.ts';
import { mailStates } from '../../functions/applications/application/mail-states.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { clientOf, crashAtEachCall } from '../model/crashing-client.ts';
import {
  countingMailer,
  dueMailKinds,
  mailsPerSubject,
  runMail,
  SECRET,
  threeDueMails,
  type DueMailKind,
} from '../setup/due-mail.ts';
import { fatalErrorAfterWork, fatalErrorBeforeWork, transientFaults } from '../setup/faults.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import { ownTable } from '../setup/own-table.ts';

// Links to the page for recruiters contain this URL.
process.env['SITE_URL'] = 'https://jobs.example.com';

await ownTable();
// Only the trial of faults pays for the proxy.
const client = createDocumentClient({ endpoint: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '' });
const store = await startFaultyStore();
const faultyClient = createDocumentClient();
const db = database({ client, tableName: process.env['TABLE_NAME'] ?? '', remainingMillis: () => Infinity });
afterAll(() => {
  client.destroy();
  faultyClient.destroy();
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

describe.each(trials)('a sender of $what', ({ due, send, calls, dueAgainAfter, hasEvents }) => {
  test('leaves no mail unsent when it crashes at any call, and repeats a mail only after a crash between sending and recording', async () => {
    let duplicates = 0;
    const crashes = await crashAtEachCall(async (sender) => {
      const { ids, now, pass, states, entriesLeft } = await due();
      const { mailer, accepted } = countingMailer();
      await send({
        client: clientOf(sender, client),
        mailer: { ...mailer, send: sender.calling(mailer.send) },
        readFile: sender.calling(async () => Buffer.from('%PDF-1.7')),
        now,
      }).catch(() => undefined);
      const recorded = (await states()).filter((state) => state === 'sent').length;
      const unrecorded = sum(mailsPerSubject(accepted, ids)) - recorded;
      if (hasEvents) await reportTwice(accepted, ids);
      pass(dueAgainAfter);
      await send({ mailer, now });
      const counts = mailsPerSubject(accepted, ids);
      expect([await states(), await entriesLeft()]).toEqual([['sent', 'sent', 'sent'], 0]);
      expect(Math.min(...counts)).toBe(1);
      expect(sum(counts) - 3).toBe(hasEvents ? 0 : unrecorded);
      duplicates += sum(counts) - 3;
    });
    expect(crashes).toBeGreaterThanOrEqual(calls);
    expect(duplicates > 0).toBe(!hasEvents);
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

const fatalFaults = {
  'an error before the work': fatalErrorBeforeWork,
  'an error after the work': fatalErrorAfterWork,
};

test.each(Object.entries({ ...transientFaults, ...fatalFaults }))(
  'a fault of the store at any single call loses no mail, and only a lasting error before the work repeats one: %s',
  async (what, fault) => {
    let duplicates = 0;
    for (let at = 0; at < 6; at += 1) {
      const { employerId, ids, now, pass, states } = await applications.due();
      const { mailer, accepted } = countingMailer();
      store.plans.set(`A#${employerId}`, {
        calls: 0,
        plan: ({ index }) => (index === at ? fault : undefined),
      });
      const errors: unknown[] = [];
      const onError = (error: unknown) => errors.push(error);
      await applications.send({ client: faultyClient, mailer, now, onError });
      store.reset();
      pass(AFTER_LEASE);
      await applications.send({ mailer, now });
      expect([await states(), errors.length]).toEqual([
        ['sent', 'sent', 'sent'],
        what in fatalFaults ? 1 : 0,
      ]);
      const counts = mailsPerSubject(accepted, ids);
      expect(Math.min(...counts)).toBe(1);
      duplicates += sum(counts) - 3;
    }
    expect(duplicates > 0).toBe(fault === fatalErrorBeforeWork);
  },
);

const every = (hours: number, count: number) => Array.from({ length: count }, (_, index) => index * hours);

// The pauses of 1, 5 and 30 min last until the next hourly run; then come 2 h, 6 h, and every 24 h.
const growing = [0, 1, 2, 3, 5, 11];
const daily = [35, 59, 83, 107, 131, 155, 179];

test.each<[string, MailFailure['fault'], typeof applications, number, number, number[], number]>([
  ['applications wait for the mail account', 'account', applications, 6, 7 * DAY, every(6, 29), 1],
  ['applications fail after seven days', 'passing', applications, 1, 9 * DAY, [...growing, ...daily], 0],
  ['confirmations fail after a day', 'account', confirmations, 1, 25 * HOUR, every(1, 24), 0],
  ['confirmations fail after a day', 'passing', confirmations, 1, 25 * HOUR, growing, 0],
])(
  '%s while faults of the kind %s last, and what is still queued is sent once they end',
  async (_, fault, { due, send }, step, until, expected, mails) => {
    const { ids, now, pass, states, entriesLeft } = await due();
    const start = now().getTime();
    const hours: number[] = [];
    const failing = countingMailer(({ subjectId }) => {
      if (subjectId === ids[0]) hours.push((now().getTime() - start) / HOUR);
      return new MailFailure(fault, 'x');
    });
    for (let at = 0; at <= until; at += step * HOUR) {
      await send({ mailer: failing.mailer, now });
      pass(step * HOUR);
    }
    const state = mails === 1 ? 'queued' : 'failed';
    expect([hours, await states()]).toEqual([expected, [state, state, state]]);
    const { mailer, accepted } = countingMailer();
    await send({ mailer, now });
    expect([mailsPerSubject(accepted, ids), await entriesLeft()]).toEqual([[mails, mails, mails], 0]);
  },
);

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
