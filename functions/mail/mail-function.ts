import { join } from 'node:path';
import { now } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { describe, runLog } from '../platform/log.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import type { QueueEntry } from './mail-queue.ts';
import { sendDueMails, type MailDefinition, type MailRun, type MailSubject } from './mail-run.ts';
import type { Mailer } from './mailer.ts';
import { outboxMailer } from './outbox.ts';
import { sesMailer } from './ses-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** Chooses how this process sends mail: SES on AWS, otherwise a mail server, otherwise a folder. */
function chooseMailer(): Mailer {
  const configurationSet = setting('MAIL_CONFIGURATION_SET');
  if (configurationSet !== undefined) return sesMailer(configurationSet);
  const server = setting('SMTP_URL');
  return server === undefined ? outboxMailer(join(setting('DATA_DIR'), 'outbox')) : smtpMailer(server);
}

const mailer = chooseMailer();
const from = setting('MAIL_FROM');

/**
 * Creates the function that sends one kind of mail while there is time, and logs its counts. `metrics` names the counts
 * that alarms and the dashboard show. Throws StoreUnavailable.
 */
export const createMailFunction =
  <Subject extends MailSubject, Entry extends Pick<QueueEntry, 'dueAt'>>(
    operation: string,
    metrics: readonly string[],
    define: (db: Database) => MailDefinition<Subject, Entry>,
  ) =>
  async (_event: unknown, context: RequestTime): Promise<MailRun> => {
    const db = databaseFor(context);
    const log = runLog(operation, metrics);
    const definition = define(db);
    const { kind } = definition;
    const run = await sendDueMails(definition, {
      mailer,
      from,
      now,
      remainingMillis: context.getRemainingTimeInMillis,
      onError: (error) => log.failure({ error: describe(error) }),
      onGivenUp: ({ id, ...facts }) =>
        log.failure({ ...facts, [kind === 'confirmation' ? 'application' : kind]: id }),
    });
    const { sent, postponed, failed, skipped, broken } = run;
    log.end(
      { ...run, unfinished: Number(!run.finished) },
      {
        level: postponed + broken > 0 ? 'WARN' : 'INFO',
        isIdle: run.finished && sent + postponed + failed + skipped + broken === 0,
        usage: db.usage(),
      },
    );
    return run;
  };
