import { join } from 'node:path';
import { now } from '../../platform/clock.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { describe } from '../../platform/log-line.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { runLog } from '../../platform/run-log.ts';
import { encryptedId } from '../domain/application-id.ts';
import type { Mailer } from './mailer.ts';
import { outboxMailer } from './outbox.ts';
import { sendDue, type DueMails, type MailRun } from './queue-run.ts';
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

/**
 * Makes the function that sends the mails of a queue, for as long as there is time, and writes to the log what it did.
 * `metrics` names what of it the alarms and the dashboard show. It throws StoreUnavailable.
 */
export const mailSender =
  (operation: string, metrics: readonly string[], mailsIn: (db: Database) => DueMails) =>
  async (_event: unknown, context: RequestTime): Promise<MailRun> => {
    const db = databaseFor(context);
    const log = runLog(operation, metrics);
    const run = await sendDue(mailsIn(db), {
      mailer,
      from,
      idOf: async (application) => encryptedId(await signingKey(db), application),
      now,
      remainingMillis: context.getRemainingTimeInMillis,
      onError: (error) => log.failure({ error: describe(error) }),
      onGivenUp: log.failure,
    });
    const { sent, postponed, failed, left, broken } = run;
    log.end(
      { ...run, unfinished: Number(!run.finished) },
      {
        level: postponed + broken > 0 ? 'WARN' : 'INFO',
        isIdle: sent + postponed + failed + left + broken === 0,
        usage: db.usage(),
      },
    );
    return run;
  };
