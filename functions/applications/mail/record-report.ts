import { decryptedId } from '../domain/application-id.ts';
import type { MailReport } from './ses-event.ts';
import { mailStates } from '../store/mail-states.ts';
import { writtenBy } from '../../platform/values/last-write.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { now } from '../../platform/clock.ts';
import { metered, writeLine } from '../../platform/log-line.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';

/** Records what a mail service reports. A report on no application, or a repeated one, changes nothing. */
export async function recordReport(report: MailReport, context: RequestTime): Promise<void> {
  const db = databaseFor(context);
  const { event, code, failure, applicationId, queuedAt } = report;
  const application = decryptedId(await signingKey(db), applicationId);
  if (!application) return;
  const changed = await mailStates(db).record(application, queuedAt, {
    event,
    code,
    failure,
    by: writtenBy({ type: 'mail' }, now()),
  });
  writeLine({
    level: changed && event !== 'accepted' && event !== 'delivered' ? 'ERROR' : 'INFO',
    operation: 'recordMailEvent',
    event,
    changed,
    code,
    employerId: application.employerId,
    application: applicationId,
    ...(changed && { [event]: 1 }),
    ...db.usage(),
    // The metrics count the mails by what became of them.
    ...metered([...(changed ? [event] : []), 'readUnits', 'writeUnits'], now()),
  });
}
