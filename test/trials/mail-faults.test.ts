import { afterAll, describe, expect, test } from '@jest/globals';
import { dueConfirmations } from '../../functions/applications/mail/due-confirmations.ts';
import { encryptApplicationId } from '../../functions/applications/application/application-id.ts';
import { MailFailure } from '../../functions/mail/mail-failure.ts';
import type { Mailer, OutgoingMail } from '../../functions/mail/mailer.ts';
import { toApplicationItem } from '../../functions/applications/application/application-item.ts';
import {
  confirmationEntry,
  confirmationQueue,
} from '../../functions/applications/store/confirmation-queue.ts';
import { endLeases } from '../../functions/applications/store/due-entries.ts';
import { mailStates } from '../../functions/applications/store/mail-states.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import {
  countingMailer,
  mailsPerApplication,
  runMail,
  SECRET,
  storeDueApplication,
  threeDueApplications,
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
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

const neverSettles = new Promise<never>(() => undefined);

/** A sender that dies at one of its calls to the store, the files or the mail service, before or after its effect. */
function crashingClient(client: DynamoDBDocumentClient, deathAt: number, when: 'before' | 'after') {
  const { promise: death, resolve: die } = Promise.withResolvers<'died'>();
  const underWay = new Set<Promise<unknown>>();
  let calls = 0;
  let isDead = false;
  const end = () => {
    isDead = true;
    die('died');
    return neverSettles;
  };
  const wrap =
    <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (isDead) return neverSettles;
      const isLast = calls === deathAt;
      calls += 1;
      if (isLast && when === 'before') return end();
      const work = call(...input);
      const tracked = work.catch(() => undefined).finally(() => underWay.delete(tracked));
      underWay.add(tracked);
      const output = await work;
      if (isLast) return end();
      return isDead ? neverSettles : output;
    };
  const send = wrap((command: Parameters<typeof client.send>[0], options: { abortSignal: AbortSignal }) =>
    client.send(command, options),
  );
  return {
    death,
    wrap,
    client: { send } as unknown as DynamoDBDocumentClient,
    calls: () => calls,
    /** What was on its way when the sender died still arrives. */
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

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

/** Three applications whose mail to the employer is due. */
const mailsDue = async () => {
  const due = await threeDueApplications(db, 'state', (application) => storeDueApplication(db, application));
  return { ...due, left: async () => 0 };
};

/** Three applications whose confirmations are due; `left` counts the entries that are still in the queue. */
async function confirmationsDue() {
  const due = await threeDueApplications(db, 'confirmation', async (received) => {
    const application = { ...received, confirmation: 'queued' as const };
    await db.put({ Item: toApplicationItem(application) });
    await db.put({ Item: confirmationEntry(application) });
  });
  const entries = due.applications.map(({ employerId, number }) =>
    applicationKeys.confirmation(employerId, number),
  );
  return { ...due, left: async () => (await db.batchGet(entries)).length };
}

type Parts = Omit<Parameters<typeof runMail>[0], 'client'> & { client?: typeof client };

const sendMails = (parts: Parts) => runMail({ client, ...parts });
const sendConfirmations = (parts: Parts) => runMail({ client, ...parts, mailsIn: dueConfirmations });

const kinds = [
  // Four queries, and a lease, a file, a mail and a record for each.
  {
    what: 'mail over SES, whose events arrive',
    due: mailsDue,
    send: sendMails,
    calls: 4 + 3 * 4,
    hasEvents: true,
  },
  {
    what: 'mail without events, as over SMTP',
    due: mailsDue,
    send: sendMails,
    calls: 4 + 3 * 4,
    hasEvents: false,
  },
  // A query; a lease, an application, a mail, a record and the end of the entry for each.
  {
    what: 'confirmations',
    due: confirmationsDue,
    send: sendConfirmations,
    calls: 1 + 3 * 5,
    hasEvents: false,
  },
];

/** The events of SES on these mails: each twice, in the wrong order. */
async function reportTwice(
  mails: readonly OutgoingMail[],
  applications: readonly { employerId: number; number: number }[],
) {
  const byId = new Map(
    applications.map((application) => [encryptApplicationId(SECRET, application), application]),
  );
  for (const { subjectId, queuedAt } of [...mails, ...mails].toReversed()) {
    const application = byId.get(subjectId);
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

/** A trial in which a sender dies at its n-th call; `died` is false when it has fewer calls. */
async function dieAt(
  { due, send, hasEvents }: (typeof kinds)[number],
  deathAt: number,
  when: 'before' | 'after',
) {
  const { applications, now, pass, states, left } = await due();
  const { mailer, accepted } = countingMailer();
  const sender = crashingClient(client, deathAt, when);
  const run = send({
    client: sender.client,
    mailer: { ...mailer, send: sender.wrap(mailer.send) },
    file: sender.wrap(async () => Buffer.from('%PDF-1.7')),
    now,
  });
  const end = await Promise.race([run.then(() => 'finished'), sender.death]);
  await sender.settled();
  const recorded = (await states()).filter((state) => state === 'sent').length;
  /** How many mails were accepted without the sender having recorded it. */
  const unrecorded = sum(mailsPerApplication(accepted, applications)) - recorded;
  if (hasEvents) await reportTwice(accepted, applications);
  pass(AFTER_LEASE);
  await send({ mailer, now });
  const counts = mailsPerApplication(accepted, applications);
  return { died: end === 'died', counts, states: await states(), left: await left(), unrecorded };
}

describe.each(kinds)('a sender of $what', (kind) => {
  test('that dies at any of its calls leaves none unsent, and sends one twice only if it died between sending and recording', async () => {
    let trials = 0;
    let duplicates = 0;
    for (let deathAt = 0; ; deathAt += 1) {
      const ends = [await dieAt(kind, deathAt, 'before'), await dieAt(kind, deathAt, 'after')];
      for (const { counts, states, left, unrecorded } of ends) {
        expect([states, left]).toEqual([['sent', 'sent', 'sent'], 0]);
        expect(Math.min(...counts)).toBe(1);
        expect(sum(counts) - 3).toBe(kind.hasEvents ? 0 : unrecorded);
        duplicates += sum(counts) - 3;
      }
      trials += 2;
      if (!ends.some(({ died }) => died)) break;
    }
    expect(trials).toBeGreaterThanOrEqual(2 * kind.calls);
    expect(duplicates > 0).toBe(!kind.hasEvents);
  });
});

describe.each(kinds.slice(1))('senders beside each other', ({ what, due, send }) => {
  test(`send every one once: 20 rounds of five with ${what}`, async () => {
    for (let round = 0; round < 20; round += 1) {
      const { applications, now, states, left } = await due();
      const { mailer, accepted } = countingMailer();
      await Promise.all(Array.from({ length: 5 }, () => send({ mailer, now })));
      expect(mailsPerApplication(accepted, applications)).toEqual([1, 1, 1]);
      expect([await states(), await left()]).toEqual([['sent', 'sent', 'sent'], 0]);
    }
  });
});

describe('faults of the store', () => {
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
    'at any one call lose no mail, and only endsBefore sends one twice: %s',
    async (name, fault) => {
      let duplicates = 0;
      for (let at = 0; at < 6; at += 1) {
        const { employerId, applications, now, pass, states } = await mailsDue();
        const { mailer, accepted } = countingMailer();
        store.plans.set(`A#${employerId}`, {
          calls: 0,
          plan: ({ index }) => (index === at ? fault : undefined),
        });
        const errors: unknown[] = [];
        await sendMails({ mailer, now, onError: (error) => errors.push(error) });
        store.reset();
        pass(AFTER_LEASE);
        await sendMails({ mailer, now });
        expect(await states()).toEqual(['sent', 'sent', 'sent']);
        const counts = mailsPerApplication(accepted, applications);
        expect(Math.min(...counts)).toBe(1);
        duplicates += sum(counts) - 3;
        expect(errors.length).toBe(name.startsWith('ends') ? 1 : 0);
      }
      expect(duplicates > 0).toBe(name === 'endsBefore');
    },
  );
});

const accountFault = () => new MailFailure('account', 'ses_SendingPausedException');

/** Sends every hour until a time, and returns when attempts were made, and what was accepted. */
async function everyHour(
  { now, pass }: Pick<Awaited<ReturnType<typeof mailsDue>>, 'now' | 'pass'>,
  until: number,
  fail: () => MailFailure | undefined,
  send = sendMails,
) {
  const tried: number[] = [];
  const { mailer, accepted } = countingMailer(() => {
    tried.push(now().getTime());
    return fail();
  });
  for (let at = 0; at <= until; at += HOUR) {
    await send({ mailer, now });
    pass(HOUR);
  }
  return { tried, accepted };
}

describe('mail that is sent every hour', () => {
  test('outlasts a fault of the account for seven days, and is sent once that is over', async () => {
    const world = await mailsDue();
    const { tried, accepted } = await everyHour(world, 7 * DAY, accountFault);
    expect(tried).toHaveLength(3 * (7 * 24 + 1));
    expect(accepted).toEqual([]);
    expect(await world.states()).toEqual(['queued', 'queued', 'queued']);
    const { accepted: sent } = await everyHour(world, 0, () => undefined);
    expect(mailsPerApplication(sent, world.applications)).toEqual([1, 1, 1]);
  });

  test('meets a passing fault by attempts further and further apart, and fails after seven days of them', async () => {
    const world = await mailsDue();
    const start = world.now().getTime();
    const { tried } = await everyHour(world, 9 * DAY, () => new MailFailure('passing', 'smtp_451'));
    const hours = tried.filter((_, index) => index % 3 === 0).map((at) => (at - start) / HOUR);
    // A minute, five and thirty are an hour each for a sweep of every hour; then 2 h, 6 h and seven days.
    expect(hours).toEqual([0, 1, 2, 3, 5, 11, ...[1, 2, 3, 4, 5, 6, 7].map((days) => 11 + days * 24)]);
    expect(await world.states()).toEqual(['failed', 'failed', 'failed']);
  });

  test.each([
    ['account', 24],
    ['passing', 6],
  ] as const)(
    'that confirms meets a fault that is %s by %d attempts, and fails after a day',
    async (fault, attempts) => {
      const world = await confirmationsDue();
      const { tried } = await everyHour(
        world,
        25 * HOUR,
        () => new MailFailure(fault, 'x'),
        sendConfirmations,
      );
      expect(tried).toHaveLength(3 * attempts);
      expect([await world.states(), await world.left()]).toEqual([['failed', 'failed', 'failed'], 0]);
    },
  );
});

test('when no sender can be at work, the confirmation that one left is due at once, and a long pause goes on', async () => {
  const { now, pass, states } = await confirmationsDue();
  const { mailer } = countingMailer(() => new MailFailure('passing', 'x'));
  for (const pause of [MINUTE, 5 * MINUTE]) {
    await sendConfirmations({ mailer, now });
    pass(pause);
  }
  const queue = confirmationQueue(db);
  const { value: due } = await queue.due(now()).next();
  expect(await queue.lease(due, now())).toBeDefined();
  // The others pause for half an hour now.
  expect(await sendConfirmations({ mailer, now })).toMatchObject({ postponed: 2 });
  await endLeases(db, now());
  const run = await sendConfirmations({ mailer: countingMailer().mailer, now });
  expect(run).toMatchObject({ sent: 1, left: 0 });
  expect((await states()).filter((state) => state === 'sent')).toHaveLength(1);
});

test('mailboxes of candidates that never respond hold no mail to an employer, and no confirmation for ever', async () => {
  const { now, states } = await confirmationsDue();
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const never: Mailer = {
    perSecond: Infinity,
    send: () => {
      resolve();
      return new Promise(() => undefined);
    },
  };
  let isOver = false;
  const stuck = sendConfirmations({ mailer: never, now, timeLimit: 2_000 });
  void stuck.then(() => (isOver = true));
  await begun;
  const mails = await mailsDue();
  const { mailer, accepted } = countingMailer();
  await sendMails({ mailer, now: mails.now });
  expect([mailsPerApplication(accepted, mails.applications), isOver]).toEqual([[1, 1, 1], false]);
  expect(await stuck).toMatchObject({ sent: 0, postponed: 3 });
  expect(await states()).toEqual(['queued', 'queued', 'queued']);
});

test('confirmations take at most a fifth of the mails a second that the mail service takes', async () => {
  const { now } = await confirmationsDue();
  const { mailer, accepted } = countingMailer();
  const begun = performance.now();
  await sendConfirmations({ mailer: { ...mailer, perSecond: 50 }, now });
  expect(accepted).toHaveLength(3);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2 * 5 * 20 - 1);
});

test('an address that refuses its confirmation is bounced at once', async () => {
  const { now, states } = await confirmationsDue();
  const refusal = new MailFailure('refused', 'smtp_550', { failure: 'address_refused' });
  await sendConfirmations({ mailer: countingMailer(() => refusal).mailer, now });
  expect(await states()).toEqual(['bounced', 'bounced', 'bounced']);
});
