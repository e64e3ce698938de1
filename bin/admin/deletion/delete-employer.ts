import { removeMail } from '../../../functions/applications/retention/erasure.ts';
import { isPartner, type Employer } from '../../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { removeFromPartner } from '../../../functions/accounts/store/partner-entries.ts';
import { conditionalUpdate, transact } from '../../../functions/platform/dynamodb/writes.ts';
import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { toLostRace } from '../../../functions/platform/dynamodb/failures.ts';
import { applicationNumber, filesOwnedBy, isJob, itemsOwnedBy, ownsPartition } from './ownership.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import type { LastWrite } from '../../../functions/platform/dynamodb/last-write.ts';
import { isTombstone } from '../../../functions/platform/dynamodb/tombstone.ts';
import { forEachConcurrently } from '../../../functions/platform/concurrency.ts';
import { filesOf, type Connection } from '../connection.ts';
import { Failure } from '../failures.ts';
import { operatorItem, operatorLog } from '../operator-log.ts';
import { showProgress } from '../progress.ts';

const AT_ONCE = 25;

/** How long a request that began before a suspension may still write, in milliseconds. */
const SETTLING_MILLIS = 2 * 60_000;

export interface EmployerCounts {
  jobs: number;
  applications: number;
  /** All items of the table, including jobs and applications. */
  items: number;
  files: number;
}

interface DeletionOptions {
  id: number;
  now: Date;
  by: LastWrite;
  operator: string;
  /** Returns the employer's name as the operator typed it, to confirm the deletion. */
  name: () => Promise<string>;
}

export async function countData(connection: Connection, id: number): Promise<EmployerCounts> {
  const counts: EmployerCounts = { jobs: 0, applications: 0, items: 0, files: 0 };
  for await (const items of itemsOwnedBy(connection, id)) {
    for (const item of items) {
      counts.items += 1;
      if (isTombstone(item)) continue;
      if (isJob(id, item)) counts.jobs += 1;
      if (applicationNumber(id, item) !== undefined) counts.applications += 1;
    }
    showProgress(0, `${counts.items} items found`);
  }
  for await (const _ of filesOwnedBy(filesOf(connection), id)) counts.files += 1;
  return counts;
}

/** The other items of a partition. */
async function otherItems({ open }: Connection, { PK, SK }: Item): Promise<Item[]> {
  const items = await open().query({
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': PK },
    ProjectionExpression: 'PK, SK',
    ConsistentRead: true,
  });
  return items.filter((item) => item['SK'] !== SK);
}

/** Removes an item. If only this item identifies the owner of its partition, removes the others first. */
async function removeItem(connection: Connection, id: number, item: Item): Promise<void> {
  const { open, local } = connection;
  const { PK, SK } = item;
  for (const other of ownsPartition(item) ? await otherItems(connection, item) : []) {
    await open().delete({ Key: { PK, SK: other['SK'] } });
  }
  const number = applicationNumber(id, item);
  if (local && number !== undefined) await removeMail(open(), { employerId: id, number });
  await open().delete({ Key: { PK, SK } });
}

/** Scans for everything of an employer and removes it. Returns the number of removed items and files. */
async function removeData(connection: Connection, id: number): Promise<number> {
  const files = filesOf(connection);
  let removed = 0;
  for await (const items of itemsOwnedBy(connection, id)) {
    await forEachConcurrently(items, AT_ONCE, (item) => removeItem(connection, id, item));
    removed += items.length;
    showProgress(0, `${removed} items removed`);
  }
  for await (const key of filesOwnedBy(files, id)) {
    await files.remove(key);
    removed += 1;
  }
  return removed;
}

/**
 * Throws Failure unless the employer may be deleted: it is suspended, no earlier request can still write, and the name
 * matches.
 */
async function requireDeletable(employer: Employer, { now, name }: DeletionOptions): Promise<void> {
  const { id, suspendedAt } = employer;
  if (suspendedAt === null) {
    throw new Failure(
      `Employer ${id} is not suspended: suspend it with employer suspend ${id}, and delete it then.`,
    );
  }
  const deletableAt = new Date(Date.parse(suspendedAt) + SETTLING_MILLIS);
  if (now < deletableAt) {
    throw new Failure(
      `Employer ${id} was suspended at ${suspendedAt}, and requests of before may still write: try again after ${deletableAt.toISOString()}.`,
    );
  }
  if ((await name()) !== employer.name) {
    throw new Failure(
      `That is not the name of employer ${id}: employer show ${id} shows it. Nothing was deleted.`,
    );
  }
}

/**
 * Stores the author of the deletion in the employer's item, because the stream's record of a deletion contains only the
 * former item.
 */
async function storeAuthor({ open }: Connection, { id, by }: DeletionOptions): Promise<void> {
  const { deletedBy } = (await open().get({ Key: accountKeys.employer(id), ConsistentRead: true })) ?? {};
  if (deletedBy?.name === by.name) return;
  await open().update(conditionalUpdate(accountKeys.employer(id), { deletedBy: by }, { id }).Update);
}

/**
 * Deletes the employer's item and records the deletion in the operator's log. From then on, the deletion cannot be
 * undone.
 */
async function beginDeletion(connection: Connection, options: DeletionOptions): Promise<Item> {
  const { id, now, operator } = options;
  const employer = await employerStore(connection.open()).get(id);
  if (!employer || isPartner(employer))
    throw new Failure(`There is no employer ${id}: employer list shows them all.`);
  await requireDeletable(employer, options);
  const held = await countData(connection, id);
  const item = operatorItem(operator, {
    at: now.toISOString(),
    type: 'employer.deleted',
    employer: id,
    held,
  });
  await storeAuthor(connection, options);
  await transact(connection.open(), {
    employer: {
      Delete: {
        Key: accountKeys.employer(id),
        ConditionExpression: '#name = :name AND #suspendedAt = :suspendedAt',
        ExpressionAttributeNames: { '#name': 'name', '#suspendedAt': 'suspendedAt' },
        ExpressionAttributeValues: { ':name': employer.name, ':suspendedAt': employer.suspendedAt },
      },
    },
    ...removeFromPartner(employer),
    log: { Put: { Item: item } },
  }).catch(toLostRace('employer'));
  return item;
}

/**
 * Deletes every item and file of an employer. Its id stays in the operator's log and is never reused. A repeated call
 * continues an interrupted deletion. Throws Failure.
 */
export async function deleteEmployer(connection: Connection, options: DeletionOptions) {
  const { id, now } = options;
  const { PK, SK, held } =
    (await operatorLog(connection.open()).deletionOf(id)) ?? (await beginDeletion(connection, options));
  // Repeats until a complete scan finds no more.
  while ((await removeData(connection, id)) > 0);
  await connection.open().update({
    Key: { PK, SK },
    UpdateExpression: 'SET #finishedAt = if_not_exists(#finishedAt, :now)',
    ExpressionAttributeNames: { '#finishedAt': 'finishedAt' },
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
  return { deleted: { employer: id, ...(held as EmployerCounts) } };
}
