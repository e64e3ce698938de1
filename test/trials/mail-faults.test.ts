import { afterAll, describe, expect, test } from '@jest/globals';
import { encryptedId } from '../../functions/applications/domain/application-id.ts';
import { MailFailure } from '../../functions/applications/domain/mail-failure.ts';
import type { OutgoingMail } from '../../functions/applications/mail/mailer.ts';
import { mailStates } from '../../functions/applications/store/mail-states.ts';
import { createClient } from '../../functions/platform/store-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { countingMailer, countsOf, runMail, SECRET, storeDue, threeDue } from '../setup/due-mail.ts';
import {
  endsAfter,
  endsBefore,
  failedAfter,
  failedBefore,
  lostAnswer,
  lostRequest,
  throttled,
} from '../setup/faults.ts';
import { startFaultyStore, type Fault } from '../setup/faulty-store.ts';
import { mortal } from '../setup/mortal-sender.ts';
import { ownTable } from '../setup/own-table.ts';

const table = await ownTable();
const store = await startFaultyStore();
const client = createClient();
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

const mailsDue = () => threeDue(db, 'state', (application) => storeDue(db, application));

/** The events of SES on these mails: each twice, in the wrong order. */
async function reportTwice(
  mails: readonly OutgoingMail[],
  applications: readonly { employerId: number; number: number }[],
) {
  const byId = new Map(applications.map((application) => [encryptedId(SECRET, application), application]));
  for (const { applicationId, queuedAt } of [...mails, ...mails].toReversed()) {
    const application = byId.get(applicationId);
    if (application)
      await mailStates(db).record(application, queuedAt, {
        event: 'accepted',
        code: undefined,
        failure: undefined,
        by: { type: 'mail', at: queuedAt },
      });
  }
}

/** A trial in which a sender dies at its n-th call; false when it has fewer calls. */
async function dieAt(deathAt: number, when: 'before' | 'after', hasEvents: boolean) {
  const { applications, now, pass, states } = await mailsDue();
  const { mailer, accepted } = countingMailer();
  const sender = mortal(client, deathAt, when);
  const run = runMail({
    client: sender.client,
    mailer: { ...mailer, send: sender.wrap(mailer.send) },
    file: sender.wrap(async () => Buffer.from('%PDF-1.7')),
    now,
  });
  const end = await Promise.race([run.then(() => 'finished'), sender.death]);
  await sender.settled();
  const interrupted = (await states()).map((state) => state === 'sending');
  const acceptedBefore = countsOf(accepted, applications);
  if (hasEvents) await reportTwice(accepted, applications);
  pass(AFTER_LEASE);
  await runMail({ client, mailer, now });
  return {
    died: end === 'died',
    counts: countsOf(accepted, applications),
    states: await states(),
    /** How many mails were accepted without the sender having recorded it. */
    unrecorded: acceptedBefore.filter((count, index) => count > 0 && interrupted[index]).length,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe.each([
  ['over SES, whose events arrive', true],
  ['without events, as over SMTP', false],
])('a sender that dies at any of its calls, %s', (_, hasEvents) => {
  test('leaves no mail unsent, and sends one twice only if it died between sending and recording', async () => {
    let trials = 0;
    let duplicates = 0;
    for (let deathAt = 0; ; deathAt += 1) {
      const ends = [await dieAt(deathAt, 'before', hasEvents), await dieAt(deathAt, 'after', hasEvents)];
      for (const { counts, states, unrecorded } of ends) {
        expect(states).toEqual(['sent', 'sent', 'sent']);
        expect(Math.min(...counts)).toBe(1);
        expect(sum(counts) - 3).toBe(hasEvents ? 0 : unrecorded);
        duplicates += sum(counts) - 3;
      }
      trials += 2;
      if (!ends.some(({ died }) => died)) break;
    }
    // Four queries, and a lease, a file, a mail and a record for each application.
    expect(trials).toBeGreaterThanOrEqual(2 * (4 + 3 * 4));
    expect(duplicates > 0).toBe(!hasEvents);
  });
});

describe('faults of the store', () => {
  /** For each fault: whether it may keep the sender from learning that a mail was recorded as sent. */
  const faults: [string, Fault][] = Object.entries({
    throttled,
    lostRequest,
    lostAnswer,
    failedBefore,
    failedAfter,
    endsBefore,
    endsAfter,
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
        await runMail({ client, mailer, now, onError: (error) => errors.push(error) });
        store.reset();
        pass(AFTER_LEASE);
        await runMail({ client, mailer, now });
        expect(await states()).toEqual(['sent', 'sent', 'sent']);
        const counts = countsOf(accepted, applications);
        expect(Math.min(...counts)).toBe(1);
        duplicates += sum(counts) - 3;
        expect(errors.length).toBe(name.startsWith('ends') ? 1 : 0);
      }
      expect(duplicates > 0).toBe(name === 'endsBefore');
    },
  );
});

describe('senders beside each other', () => {
  test('send every mail once: 20 rounds of five', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { applications, now, states } = await mailsDue();
      const { mailer, accepted } = countingMailer();
      await Promise.all(Array.from({ length: 5 }, () => runMail({ client, mailer, now })));
      expect(countsOf(accepted, applications)).toEqual([1, 1, 1]);
      expect(await states()).toEqual(['sent', 'sent', 'sent']);
    }
  });
});

/** Sweeps until a time, and returns how many attempts each mail had. */
async function sweep(
  { now, pass }: Awaited<ReturnType<typeof mailsDue>>,
  until: number,
  fail: () => MailFailure | undefined,
) {
  const tried: number[] = [];
  const { mailer, accepted } = countingMailer(() => {
    tried.push(now().getTime());
    return fail();
  });
  for (let at = 0; at <= until; at += HOUR) {
    await runMail({ client, mailer, now });
    pass(HOUR);
  }
  return { tried, accepted };
}

describe('in seven days, swept every hour,', () => {
  test('a fault of the account ends no application, and once it is over all are sent', async () => {
    const world = await mailsDue();
    const { tried, accepted } = await sweep(
      world,
      7 * DAY,
      () => new MailFailure('account', 'ses_SendingPausedException'),
    );
    expect(tried).toHaveLength(3 * (7 * 24 + 1));
    expect(accepted).toEqual([]);
    expect(await world.states()).toEqual(['queued', 'queued', 'queued']);
    const { accepted: sent } = await sweep(world, 0, () => undefined);
    expect(countsOf(sent, world.applications)).toEqual([1, 1, 1]);
  });

  test('a passing fault is met by attempts further and further apart, and ends an application only after that', async () => {
    const world = await mailsDue();
    const start = world.now().getTime();
    const { tried } = await sweep(world, 9 * DAY, () => new MailFailure('passing', 'smtp_451'));
    const hours = tried.filter((_, index) => index % 3 === 0).map((at) => (at - start) / HOUR);
    // A minute, five and thirty are an hour each for a sweep of every hour; then 2 h, 6 h and seven days.
    expect(hours).toEqual([0, 1, 2, 3, 5, 11, ...[1, 2, 3, 4, 5, 6, 7].map((days) => 11 + days * 24)]);
    expect(await world.states()).toEqual(['failed', 'failed', 'failed']);
  });
});
