import type { Database, Key } from '../../../functions/platform/dynamodb/database.ts';
import { blockName, leasedBlocks } from '../../../functions/jobs/write/id-allocator.ts';
import { endOfIdBlock, ID_BLOCK, jobKeys } from '../../../functions/jobs/keys.ts';
import { tableKeys } from '../../../functions/platform/dynamodb/table.ts';
import { applicationKeys } from '../../../functions/applications/keys.ts';

export const sharedCounters = ['JOB', 'EMPLOYER', 'LOCATION'] as const;

export type SharedCounter = (typeof sharedCounters)[number];

/** The last allocated number in an item's attribute, or 0. */
const lastNumber = async (db: Database, Key: Key, name: string): Promise<number> =>
  (await db.get({ Key, ConsistentRead: true }))?.[name] ?? 0;

export const lastShared = (db: Database, kind: SharedCounter): Promise<number> =>
  lastNumber(db, tableKeys.counter(kind), 'n');

export const lastApplication = (db: Database, employerId: number): Promise<number> =>
  lastNumber(db, applicationKeys.applicationNumbers(employerId), 'number');

async function continueCounter(db: Database, Key: Key, name: string, last: number): Promise<void> {
  await db.update({
    Key,
    UpdateExpression: 'SET #last = :last',
    ConditionExpression: 'attribute_not_exists(#last) OR #last <= :last',
    ExpressionAttributeNames: { '#last': name },
    ExpressionAttributeValues: { ':last': last },
  });
}

/**
 * Makes a shared counter continue after `last`. Job ids are allocated in blocks, so their counter continues after the
 * end of a block.
 */
export const continueShared = (db: Database, kind: SharedCounter, last: number): Promise<void> =>
  continueCounter(db, tableKeys.counter(kind), 'n', kind === 'JOB' ? endOfIdBlock(last) : last);

/** Makes the numbers of an employer's applications continue after `last`. */
export const continueApplications = (db: Database, employerId: number, last: number): Promise<void> =>
  continueCounter(db, applicationKeys.applicationNumbers(employerId), 'number', last);

/** Releases the blocks of job ids that an employer has leased, so that its next job gets an id of a new block. */
export async function releaseBlocks(db: Database, employerId: number): Promise<void> {
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
