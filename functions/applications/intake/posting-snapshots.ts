import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Application } from '../application/application.ts';
import type { PostingSnapshot } from './kept-posting.ts';
import type { Database, Item, Write, Key } from '../../platform/dynamodb/database.ts';
import { between } from '../../platform/dynamodb/key-range.ts';
import { applicationNumberOf, applicationKeys } from '../keys.ts';
import { LAST_NUMBER, timeToLive } from '../../platform/dynamodb/table.ts';

/**
 * A posting is kept under the number of the first application that was for it as it was then. Those that follow share
 * it, up to the next one that is kept for the job.
 */
type ApplicationPosition = Pick<Application, 'employerId' | 'jobId' | 'number'>;

/** For how long a posting is kept beyond the application that it was first kept for, in seconds. Until then, others can share it. */
const SHARED_SECONDS = 30 * 24 * 60 * 60;

const textOf = (item: Item): string => inflateRawSync(item['posting']).toString('utf8');

const numberOf = (item: Item | undefined, otherwise: number): number =>
  item ? applicationNumberOf({ SK: item['SK'] }) : otherwise;

type KeyOf = (employerId: number, jobId: number, number: number) => Key;

/** The item of a job that has the number closest to one, from it on downwards or upwards. */
async function findNearestItem(
  db: Database,
  keyOf: KeyOf,
  { employerId, jobId, number }: ApplicationPosition,
  isDown: boolean,
): Promise<Item | undefined> {
  const at = (limit: number) => keyOf(employerId, jobId, limit);
  const { items } = await db.queryPage({
    ...(isDown ? between(at(0), at(number)) : between(at(number), at(LAST_NUMBER))),
    ScanIndexForward: !isDown,
    Limit: 1,
  });
  return items[0];
}

/** The item with the posting that was kept last up to a number, by a strong read. */
export const findSnapshotItem = (db: Database, upTo: ApplicationPosition): Promise<Item | undefined> =>
  findNearestItem(db, applicationKeys.keptPosting, upTo, true);

/** The posting as it was when an application was received; undefined where none is kept for it. */
export const snapshotReader =
  (db: Database) =>
  async (application: ApplicationPosition): Promise<PostingSnapshot | undefined> => {
    const item = await findSnapshotItem(db, application);
    return item && (JSON.parse(textOf(item)) as PostingSnapshot);
  };

/** The write that keeps a posting for an application; undefined if the last one that is kept says the same, for as long. */
export function saveSnapshot(
  { employerId, jobId, number, timeToLive: expiry }: ApplicationPosition & Pick<Application, 'timeToLive'>,
  posting: PostingSnapshot,
  last: Item | undefined,
): Write | undefined {
  const text = JSON.stringify(posting);
  if (last && last[timeToLive] >= expiry && textOf(last) === text) return undefined;
  const Item = {
    ...applicationKeys.keptPosting(employerId, jobId, number),
    posting: deflateRawSync(text),
    [timeToLive]: expiry + SHARED_SECONDS,
  };
  return { Put: { Item } };
}

/**
 * The writes that remove the posting that was kept for an application, if no other one shares it. They take a number, so
 * that an application which is being stored meanwhile, and would share it, begins again.
 */
export async function deleteUnusedSnapshot(
  db: Database,
  application: ApplicationPosition,
): Promise<{ posting: Write; numbers: Write } | undefined> {
  const { employerId, jobId, number } = application;
  const numbers = applicationKeys.applicationNumbers(employerId);
  // Before the others: whatever is stored later takes another number.
  const before = await db.get({ Key: numbers, ConsistentRead: true });
  const above = { employerId, jobId, number: number + 1 };
  const below = { employerId, jobId, number: number - 1 };
  const [kept, next, earlier, later] = await Promise.all([
    findSnapshotItem(db, application),
    findNearestItem(db, applicationKeys.keptPosting, above, false),
    findNearestItem(db, applicationKeys.jobApplication, below, true),
    findNearestItem(db, applicationKeys.jobApplication, above, false),
  ]);
  if (!kept || !before) return undefined;
  const isShared =
    numberOf(earlier, 0) >= numberOf(kept, 0) || numberOf(later, Infinity) < numberOf(next, Infinity);
  if (isShared) return undefined;
  return {
    posting: { Delete: { Key: { PK: kept['PK'], SK: kept['SK'] } } },
    numbers: {
      Update: {
        Key: numbers,
        UpdateExpression: 'SET #number = :next',
        ConditionExpression: '#number = :before',
        ExpressionAttributeNames: { '#number': 'number' },
        ExpressionAttributeValues: { ':before': before['number'], ':next': before['number'] + 1 },
      },
    },
  };
}
