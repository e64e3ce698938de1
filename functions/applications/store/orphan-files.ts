import { employerOfFile, sweptPrefixes } from '../domain/application-files.ts';
import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { keys } from '../../platform/dynamodb/table.ts';

/** Where files are stored. */
interface Files {
  list: (prefix: string) => AsyncIterable<{ key: string }>;
}

/** No application has a number as high as this. */
const ABOVE_ALL = 999_999_999_999;

/**
 * Those of the keys that no application of an employer has. Newest applications come first, and the reading ends when
 * all keys are found: the times at which applications were received may be those of a clock that was wrong.
 */
async function unused(db: Database, employerId: number, found: readonly string[]): Promise<Set<string>> {
  const left = new Set(found);
  const query = {
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':partition': keys.application(employerId, 0).PK,
      ':first': keys.application(employerId, 0).SK,
      ':last': keys.application(employerId, ABOVE_ALL).SK,
    },
    ProjectionExpression: 'resume',
    ScanIndexForward: false,
    ConsistentRead: true,
  };
  for await (const { items } of queryPages(db, query)) {
    for (const { resume } of items) left.delete(resume?.key);
    if (left.size === 0) break;
  }
  return left;
}

/** The keys of the files of past days that belong to no application: those of requests that broke off. */
export async function* orphanFiles(db: Database, files: Files, now: Date): AsyncGenerator<string> {
  for (const prefix of sweptPrefixes(now)) {
    const keysOfDay: string[] = [];
    for await (const { key } of files.list(prefix)) keysOfDay.push(key);
    for (const [employerId, found] of Map.groupBy(keysOfDay, employerOfFile)) {
      yield* await unused(db, employerId, found);
    }
  }
}
