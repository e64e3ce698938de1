import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { encryptApplicationId } from '../../functions/applications/application/application-id.ts';
import type { Application } from '../../functions/applications/application/application.ts';
import type { MailFailure } from '../../functions/mail/mail-failure.ts';
import type { Mailer, OutgoingMail } from '../../functions/mail/mailer.ts';
import { dueApplications } from '../../functions/applications/mail/due-applications.ts';
import { sendDue, type DueMails, type MailRun } from '../../functions/mail/mail-run.ts';
import {
  fromApplicationItem,
  toApplicationItem,
  mailQueueAttributes,
} from '../../functions/applications/application/application-item.ts';
import { database, type Database } from '../../functions/platform/dynamodb/database.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';

/** The secret that ids are encrypted with here. */
export const SECRET = Buffer.alloc(32, 7);

/** An application whose mail has been due since it was received. */
export const aDueApplication = (employerId: number, number: number, receivedAt: Date): Application => ({
  employerId,
  number,
  jobId: 7,
  jobTitle: 'Baker',
  referenceId: 'REQ-1',
  places: ['Toronto, ON'],
  publicId: '7',
  answers: [],
  name: 'Zoë Tremblay',
  email: 'zoe@example.org',
  telephone: null,
  coverLetter: 'I bake.',
  resume: { fileName: 'cv.pdf', mediaType: 'application/pdf', size: 8, key: `applications/${number}` },
  consent: { version: '1', language: 'en' },
  language: 'en',
  receivedAt: receivedAt.toISOString(),
  mailTo: 'jobs@acme.example',
  reference: null,
  source: null,
  stage: 'new',
  stageChangedAt: null,
  state: 'queued',
  suspicions: [],
  repeatOf: null,
  queuedAt: receivedAt.toISOString(),
  attempts: 0,
  mailError: null,
  failure: null,
  confirmation: null,
  candidateHash: 'a',
  idempotencyKey: null,
  version: 1,
  timeToLive: Math.trunc(receivedAt.getTime() / 1_000) + 365 * 86_400,
});

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

interface Parts {
  client: DynamoDBDocumentClient;
  mailer: Mailer;
  now: () => Date;
  file?: (key: string) => Promise<Uint8Array | undefined>;
  /** Which mails are sent; by default those of applications to their employers. */
  mailsIn?: (db: Database) => DueMails<Application>;
  remainingMillis?: () => number;
  timeLimit?: number;
  lookAgainMillis?: number;
  onError?: (error: unknown) => void;
}

const fileOf = async () => Buffer.from('%PDF-1.7');

/** One run of mail over the suite's table. */
export function runMail({
  client,
  file = fileOf,
  mailsIn = (db) => dueApplications(db, file),
  timeLimit,
  onError = () => undefined,
  remainingMillis = () => Infinity,
  ...parts
}: Parts): Promise<MailRun> {
  const db = database({ client, tableName: process.env['TABLE_NAME'] ?? '', remainingMillis });
  const mails = mailsIn(db);
  return sendDue(timeLimit === undefined ? mails : { ...mails, timeLimit: () => timeLimit }, {
    ...parts,
    from: 'applications@jobs.example.com',
    idOf: async (application) => encryptApplicationId(SECRET, application),
    remainingMillis,
    onError,
    onGivenUp: () => undefined,
  });
}

const MONTH_MILLIS = 30 * 24 * 60 * 60 * 1_000;

let lastEmployer = 0;

/**
 * Three applications of a new employer, with a clock that the trial moves. `store` puts what is due of each there, and
 * `states` reads the attribute that says what has become of it.
 */
export async function threeDueApplications(
  db: Database,
  attribute: 'state' | 'confirmation',
  store: (application: Application) => Promise<void>,
) {
  lastEmployer += 1;
  const employerId = lastEmployer;
  let millis = Date.UTC(2026, 10, 22) + employerId * MONTH_MILLIS;
  const now = () => new Date(millis);
  const applications = [1, 2, 3].map((number) => aDueApplication(employerId, number, now()));
  for (const application of applications) await store(application);
  return {
    employerId,
    applications,
    now,
    pass: (more: number) => {
      millis += more;
    },
    states: async () =>
      Promise.all(applications.map(async (each) => (await readApplication(db, each))?.[attribute])),
  };
}

/** How many of these mails each application has got. */
export const mailsPerApplication = (
  mails: readonly OutgoingMail[],
  applications: readonly Pick<Application, 'employerId' | 'number'>[],
): number[] =>
  applications.map((application) => {
    const id = encryptApplicationId(SECRET, application);
    return mails.filter(({ subjectId }) => subjectId === id).length;
  });
