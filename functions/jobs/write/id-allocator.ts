import { INT32_MAX } from '../../../schemas/limits.ts';
import type { CalendarDate } from '../../platform/time/calendar.ts';
import { StoreUnavailable } from '../../platform/errors.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { ID_BLOCK, idBlockOf, jobKeys } from '../keys.ts';
import { tableKeys } from '../../platform/keys.ts';

/** The allocation within a block that leases the next block: early enough for 48 simultaneous writers. */
const LEASE_NEXT_AT = 16;

/** The position of a publication in the employer's list, and its date. */
export interface ListPosition {
  position: number;
  publishDate: CalendarDate;
}

/** The publication of a new job, with the id of the job. */
export interface Publication extends ListPosition {
  id: number;
}

/** How many numbers of each kind are allocated. */
interface AllocationSize {
  positions: number;
  ids: number;
}

/** The name of the attribute that holds the first id of an employer's n-th block. */
export const blockName = (block: number) => `block${block}`;

/** The item that assigns a block of job ids to an employer. */
export const idBlockItem = (block: number, employerId: number): Item => ({
  ...jobKeys.idBlock(block),
  employerId,
});

const blockOf = (draw: number) => Math.floor(draw / ID_BLOCK);

/** The blocks that an employer has leased. */
export const leasedBlocks = (numbers: Item): number[] =>
  Object.keys(numbers).flatMap((name) => (/^block\d+$/.test(name) ? Number(name.slice('block'.length)) : []));

/** The first job id of each block that an employer has leased. */
export const firstLeasedIds = (numbers: Item): number[] =>
  leasedBlocks(numbers).map((block) => numbers[blockName(block)]);

/**
 * Allocates the numbers of an employer's publications. One update gives both position and publish date, so they never
 * disagree. Ids increase with time; gaps are normal.
 */
export function idAllocator(db: Database) {
  /** Undefined when the employer already published on a later day, because this clock is behind. */
  const allocateOn = (
    employerId: number,
    day: CalendarDate,
    wanted: AllocationSize,
  ): Promise<Item | undefined> =>
    unlessConditionFails(
      db.update({
        Key: jobKeys.numbers(employerId),
        UpdateExpression: 'ADD #position :positions, #draws :ids SET #day = :day',
        ConditionExpression: 'attribute_not_exists(#day) OR #day <= :day',
        ExpressionAttributeNames: {
          '#position': 'lastPosition',
          '#draws': 'idsDrawn',
          '#day': 'publishDate',
        },
        ExpressionAttributeValues: { ':positions': wanted.positions, ':ids': wanted.ids, ':day': day },
        ReturnValues: 'ALL_NEW',
      }),
    );

  /** Allocates numbers. Returns the employer's counters after that, with the day of the allocation. */
  const draw = async (employerId: number, today: CalendarDate, wanted: AllocationSize): Promise<Item> => {
    for (let day = today; ;) {
      const numbers = await allocateOn(employerId, day, wanted);
      if (numbers) return numbers;
      const latest = await db.get({ Key: jobKeys.numbers(employerId), ConsistentRead: true });
      day = latest?.['publishDate'] ?? today;
    }
  };

  /**
   * Leases blocks and removes former ones; returns the numbers with them. If several writers lease a block, the first
   * one wins and the others leave gaps.
   */
  const lease = async (
    employerId: number,
    blocks: readonly number[],
    past: readonly number[],
  ): Promise<Item> => {
    const ids = blocks.length * ID_BLOCK;
    const { n: last } = await db.update({
      Key: tableKeys.counter('JOB'),
      UpdateExpression: 'ADD #n :ids',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':ids': ids },
      ReturnValues: 'ALL_NEW',
    });
    if (last > INT32_MAX) throw new StoreUnavailable('not-applied', 'Every Int32 job id has been given.');
    const firsts = blocks.map((_, index) => last - ids + 1 + index * ID_BLOCK);
    // Stored before the first id is used, because public pages find the employer of a job by the id's block.
    await Promise.all(firsts.map((first) => db.put({ Item: idBlockItem(idBlockOf(first), employerId) })));
    const names = blocks.map(blockName);
    const set = names.map((name) => `#${name} = if_not_exists(#${name}, :${name})`).join(', ');
    const remove = past.length > 0 ? ` REMOVE ${past.map((block) => `#${blockName(block)}`).join(', ')}` : '';
    return db.update({
      Key: jobKeys.numbers(employerId),
      UpdateExpression: `SET ${set}${remove}`,
      ExpressionAttributeNames: Object.fromEntries(
        [...names, ...past.map(blockName)].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:${name}`, firsts[index]])),
      ReturnValues: 'ALL_NEW',
    });
  };

  /**
   * Allocates consecutive publications of an employer: today, or on the day of the last one if this clock is behind.
   */
  const publications = async (
    employerId: number,
    today: CalendarDate,
    count: number,
  ): Promise<Publication[]> => {
    const drawn = await draw(employerId, today, { positions: count, ids: count });
    const draws = Array.from({ length: count }, (_, index) => drawn['idsDrawn'] - count + index);
    const inUse = draws.map(blockOf);
    // Exactly one writer allocates this number, and leases the next block before other writers need it.
    const blocksToLease = draws
      .filter((each) => each % ID_BLOCK === LEASE_NEXT_AT)
      .map((each) => blockOf(each) + 1);
    const missing = [...new Set([...inUse, ...blocksToLease])].filter(
      (block) => drawn[blockName(block)] === undefined,
    );
    const olderBlocks = leasedBlocks(drawn).filter((block) => block < (inUse[0] ?? 0));
    const numbers = { ...drawn, ...(missing.length > 0 && (await lease(employerId, missing, olderBlocks))) };
    return draws.map((each, index) => ({
      id: numbers[blockName(blockOf(each))] + (each % ID_BLOCK),
      position: drawn['lastPosition'] - count + 1 + index,
      publishDate: drawn['publishDate'],
    }));
  };

  return {
    publications,

    /** Allocates the next publication of an employer. */
    next: async (employerId: number, today: CalendarDate): Promise<Publication> => {
      const [publication] = await publications(employerId, today, 1);
      return publication as Publication;
    },

    /** Allocates the first of `count` consecutive positions, for jobs that already have ids; the day as for `next`. */
    nextPositions: async (employerId: number, today: CalendarDate, count: number): Promise<ListPosition> => {
      const numbers = await draw(employerId, today, { positions: count, ids: 0 });
      return { position: numbers['lastPosition'] - count + 1, publishDate: numbers['publishDate'] };
    },
  };
}

/** Allocates the numbers of creations. */
export type IdAllocator = Pick<ReturnType<typeof idAllocator>, 'next'>;

/**
 * Allocates the numbers of several creations together when the first one needs its own. If that fails, and once they
 * are used up, each creation allocates for itself, so that its outcome is its own.
 */
export function batchAllocator(db: Database, count: number): (single: Database) => IdAllocator {
  let shared: Promise<Publication[]> | undefined;
  return (alone) => ({
    next: async (employerId, today) => {
      shared ??= idAllocator(db)
        .publications(employerId, today, count)
        .catch(() => []);
      return (await shared).shift() ?? idAllocator(alone).next(employerId, today);
    },
  });
}
