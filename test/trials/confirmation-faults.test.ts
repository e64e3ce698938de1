import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, test } from '@jest/globals';
import { dueConfirmations } from '../../functions/applications/confirmations/due-confirmations.ts';
import { encryptedId } from '../../functions/applications/domain/application-id.ts';
import { MailFailure } from '../../functions/applications/domain/mail-failure.ts';
import { applicationItem } from '../../functions/applications/store/application-item.ts';
import {
  confirmationEntry,
  confirmationQueue,
} from '../../functions/applications/store/confirmation-queue.ts';
import type { Mailer } from '../../functions/applications/mail/mailer.ts';
import { sendDue } from '../../functions/applications/mail/queue-run.ts';
import { confirmationCounts } from '../../functions/applications/store/confirmation-counts.ts';
import { createClient } from '../../functions/platform/store-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { keys } from '../../functions/platform/dynamodb/table.ts';
import { countingMailer, countsOf, SECRET, threeDue } from '../setup/due-mail.ts';
import { mortal } from '../setup/mortal-sender.ts';
import { ownTable } from '../setup/own-table.ts';

const table = await ownTable();
const client = createClient();
const open = (by: DynamoDBDocumentClient) =>
  database({ client: by, tableName: process.env['TABLE_NAME'] ?? '', remainingMillis: () => Infinity });
const db = open(client);
afterAll(async () => {
  client.destroy();
  await table.drop();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Three applications whose confirmations are due; `left` counts the entries that are still in the queue. */
async function confirmationsDue() {
  const due = await threeDue(db, 'confirmation', async (received) => {
    const application = { ...received, confirmation: 'queued' as const };
    await db.put({ Item: applicationItem(application) });
    await db.put({ Item: confirmationEntry(application) });
  });
  const entries = due.applications.map(({ employerId, number }) => keys.confirmation(employerId, number));
  return { ...due, left: async () => (await db.batchGet(entries)).length };
}

interface Parts {
  by?: DynamoDBDocumentClient;
  mailer: Mailer;
  now: () => Date;
  timeLimit?: number;
}

const run = ({ by = client, timeLimit, ...parts }: Parts) => {
  const mails = dueConfirmations(open(by));
  return sendDue(timeLimit === undefined ? mails : { ...mails, timeLimit: () => timeLimit }, {
    from: 'applications@jobs.example.com',
    idOf: async (application) => encryptedId(SECRET, application),
    remainingMillis: () => Infinity,
    onError: () => undefined,
    onGivenUp: () => undefined,
    ...parts,
  });
};

/** A trial in which a sender dies at its n-th call; undefined when it has fewer calls. */
async function dieAt(deathAt: number, when: 'before' | 'after') {
  const { applications, now, pass, states, left } = await confirmationsDue();
  const { mailer, accepted } = countingMailer();
  const sender = mortal(client, deathAt, when);
  const ended = run({ by: sender.client, mailer: { ...mailer, send: sender.wrap(mailer.send) }, now });
  const end = await Promise.race([ended.then(() => 'finished'), sender.death]);
  await sender.settled();
  const recorded = (await states()).filter((state) => state === 'sent').length;
  const before = accepted.length;
  pass(6 * MINUTE);
  await run({ mailer, now });
  return {
    died: end === 'died',
    counts: countsOf(accepted, applications),
    states: await states(),
    left: await left(),
    unrecorded: before - recorded,
  };
}

describe('a sender of confirmations that dies at any of its calls', () => {
  test('leaves none unsent, and sends one twice only if it died between sending and recording', async () => {
    let trials = 0;
    let duplicates = 0;
    for (let deathAt = 0; ; deathAt += 1) {
      const ends = [await dieAt(deathAt, 'before'), await dieAt(deathAt, 'after')];
      for (const { counts, states, left, unrecorded } of ends) {
        expect(states).toEqual(['sent', 'sent', 'sent']);
        expect(left).toBe(0);
        expect(Math.min(...counts)).toBe(1);
        const twice = counts.reduce((sum, each) => sum + each, 0) - 3;
        expect(twice).toBe(unrecorded);
        duplicates += twice;
      }
      trials += 2;
      if (!ends.some(({ died }) => died)) break;
    }
    // A query; a lease, an application, a mail, a record and the end of the entry for each.
    expect(trials).toBeGreaterThanOrEqual(2 * (1 + 3 * 5));
    expect(duplicates).toBeGreaterThan(0);
  });
});

describe('senders of confirmations beside each other', () => {
  test('send every one once: 20 rounds of five', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { now, states, left } = await confirmationsDue();
      const { mailer, accepted } = countingMailer();
      await Promise.all(Array.from({ length: 5 }, () => run({ mailer, now })));
      expect(accepted).toHaveLength(3);
      expect([await states(), await left()]).toEqual([['sent', 'sent', 'sent'], 0]);
    }
  });
});

describe('in a day, swept every hour,', () => {
  test.each([
    ['account', 24],
    ['passing', 6],
  ] as const)(
    'a fault that is %s is met by %d attempts, and ends the confirmation',
    async (fault, attempts) => {
      const { now, pass, states, left } = await confirmationsDue();
      let tried = 0;
      const { mailer } = countingMailer(() => {
        tried += 1;
        return new MailFailure(fault, 'x');
      });
      for (let hour = 0; hour < 26; hour += 1) {
        await run({ mailer, now });
        pass(HOUR);
      }
      expect(tried).toBe(3 * attempts);
      expect([await states(), await left()]).toEqual([['failed', 'failed', 'failed'], 0]);
    },
  );
});

test('when no sender can be at work, what one left is due at once, and a long pause goes on', async () => {
  const { now, pass, states } = await confirmationsDue();
  const { mailer } = countingMailer(() => new MailFailure('passing', 'x'));
  for (const pause of [MINUTE, 5 * MINUTE]) {
    await run({ mailer, now });
    pass(pause);
  }
  const queue = confirmationQueue(db);
  const { value: due } = await queue.due(now()).next();
  expect(await queue.lease(due, now())).toBeDefined();
  // The others pause for half an hour now.
  expect(await run({ mailer, now })).toMatchObject({ postponed: 2 });
  await queue.endLeases(now());
  expect(await run({ mailer: countingMailer().mailer, now })).toMatchObject({ sent: 1, left: 0 });
  expect((await states()).filter((state) => state === 'sent')).toHaveLength(1);
});

test('a mailbox that never responds holds no confirmation for ever', async () => {
  const { now, states } = await confirmationsDue();
  const never: Mailer = { perSecond: Infinity, send: () => new Promise(() => undefined) };
  expect(await run({ mailer: never, now, timeLimit: 20 })).toMatchObject({ sent: 0, postponed: 3 });
  expect(await states()).toEqual(['queued', 'queued', 'queued']);
});

test('a confirmation whose application is erased while it is sent is taken back', async () => {
  const { applications, now } = await confirmationsDue();
  const [erased] = applications;
  const id = encryptedId(SECRET, erased!);
  const recalled: string[] = [];
  const mailer: Mailer = {
    perSecond: Infinity,
    send: async ({ applicationId }) => {
      if (applicationId === id)
        await db.delete({ Key: keys.application(erased!.employerId, erased!.number) });
    },
    recall: async (gone) => void recalled.push(gone),
  };
  await run({ mailer, now });
  expect(recalled).toEqual([id]);
});

test('confirmations take at most a fifth of the mails a second that the mail service takes', async () => {
  const { now } = await confirmationsDue();
  const { mailer, accepted } = countingMailer();
  const begun = performance.now();
  await run({ mailer: { ...mailer, perSecond: 50 }, now });
  expect(accepted).toHaveLength(3);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2 * 5 * 20 - 1);
});

test('an address that is refused is bounced at once', async () => {
  const { now, states } = await confirmationsDue();
  const counts = confirmationCounts(db);
  await counts.add(now(), 100);
  const refusal = new MailFailure('refused', 'smtp_550', { failure: 'address_refused' });
  const { mailer } = countingMailer(() => refusal);
  await run({ mailer, now });
  expect(await states()).toEqual(['bounced', 'bounced', 'bounced']);
  expect(await counts.get()).toMatchObject({ bounced: 3 });
});
