import { isPartner } from '../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { continueNumbers, lastEventId } from '../../functions/events/store/event-log.ts';
import { ID_BLOCK, jobKeys } from '../../functions/jobs/keys.ts';
import { blockName, leasedBlocks } from '../../functions/jobs/write/id-allocator.ts';
import type { Database, Key } from '../../functions/platform/dynamodb/database.ts';
import { tableKeys } from '../../functions/platform/keys.ts';
import { continueWebhooks } from '../../functions/webhooks/store/webhooks.ts';
import type { Connection } from './connection.ts';
import { eachEmployer } from './each-employer.ts';

/** The numbers that a counter of an account skips: more than it can have allocated since the restored state. */
const MARGIN = 1_000_000;

/** The numbers that each shared counter skips. Job ids are allocated in blocks, of which the gap is a multiple. Listing employers reads every id, so their gap is small. */
const sharedMargins = { JOB: 15_625 * ID_BLOCK, EMPLOYER: 1_000, LOCATION: MARGIN };

/** Makes a counter skip numbers. Returns its last number before and after. */
async function raise(
  db: Database,
  { Key, name }: { Key: Key; name: string },
  margin: number,
): Promise<{ from: number; to: number }> {
  const from: number = (await db.get({ Key, ConsistentRead: true }))?.[name] ?? 0;
  const to = from + margin;
  await db.update({
    Key,
    UpdateExpression: 'SET #last = :to',
    ConditionExpression: 'attribute_not_exists(#last) OR #last = :from',
    ExpressionAttributeNames: { '#last': name },
    ExpressionAttributeValues: { ':from': from, ':to': to },
  });
  return { from, to };
}

/** Releases the blocks of job ids that an employer has leased, so that its next job gets an id of a new block. */
async function releaseBlocks(db: Database, employerId: number): Promise<void> {
  const numbers = await db.get({ Key: jobKeys.numbers(employerId), ConsistentRead: true });
  const blocks = numbers ? leasedBlocks(numbers) : [];
  if (blocks.length === 0) return;
  await db.update({
    Key: jobKeys.numbers(employerId),
    UpdateExpression: `SET #draws = :draws REMOVE ${blocks.map((block) => `#${blockName(block)}`).join(', ')}`,
    ExpressionAttributeNames: {
      '#draws': 'idsDrawn',
      ...Object.fromEntries(blocks.map((block) => [`#${blockName(block)}`, blockName(block)])),
    },
    ExpressionAttributeValues: { ':draws': (Math.max(...blocks) + 1) * ID_BLOCK },
  });
}

/**
 * Raises the counters of a restored table, so that no number that was allocated since its state is allocated again.
 * Webhooks go on with the first event after the restore. No other process may write to the table at the same time.
 */
export async function prepareRestored({ open }: Connection) {
  const counters: Record<string, { from: number; to: number }> = {};
  for (const [kind, margin] of Object.entries(sharedMargins)) {
    const counter = { Key: tableKeys.counter(kind as keyof typeof sharedMargins), name: 'n' };
    counters[kind] = await raise(open(), counter, margin);
  }
  const accounts = await employerStore(open()).accounts();
  await eachEmployer(accounts, 'Numbers and webhooks', async (account) => {
    const { id } = account;
    if (!isPartner(account)) {
      await releaseBlocks(open(), id);
      const counter = { Key: applicationKeys.applicationNumbers(id), name: 'number' };
      await raise(open(), counter, MARGIN);
    }
    const lastEvent = (await lastEventId(open(), id)) + MARGIN;
    await continueNumbers(open(), id, lastEvent);
    await continueWebhooks(open(), { accountId: id, lastEvent, margin: MARGIN });
  });
  return { counters, employers: accounts.filter((account) => !isPartner(account)).length };
}
