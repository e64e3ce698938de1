import type { DynamoDBRecord } from 'aws-lambda';
import { encryptedId } from '../applications/domain/application-id.ts';
import { employerAccess } from '../employers/services.ts';
import { jobReader } from '../jobs/store/job-reader.ts';
import { now } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { eventLog } from './store/event-log.ts';
import { logBuilder } from './store/log-builder.ts';
import { changesOf, type Change } from './store/stream-record.ts';

const keptSeconds = setting('EVENT_RETENTION_DAYS') * 24 * 60 * 60;

/** The services for adding to the log of events. */
export async function builderServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  const secret = await signingKey(db);
  return {
    changesOf: (record: DynamoDBRecord): Change[] =>
      changesOf(record, (application) => encryptedId(secret, application)),
    add: logBuilder(db, keptSeconds).add,
    usage: db.usage,
  };
}

/** The services for reading an employer's events. */
export function eventServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, log: eventLog(db, now) };
}

/** The services for reading what happened to a job. */
export function historyServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, log: eventLog(db, now), jobs: jobReader(db) };
}
