import { INT32_MAX } from '../../schemas/limits.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { StoreUnavailable } from '../domain/store-unavailable.ts';
import type { Database, Item } from './database.ts';
import { refusedBy } from './failures.ts';
import { keys } from './table.ts';

/** How many job ids an employer leases at once from the counter that all employers share. */
const BLOCK = 64;

/** Which draw of a block leases the next one: early enough for 48 writers at once. */
const LEASE_AHEAD = 16;

/** What a publication gets: a new job id, the employer's next position, and its day. */
export interface Publication {
  id: number;
  position: number;
  publishDate: CalendarDate;
}

/** The attribute that holds the first id of an employer's n-th block. */
const blockName = (block: number) => `block${block}`;

/** The highest job id of the blocks that an employer has leased; 0 when there is none. */
export const lastLeasedId = (numbers: Item): number =>
  Object.entries(numbers)
    .filter(([name]) => /^block\d+$/.test(name))
    .reduce((last, [, first]) => Math.max(last, first + BLOCK - 1), 0);

/**
 * Numbers the publications of an employer. Positions and publish dates never disagree: one update gives both. Ids grow
 * with time; gaps are normal.
 */
export function numberStore(db: Database) {
  /** Undefined when the employer has published on a later day already: this clock is behind. */
  const draw = async (employerId: number, day: CalendarDate): Promise<Item | undefined> => {
    try {
      return await db.update({
        Key: keys.numbers(employerId),
        UpdateExpression: 'ADD #position :one, #draws :one SET #day = :day',
        ConditionExpression: 'attribute_not_exists(#day) OR #day <= :day',
        ExpressionAttributeNames: {
          '#position': 'lastPosition',
          '#draws': 'idsDrawn',
          '#day': 'publishDate',
        },
        ExpressionAttributeValues: { ':one': 1, ':day': day },
        ReturnValues: 'ALL_NEW',
      });
    } catch (error) {
      if (!refusedBy(error)) throw error;
      return undefined;
    }
  };

  /** The first id of a block; when several writers lease it, the first one's stands and the others are gaps. */
  const lease = async (employerId: number, block: number): Promise<number> => {
    const { n: last } = await db.update({
      Key: keys.counter('JOB'),
      UpdateExpression: 'ADD #n :block',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':block': BLOCK },
      ReturnValues: 'ALL_NEW',
    });
    if (last > INT32_MAX) throw new StoreUnavailable('not-applied', 'Every Int32 job id has been given.');
    const numbers = await db.update({
      Key: keys.numbers(employerId),
      UpdateExpression: 'SET #block = if_not_exists(#block, :first) REMOVE #past',
      ExpressionAttributeNames: { '#block': blockName(block), '#past': blockName(block - 2) },
      ExpressionAttributeValues: { ':first': last - BLOCK + 1 },
      ReturnValues: 'ALL_NEW',
    });
    return numbers[blockName(block)];
  };

  return {
    /** The next publication of an employer, today or, where this clock is behind, on the day of the last one. */
    next: async (employerId: number, today: CalendarDate): Promise<Publication> => {
      for (let day = today; ;) {
        const numbers = await draw(employerId, day);
        if (numbers) {
          const drawn = numbers['idsDrawn'] - 1;
          const block = Math.floor(drawn / BLOCK);
          const first = numbers[blockName(block)] ?? (await lease(employerId, block));
          // Exactly one writer draws this number of a block: it leases the next one before anybody has to wait for it.
          if (drawn % BLOCK === LEASE_AHEAD) await lease(employerId, block + 1);
          return { id: first + (drawn % BLOCK), position: numbers['lastPosition'], publishDate: day };
        }
        const latest = await db.get({ Key: keys.numbers(employerId), ConsistentRead: true });
        day = latest?.['publishDate'] ?? today;
      }
    },
  };
}
