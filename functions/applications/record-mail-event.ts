import type { Context } from 'aws-lambda';
import { parseMailReport, type MailReport, type SesEvent } from '../mail/ses-event.ts';
import { signingKey } from '../platform/crypto/signing-key.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { metered, writeLine } from '../platform/log.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { now } from '../platform/time/clock.ts';
import { decryptApplicationId, type ApplicationKey } from './application/application.ts';
import { hurtsReputation, mailStates, recordConfirmation, stateAfter } from './application/mail-states.ts';

const operation = 'recordMailEvent';

/** The effect of a mail event. */
interface Effect {
  /** Whether the state of the application changed. */
  changed: boolean;
  /** The metrics to increment. */
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
    const recorded = await recordConfirmation(db, application, stateAfter[event], now());
    const changed = recorded === 'recorded';
    if (!hurtsReputation.includes(event) || recorded === 'changed') {
      return { changed, counted: [], level: 'INFO' };
    }
    return { changed, counted: ['confirmationsBounced'], level: 'WARN' };
  },
};

/** Records an event of the mail service. Repeated events and events about unknown applications have no effect. */
async function recordReport(report: MailReport, context: RequestTime): Promise<void> {
  // Bounces of other mail are ignored: the operator sees reports and webhooks anyway, links are repeated.
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

/**
 * Records an event of SES about a mail in the application of the mail (guide: receiving-applications 3 and 4, guide:
 * stages 2 and 3).
 */
export async function handler(event: SesEvent, context: Context): Promise<void> {
  const report = parseMailReport(event);
  if (report) await recordReport(report, context);
}
