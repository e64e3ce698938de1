import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  confirmationEntry,
  fromApplicationItem,
  toApplicationItem,
  mailQueueAttributes,
} from '../../functions/applications/application/application-store.ts';
import { defineConfirmations } from '../../functions/applications/mail/confirmation-mail.ts';
import { defineLinkMails } from '../../functions/applications/mail/link-mail.ts';
import { linkEntry } from '../../functions/applications/recruiters/recruiting-link.ts';
import { reportKeys } from '../../functions/reports/keys.ts';
import { defineReportMails, reportEntry } from '../../functions/reports/report-mail.ts';
import { disabled } from '../../functions/webhooks/domain/attempts.ts';
import { newWebhook } from '../../functions/webhooks/domain/webhook.ts';
import { webhookKeys } from '../../functions/webhooks/keys.ts';
import { defineNotices } from '../../functions/webhooks/notice-mail.ts';
import { webhookItem } from '../../functions/webhooks/store/webhook-item.ts';
import { aJobItem, anEmployerItem } from '../handlers/stored-items.ts';
import { aStoredApplication } from './an-application.ts';
import {
  encryptApplicationId,
  type Application,
} from '../../functions/applications/application/application.ts';
import type { MailFailure, Mailer, OutgoingMail } from '../../functions/mail/mailer.ts';
import { defineApplicationMails } from '../../functions/applications/mail/application-mail.ts';
import {
  sendDueMails,
  type MailDefinition,
  type MailRun,
  type MailRunOptions,
} from '../../functions/mail/mail-run.ts';
import { database, type Database, type Key } from '../../functions/platform/dynamodb/database.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';

const anEmployer = { name: 'Acme Inc.', plan: 'standard', suspendedAt: null } as const;

/** The secret with which the test encrypts ids. */
export const SECRET = Buffer.alloc(32, 7);

/** An application whose mail has been due since it was received. */
export const aDueApplication = (employerId: number, number: number, receivedAt: Date): Application =>
  aStoredApplication({ employerId, number, receivedAt: receivedAt.toISOString() });

export async function storeDueApplication(db: Database, application: Application): Promise<void> {
  const due = mailQueueAttributes(application, application.queuedAt);
  await db.put({ Item: { ...toApplicationItem(application), ...due } });
}

export async function readApplication(
  db: Database,
  { employerId, number }: Pick<Application, 'employerId' | 'number'>,
): Promise<Application | undefined> {
  const item = await db.get({ Key: applicationKeys.application(employerId, number), ConsistentRead: true });
  return item && fromApplicationItem(item);
}

/** A mailer that counts what it accepts; `fail` decides which mails it refuses. */
export function countingMailer(fail: (mail: OutgoingMail) => MailFailure | undefined = () => undefined) {
  const accepted: OutgoingMail[] = [];
  const mailer: Mailer = {
    perSecond: Infinity,
    send: async (mail) => {
      const failure = fail(mail);
      if (failure) throw failure;
      accepted.push(mail);
    },
  };
  return { mailer, accepted };
}

interface RunOptions {
  client: DynamoDBDocumentClient;
  mailer: Mailer;
  now: () => Date;
  readFile?: ReadFile;
  /** The kind of mail to send; by default applications to employers. */
  kind?: Pick<DueMailKind, 'send'>;
  remainingMillis?: () => number;
  timeLimit?: number;
  lookAgainMillis?: number;
  onError?: (error: unknown) => void;
}

type ReadFile = (key: string) => Promise<Uint8Array | undefined>;

const readPdf: ReadFile = async () => Buffer.from('%PDF-1.7');

/** Runs the sender of one kind of mail once over the table of the suite. */
export function runMail({
  client,
  readFile = readPdf,
  kind = dueMailKinds.application,
  timeLimit,
  onError = () => undefined,
  remainingMillis = () => Infinity,
  ...options
}: RunOptions): Promise<MailRun> {
  const db = database({ client, tableName: process.env['TABLE_NAME'] ?? '', remainingMillis });
  return kind.send(db, readFile, {
    ...options,
    from: 'applications@jobs.example.com',
    ...(timeLimit !== undefined && { timeLimit: () => timeLimit }),
    remainingMillis,
    onError,
    onGivenUp: () => undefined,
  });
}

/** A mail that is due, with the id that mailers get. */
interface DueMail {
  id: string;
  /** The state of the mail: `queued` or `sent`, or the state that its application or report stores. */
  state: () => Promise<string | null | undefined>;
  /** Whether the table still has a queue entry for the mail. */
  isEntryLeft?: () => Promise<boolean>;
}

/** A kind of mail in the queue. `calls` counts the calls to store, files and mailer that three mails take. */
export interface DueMailKind {
  send: (db: Database, readFile: ReadFile, options: MailRunOptions) => Promise<MailRun>;
  /** Queues mail number 1, 2 or 3 of an employer. */
  queue: (db: Database, employerId: number, number: number, at: Date) => Promise<DueMail>;
  calls: number;
}

/** Sends the mails of a definition. */
const sends =
  <Subject extends { employerId: number; test?: true }>(
    define: (db: Database, readFile: ReadFile) => MailDefinition<Subject>,
  ): DueMailKind['send'] =>
  (db, readFile, options) =>
    sendDueMails(define(db, readFile), options);

const isStored = async (db: Database, Key: Key) =>
  (await db.get({ Key, ConsistentRead: true })) !== undefined;

const idOf = async (application: Application) => encryptApplicationId(SECRET, application);

const stateOf = (db: Database, application: Application, attribute: 'state' | 'confirmation') => async () =>
  (await readApplication(db, application))?.[attribute];

/** Stores an employer with an e-mail address, and its job 7 with an applicationEmail. */
async function storeEmployer(db: Database, id: number, jobId: number): Promise<void> {
  const profile = { profile: { contactEmail: 'owner@acme.example' } };
  await db.put({ Item: { ...anEmployerItem({ ...anEmployer, id }), ...profile } });
  const job = { id: jobId, applicationEmail: 'jobs@acme.example' };
  await db.put({ Item: aJobItem(job, { ...anEmployer, id }) });
}

/** The kinds of mail of the service. */
export const dueMailKinds = {
  application: {
    send: sends((db, readFile) => ({ ...defineApplicationMails(db, { readFile }), idOf })),
    queue: async (db, employerId, number, at) => {
      const application = aDueApplication(employerId, number, at);
      await storeDueApplication(db, application);
      return { id: await idOf(application), state: stateOf(db, application, 'state') };
    },
    // Calls: four queries; a lease, a file, a mail and a record for each mail.
    calls: 4 + 3 * 4,
  },
  confirmation: {
    send: sends((db) => ({ ...defineConfirmations(db), idOf })),
    queue: async (db, employerId, number, at) => {
      const application = { ...aDueApplication(employerId, number, at), confirmation: 'queued' as const };
      await db.put({ Item: toApplicationItem(application) });
      await db.put({ Item: confirmationEntry(application) });
      return {
        id: await idOf(application),
        state: stateOf(db, application, 'confirmation'),
        isEntryLeft: () => isStored(db, applicationKeys.confirmation(employerId, number)),
      };
    },
    // Calls: one query; a lease, an application, a mail, a record and the removal of the entry for each mail.
    calls: 1 + 3 * 5,
  },
  link: {
    send: sends(defineLinkMails),
    queue: async (db, employerId, number, at) => {
      const jobId = employerId * 10 + number;
      await storeEmployer(db, employerId, jobId);
      await db.put({ Item: linkEntry({ employerId, jobId }, at) });
      const key = applicationKeys.recruitingLink(employerId, jobId);
      return { id: String(jobId), state: async () => ((await isStored(db, key)) ? 'queued' : 'sent') };
    },
    // Calls: one query; a lease, a mail and the removal of the entry for each mail.
    calls: 1 + 3 * 3,
  },
  notice: {
    send: sends(defineNotices),
    queue: async (db, employerId, number, at) => {
      await storeEmployer(db, employerId, employerId * 10);
      const creation = { cursor: 0, createdAt: at.toISOString(), creation: `${employerId}.${number}` };
      const key = { employerId, id: number, ...creation };
      const webhook = newWebhook({ url: 'https://acme.example/hook' }, key);
      await db.put({ Item: webhookItem(disabled(webhook, 'failed', at)) });
      const entry = { Key: webhookKeys.webhook(employerId, number), ConsistentRead: true };
      return {
        id: `${employerId}_${number}`,
        state: async () => ((await db.get(entry))?.['notice'] ? 'queued' : 'sent'),
      };
    },
    // Calls: one query; a lease, an account, a mail and a record for each mail.
    calls: 1 + 3 * 4,
  },
  report: {
    send: sends(defineReportMails),
    queue: async (db, employerId, number, at) => {
      const id = `${employerId}-${number}`;
      const posting = { publicId: '7', jobTitle: 'Baker', employerName: 'Acme Inc.', isConfidential: false };
      const content = { reason: 'fraud', text: null, email: null, receivedAt: at.toISOString() } as const;
      await db.put({ Item: reportEntry({ ...posting, ...content, id, employerId }) });
      const key = reportKeys.report(id);
      return { id, state: async () => ((await isStored(db, key)) ? 'queued' : 'sent') };
    },
    // Calls: two queries; a lease, a mail and the removal of the entry for each mail.
    calls: 2 + 3 * 3,
  },
} as const satisfies Record<string, DueMailKind>;

const MONTH_MILLIS = 30 * 24 * 60 * 60 * 1_000;

let lastEmployer = 0;

/** Queues three due mails of a new employer. The returned functions read their states and move the clock. */
export async function threeDueMails(db: Database, { queue }: Pick<DueMailKind, 'queue'>) {
  lastEmployer += 1;
  const employerId = lastEmployer;
  let millis = Date.UTC(2026, 10, 22) + employerId * MONTH_MILLIS;
  const now = () => new Date(millis);
  const mails: DueMail[] = [];
  for (const number of [1, 2, 3]) mails.push(await queue(db, employerId, number, now()));
  return {
    employerId,
    ids: mails.map(({ id }) => id),
    now,
    pass: (more: number) => {
      millis += more;
    },
    states: () => Promise.all(mails.map(({ state }) => state())),
    entriesLeft: async () => {
      const queueEntries = await Promise.all(mails.map(async ({ isEntryLeft }) => isEntryLeft?.()));
      return queueEntries.filter(Boolean).length;
    },
  };
}

/** How many of the mails belong to each subject id. */
export const mailsPerSubject = (mails: readonly OutgoingMail[], ids: readonly string[]): number[] =>
  ids.map((id) => mails.filter(({ subjectId }) => subjectId === id).length);
