import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { now } from '../../platform/time/clock.ts';
import { metered, writeLine } from '../../platform/log-line.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { writtenBy } from '../../platform/dynamodb/last-write.ts';
import { decryptApplicationId, type ApplicationKey } from '../application/application-id.ts';
import { confirmationAfter, heldAgainstUs } from '../domain/mail-event.ts';
import { recordConfirmation } from '../store/confirmation-queue.ts';
import { mailStates } from '../store/mail-states.ts';

import type { MailReport } from '../../mail/ses-event.ts';

const operation = 'recordMailEvent';

/** What a report has done. */
interface Effect {
  /** Whether the application says something else now. */
  changed: boolean;
  /** What the metrics count. */
  counted: readonly string[];
  level: 'INFO' | 'WARN' | 'ERROR';
}

type Effects = Record<
  'application' | 'confirmation',
  (db: Database, application: ApplicationKey, report: MailReport) => Promise<Effect>
>;

const effects: Effects = {
  application: async (db, application, { event, code, failure, queuedAt }) => {
    const by = writtenBy({ type: 'mail' }, now());
    const changed = await mailStates(db).record(application, queuedAt, { event, code, failure, by });
    const hasFailed = changed && event !== 'accepted' && event !== 'delivered';
    return { changed, counted: changed ? [event] : [], level: hasFailed ? 'ERROR' : 'INFO' };
  },

  confirmation: async (db, application, { event }) => {
    const state = confirmationAfter[event];
    const recorded = state && (await recordConfirmation(db, application, state, now()));
    const changed = recorded === 'recorded';
    if (!heldAgainstUs.includes(event) || recorded === 'moved') {
      return { changed, counted: [], level: 'INFO' };
    }
    return { changed, counted: ['confirmationsBounced'], level: 'WARN' };
  },
};

/** Records what a mail service reports. A report on no application, or a repeated one, changes nothing. */
export async function recordReport(report: MailReport, context: RequestTime): Promise<void> {
  // Reports and webhooks are seen without their mail, too, and of digests and links there is another one later.
  if (report.kind !== 'application' && report.kind !== 'confirmation') return;
  const db = databaseFor(context);
  const { kind, event, code, subjectId } = report;
  const application = decryptApplicationId(await signingKey(db), subjectId);
  if (!application) return;
  const { changed, counted, level } = await effects[kind](db, application, report);
  writeLine({
    level,
    operation,
    mail: kind,
    event,
    changed,
    code,
    employerId: application.employerId,
    application: subjectId,
    ...Object.fromEntries(counted.map((name) => [name, 1])),
    ...db.usage(),
    ...metered([...counted, 'readUnits', 'writeUnits'], now()),
  });
}
