import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Application } from '../application/application.ts';
import type { Database, Item, Write, Key } from '../../platform/dynamodb/database.ts';
import { conditionalUpdate } from '../../platform/dynamodb/writes.ts';
import { between, LAST_NUMBER } from '../../platform/dynamodb/sort-keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import { applicationNumberOf, applicationKeys } from '../keys.ts';
import type { Job } from '../../jobs/job/job.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';

/** A posting as its candidates read it. */
export interface PostingSnapshot extends Pick<
  Job,
  'title' | 'locations' | 'salary' | 'description' | 'language' | 'translations'
> {
  /** The name of the employer; null when the posting was confidential. */
  employer: string | null;
}

/** Creates the snapshot of a posting. */
export const toPostingSnapshot = ({
  job,
  employer,
}: Pick<OpenPosting, 'job' | 'employer'>): PostingSnapshot => {
  const { title, locations, salary, description, language, translations, confidential } = job;
  const name = confidential ? null : employer.name;
  return { title, employer: name, locations, salary, description, language, translations };
};

/**
 * The position of a posting snapshot. It has the number of the first application that it serves; later applications
 * share it until the job gets another snapshot.
 */
type ApplicationPosition = Pick<Application, 'employerId' | 'jobId' | 'number'>;

/** How long later applications can share a snapshot, in seconds. */
const SHARED_SECONDS = 30 * 24 * 60 * 60;

const textOf = (item: Item): string => inflateRawSync(item['posting']).toString('utf8');

const numberOf = (item: Item | undefined, otherwise: number): number =>
  item ? applicationNumberOf({ SK: item['SK'] }) : otherwise;

type KeyOf = (employerId: number, jobId: number, number: number) => Key;

/** Finds the item of a job whose number is closest to one, downwards or upwards. */
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

/** Finds the item of the last snapshot up to a number, by a strong read. */
export const findSnapshotItem = (db: Database, upTo: ApplicationPosition): Promise<Item | undefined> =>
  findNearestItem(db, applicationKeys.postingSnapshot, upTo, true);

/** Reads the snapshot of an application's posting; undefined when there is none. */
export const snapshotReader =
  (db: Database) =>
  async (application: ApplicationPosition): Promise<PostingSnapshot | undefined> => {
    const item = await findSnapshotItem(db, application);
    return item && (JSON.parse(textOf(item)) as PostingSnapshot);
  };

/** The write that saves a snapshot; undefined when the last snapshot is equal and expires late enough. */
export function saveSnapshot(
  { employerId, jobId, number, timeToLive: expiry }: ApplicationPosition & Pick<Application, 'timeToLive'>,
  posting: PostingSnapshot,
  last: Item | undefined,
): Write | undefined {
  const text = JSON.stringify(posting);
  if (last && last[timeToLive] >= expiry && textOf(last) === text) return undefined;
  const Item = {
    ...applicationKeys.postingSnapshot(employerId, jobId, number),
    posting: deflateRawSync(text),
    [timeToLive]: expiry + SHARED_SECONDS,
  };
  return { Put: { Item } };
}

/**
 * The writes that delete the snapshot of an application, unless another application shares it. They take a number, so
 * that an application which is being stored, and would share it, starts again.
 */
export async function deleteUnusedSnapshot(
  db: Database,
  application: ApplicationPosition,
): Promise<{ posting: Write; numbers: Write } | undefined> {
  const { employerId, jobId, number } = application;
  const numbers = applicationKeys.applicationNumbers(employerId);
  // The number is read first: if another application is stored in between, the deletion fails.
  const before = await db.get({ Key: numbers, ConsistentRead: true });
  const above = { employerId, jobId, number: number + 1 };
  const below = { employerId, jobId, number: number - 1 };
  const [snapshot, next, earlier, later] = await Promise.all([
    findSnapshotItem(db, application),
    findNearestItem(db, applicationKeys.postingSnapshot, above, false),
    findNearestItem(db, applicationKeys.jobApplication, below, true),
    findNearestItem(db, applicationKeys.jobApplication, above, false),
  ]);
  if (!snapshot || !before) return undefined;
  const isShared =
    numberOf(earlier, 0) >= numberOf(snapshot, 0) || numberOf(later, Infinity) < numberOf(next, Infinity);
  if (isShared) return undefined;
  return {
    posting: { Delete: { Key: { PK: snapshot['PK'], SK: snapshot['SK'] } } },
    numbers: conditionalUpdate(numbers, { number: before['number'] + 1 }, { number: before['number'] }),
  };
}
