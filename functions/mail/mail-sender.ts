import { join } from 'node:path';
import { now } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { describe } from '../platform/log-line.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { runLog } from '../platform/run-log.ts';
import type { Mailer } from './mailer.ts';
import { outboxMailer } from './outbox.ts';
import { sendDue, type DueMails, type MailRun } from './mail-run.ts';
import { sesMailer } from './ses-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** The way that this process sends mail: SES on AWS, otherwise a mail server, otherwise a folder. */
function chosenMailer(): Mailer {
  const configurationSet = setting('MAIL_CONFIGURATION_SET');
  if (configurationSet !== undefined) return sesMailer(configurationSet);
  const server = setting('SMTP_URL');
  return server === undefined ? outboxMailer(join(setting('DATA_DIR'), 'outbox')) : smtpMailer(server);
}

const mailer = chosenMailer();
const from = setting('MAIL_FROM');

/** The ids of jobs, which are public. */
export const jobIds =
  () =>
  async ({ jobId }: { jobId: number }) =>
    String(jobId);

/** The mails of a queue in a table, and the public ids of what they are about. */
interface Queued<About extends { employerId: number }, Due extends { dueAt: Date }> {
  mailsIn: (db: Database) => DueMails<About, Due>;
  idsIn: (db: Database) => (about: About) => Promise<string>;
}

/**
 * Makes the function that sends the mails of a queue, for as long as there is time, and writes to the log what it did.
 * `metrics` names what of it the alarms and the dashboard show. It throws StoreUnavailable.
 */
export const mailSender =
  <About extends { employerId: number }, Due extends { dueAt: Date }>(
    operation: string,
    metrics: readonly string[],
    { mailsIn, idsIn }: Queued<About, Due>,
  ) =>
  async (_event: unknown, context: RequestTime): Promise<MailRun> => {
    const db = databaseFor(context);
    const log = runLog(operation, metrics);
    const mails = mailsIn(db);
    const run = await sendDue(mails, {
      mailer,
      from,
      idOf: idsIn(db),
      now,
      remainingMillis: context.getRemainingTimeInMillis,
      onError: (error) => log.failure({ error: describe(error) }),
      onGivenUp: ({ id, ...facts }) =>
        log.failure({ ...facts, [mails.kind === 'confirmation' ? 'application' : mails.kind]: id }),
    });
    const { sent, postponed, failed, left, broken } = run;
    log.end(
      { ...run, unfinished: Number(!run.finished) },
      {
        level: postponed + broken > 0 ? 'WARN' : 'INFO',
        isIdle: run.finished && sent + postponed + failed + left + broken === 0,
        usage: db.usage(),
      },
    );
    return run;
  };
