import { tokenOfId } from '../domain/application-token.ts';
import { chosenMailer } from '../mail/chosen-mailer.ts';
import { loggedRun } from '../mail/logged-run.ts';
import type { MailRun } from '../mail/queue-run.ts';
import { confirmationCounts } from '../store/confirmation-counts.ts';
import { confirmationQueue } from '../store/confirmation-queue.ts';
import { employerOfApplication } from '../store/employer-of-application.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { setting } from '../../platform/config.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { countBounce } from './bounces.ts';
import { sendDueConfirmations } from './confirmation-run.ts';

const mailer = chosenMailer();
const site = setting('SITE_URL') ?? setting('BASE_URL') ?? '';
const operation = 'sendConfirmations';

/** What the alarms and the dashboard show of a run. */
const metrics = ['unfinished', 'sent', 'postponed', 'failed', 'broken'];

/** Sends the confirmations that are due, for as long as there is time. Throws StoreUnavailable. */
export function sendConfirmationMail(context: RequestTime): Promise<MailRun> {
  const db = databaseFor(context);
  const { get } = confirmationCounts(db);
  return loggedRun({ operation, metrics, db, context }, (settings) =>
    sendDueConfirmations({
      ...settings,
      queue: confirmationQueue(db),
      mailer,
      from: setting('MAIL_FROM'),
      serviceName: setting('MAIL_NAME'),
      timeZone: setting('TIME_ZONE'),
      employerOf: employerOfApplication(db),
      pageOf: async (id) => `${site}/application?token=${tokenOfId(await signingKey(db), id)}`,
      areStopped: async () => ((await get())?.stoppedAt ?? null) !== null,
      onBounce: (origins) => countBounce(db, operation, origins),
    }),
  );
}
