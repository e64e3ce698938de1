import { encryptedId } from '../domain/application-id.ts';
import { tokenOfId } from '../domain/application-token.ts';
import { chosenMailer } from '../mail/chosen-mailer.ts';
import type { MailRun } from '../mail/queue-run.ts';
import { confirmationCounts } from '../store/confirmation-counts.ts';
import { confirmationQueue } from '../store/confirmation-queue.ts';
import { employerOfApplication } from '../store/employer-of-application.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { now } from '../../platform/clock.ts';
import { setting } from '../../platform/config.ts';
import { describe } from '../../platform/log-line.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { runLog } from '../../platform/run-log.ts';
import { countBounce } from './bounces.ts';
import { sendDueConfirmations } from './confirmation-run.ts';

const mailer = chosenMailer();
const site = setting('SITE_URL') ?? setting('BASE_URL') ?? '';
const operation = 'sendConfirmations';

/** What the dashboard shows of a run. */
const metrics = ['sent', 'postponed', 'failed', 'broken'];

/** Sends the confirmations that are due, for as long as there is time. Throws StoreUnavailable. */
export async function sendConfirmationMail(context: RequestTime): Promise<MailRun> {
  const db = databaseFor(context);
  const log = runLog(operation, metrics);
  const secret = () => signingKey(db);
  const { get } = confirmationCounts(db);
  const run = await sendDueConfirmations({
    queue: confirmationQueue(db, now),
    mailer,
    from: setting('MAIL_FROM'),
    serviceName: setting('MAIL_NAME'),
    timeZone: setting('TIME_ZONE'),
    idOf: async (application) => encryptedId(await secret(), application),
    employerOf: employerOfApplication(db),
    pageOf: async (id) => `${site}/application?token=${tokenOfId(await secret(), id)}`,
    areStopped: async () => ((await get())?.stoppedAt ?? null) !== null,
    now,
    remainingMillis: context.getRemainingTimeInMillis,
    onBounce: () => countBounce(db, operation, now),
    onError: (error) => log.failure({ error: describe(error) }),
    onGivenUp: log.failure,
  });
  const { sent, postponed, failed, left, broken } = run;
  log.end(run, {
    level: postponed + broken > 0 ? 'WARN' : 'INFO',
    isIdle: sent + postponed + failed + left + broken === 0,
    usage: db.usage(),
  });
  return run;
}
