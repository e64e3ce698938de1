import { confirmationAfter, heldAgainstUs } from '../domain/confirmation-event.ts';
import { decryptedId } from '../domain/application-id.ts';
import type { MailReport } from '../mail/ses-event.ts';
import { recordConfirmation } from '../store/confirmation-states.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { now } from '../../platform/clock.ts';
import { metered, writeLine } from '../../platform/log-line.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { countBounce } from './bounces.ts';

const operation = 'recordMailEvent';

/**
 * Records what a mail service reports of a confirmation. What bounced counts also when its application was erased: who
 * sends applications to strange addresses could withdraw each.
 */
export async function recordConfirmationReport(report: MailReport, context: RequestTime): Promise<void> {
  const db = databaseFor(context);
  const { kind, event, code, applicationId, origins } = report;
  const application = decryptedId(await signingKey(db), applicationId);
  if (!application) return;
  const state = confirmationAfter[event];
  const recorded = state && (await recordConfirmation(db, application, state, now()));
  const counts = heldAgainstUs.includes(event) && recorded !== 'moved';
  if (counts) await countBounce(db, operation, origins);
  const metrics = counts ? ['confirmationsBounced'] : [];
  writeLine({
    level: counts ? 'WARN' : 'INFO',
    operation,
    mail: kind,
    event,
    changed: recorded === 'recorded',
    code,
    employerId: application.employerId,
    application: applicationId,
    ...(counts && { confirmationsBounced: 1 }),
    ...db.usage(),
    ...metered([...metrics, 'readUnits', 'writeUnits'], now()),
  });
}
