import { employerOfFile, sweptDays } from '../domain/application-files.ts';
import { addDays, type CalendarDate } from '../../platform/values/calendar.ts';
import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { keys } from '../../platform/dynamodb/table.ts';

/** Where files are stored. */
interface Files {
  list: (prefix: string) => AsyncIterable<{ key: string }>;
}

/** No application has a number as high as this. */
const ABOVE_ALL = 999_999_999_999;

/** The keys of the files of an employer's applications that were received since a day. */
async function keysInUse(db: Database, employerId: number, since: CalendarDate): Promise<Set<string>> {
  const used = new Set<string>();
  const query = {
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':partition': keys.application(employerId, 0).PK,
      ':first': keys.application(employerId, 0).SK,
      ':last': keys.application(employerId, ABOVE_ALL).SK,
    },
    ProjectionExpression: 'receivedAt, resume',
    ScanIndexForward: false,
    ConsistentRead: true,
  };
  for await (const { items } of queryPages(db, query)) {
    for (const { resume } of items) if (resume) used.add(resume.key);
    if (items.some(({ receivedAt }) => receivedAt < since)) break;
  }
  return used;
}

/** The keys of the files of past days that belong to no application: those of requests that broke off. */
export async function* orphanFiles(db: Database, files: Files, now: Date): AsyncGenerator<string> {
  for (const { day, prefix } of sweptDays(now)) {
    const keysOfDay: string[] = [];
    for await (const { key } of files.list(prefix)) keysOfDay.push(key);
    for (const [employerId, found] of Map.groupBy(keysOfDay, employerOfFile)) {
      // The numbers of two applications are not always in the order of the clocks that received them.
      const used = await keysInUse(db, employerId, addDays(day, -1));
      yield* found.filter((key) => !used.has(key));
    }
  }
}
