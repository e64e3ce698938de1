import type { Application } from '../domain/application.ts';
import { secondsOf } from '../../platform/values/seconds.ts';
import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { keys, LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { applicationFrom } from './application-item.ts';

/** How many applications are read at once. */
const READING = 25;

/**
 * The applications of an employer whose time is over at a time, oldest first. Numbers are in the order of storing, so
 * the reading ends with so many whose time is not over; single ones may have the time of a clock that was wrong.
 */
export async function* expiredApplications(
  db: Database,
  employerId: number,
  at: Date,
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
    const applications = items.filter((item) => !isTombstone(item)).map(applicationFrom);
    const over = applications.filter(({ timeToLive }) => timeToLive <= secondsOf(at));
    yield* over;
    if (applications.length > 0 && over.length === 0) return;
  }
}
