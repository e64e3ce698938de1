import type { DynamoDBRecord } from 'aws-lambda';
import { encryptApplicationId } from '../applications/application/application.ts';
import { employerAccess } from '../accounts/access.ts';
import { jobReader } from '../jobs/job/job-reader.ts';
import { now } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import { signingKey } from '../platform/crypto/signing-key.ts';
import { databaseFor, databasePool, type RequestTime } from '../platform/request-database.ts';
import { eventLog } from './store/event-log.ts';
import { logBuilder } from './store/log-builder.ts';
import { parkedChanges } from './store/parked-changes.ts';
import { changesOf, type Change } from './store/stream-record.ts';

const retentionSeconds = setting('EVENT_RETENTION_DAYS') * 24 * 60 * 60;

/** The time limit for changes to the log of one employer, while other employers wait, in milliseconds. */
const ADD_MILLIS = 10_000;

/** The services for adding to the logs of employers, each with its own time limit. */
export function loggingServicesFor(context: RequestTime) {
  const { nextDatabase, usage } = databasePool(context, () => db.usage());
  const db = databaseFor(context);
  return {
    add: (employerId: number, changes: readonly Change[]): Promise<number> =>
      logBuilder(nextDatabase(ADD_MILLIS), retentionSeconds).add(employerId, changes),
    parked: parkedChanges(db),
    usage,
    db,
  };
}

/** The services for adding the stream's changes to the log of events. */
export async function builderServicesFor(context: RequestTime) {
  const { db, ...services } = loggingServicesFor(context);
  const secret = await signingKey(db);
  return {
    ...services,
    changesOf: (record: DynamoDBRecord): Change[] =>
      changesOf(record, (application) => encryptApplicationId(secret, application)),
  };
}

/** The services for reading an employer's events. */
export function eventServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, log: eventLog(db, now) };
}

/** The services for reading the history of a job. */
export function historyServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, log: eventLog(db, now), jobs: jobReader(db) };
}
