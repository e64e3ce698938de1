import type { Application } from '../domain/application.ts';
import { secondsOf } from '../../platform/values/seconds.ts';
import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { keys, LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { applicationFrom } from './application-item.ts';

/** How many applications are read at once. */
const READING = 25;

/**
 * The applications of an employer whose time is over, oldest first. Numbers are in the order of storing, so the reading
 * ends at the first application whose time is not over.
 */
export async function* expiredApplications(
  db: Database,
  employerId: number,
  now: Date,
): AsyncGenerator<Application> {
  const { PK, SK: to } = keys.application(employerId, LAST_NUMBER);
  const query = {
    KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
    ExpressionAttributeValues: { ':PK': PK, ':from': keys.application(employerId, 0).SK, ':to': to },
    ConsistentRead: true,
    Limit: READING,
  };
  for await (const { items } of queryPages(db, query)) {
    for (const application of items.filter((item) => !isTombstone(item)).map(applicationFrom)) {
      if (application.timeToLive > secondsOf(now)) return;
      yield application;
    }
  }
}
