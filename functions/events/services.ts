import { encryptedId } from '../applications/domain/application-id.ts';
import { setting } from '../platform/config.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { logBuilder } from './store/log-builder.ts';
import { changeOf, type Change } from './store/stream-record.ts';
import type { DynamoDBRecord } from 'aws-lambda';

const keptSeconds = setting('EVENT_RETENTION_DAYS') * 24 * 60 * 60;

/** The services for adding to the log of events. */
export async function builderServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  const secret = await signingKey(db);
  return {
    changeOf: (record: DynamoDBRecord): Change | undefined =>
      changeOf(record, (application) => encryptedId(secret, application)),
    add: logBuilder(db, keptSeconds).add,
    usage: db.usage,
  };
}
