import { INT32_MAX } from '../../schemas/limits.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { StoreUnavailable } from '../domain/store-unavailable.ts';
import type { Database, Item } from './database.ts';
import { refusedBy } from './failures.ts';
import { ID_BLOCK, idBlockOf, keys } from './table.ts';

/** The draw of a block that leases the next block: early enough for 48 simultaneous writers. */
const LEASE_AHEAD = 16;

/** Where a publication puts a job: the employer's next position, and the publish date. */
export interface PublicationPlace {
  position: number;
  publishDate: CalendarDate;
}

/** The publication of a new job, which also gets an id. */
export interface Publication extends PublicationPlace {
  id: number;
}

/** How many numbers of each kind are drawn. */
interface Wanted {
  positions: number;
  ids: number;
}

/** The name of the attribute that holds the first id of an employer's n-th block. */
const blockName = (block: number) => `block${block}`;

/** The highest job id in the blocks that an employer has leased; 0 when it has none. */
export const lastLeasedId = (numbers: Item): number =>
  Object.entries(numbers)
    .filter(([name]) => /^block\d+$/.test(name))
    .reduce((last, [, first]) => Math.max(last, first + ID_BLOCK - 1), 0);

/**
 * Numbers the publications of an employer. One update gives both position and publish date, so they never disagree. Ids
 * increase with time; gaps are normal.
 */
export function numberStore(db: Database) {
  /** Undefined when the employer has already published on a later day because this clock is behind. */
  const drawOn = async (employerId: number, day: CalendarDate, wanted: Wanted): Promise<Item | undefined> => {
    try {
      return await db.update({
        Key: keys.numbers(employerId),
        UpdateExpression: 'ADD #position :positions, #draws :ids SET #day = :day',
        ConditionExpression: 'attribute_not_exists(#day) OR #day <= :day',
        ExpressionAttributeNames: {
          '#position': 'lastPosition',
          '#draws': 'idsDrawn',
          '#day': 'publishDate',
        },
        ExpressionAttributeValues: { ':positions': wanted.positions, ':ids': wanted.ids, ':day': day },
        ReturnValues: 'ALL_NEW',
      });
    } catch (error) {
      if (!refusedBy(error)) throw error;
      return undefined;
    }
  };

  /** The numbers after the draw, with the day it was made for. */
  const draw = async (employerId: number, today: CalendarDate, wanted: Wanted): Promise<Item> => {
    for (let day = today; ;) {
      const numbers = await drawOn(employerId, day, wanted);
      if (numbers) return numbers;
      const latest = await db.get({ Key: keys.numbers(employerId), ConsistentRead: true });
      day = latest?.['publishDate'] ?? today;
    }
  };

  /** The first id of a block; if several writers lease it, the first one wins and the others leave gaps. */
  const lease = async (employerId: number, block: number): Promise<number> => {
    const { n: last } = await db.update({
      Key: keys.counter('JOB'),
      UpdateExpression: 'ADD #n :block',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':block': ID_BLOCK },
      ReturnValues: 'ALL_NEW',
    });
    if (last > INT32_MAX) throw new StoreUnavailable('not-applied', 'Every Int32 job id has been given.');
    const first = last - ID_BLOCK + 1;
    // Before the first id is used: a public page finds the employer of every job by its id.
    await db.put({ Item: { ...keys.idBlock(idBlockOf(first)), employerId } });
    const numbers = await db.update({
      Key: keys.numbers(employerId),
      UpdateExpression: 'SET #block = if_not_exists(#block, :first) REMOVE #past',
      ExpressionAttributeNames: { '#block': blockName(block), '#past': blockName(block - 2) },
      ExpressionAttributeValues: { ':first': first },
      ReturnValues: 'ALL_NEW',
    });
    return numbers[blockName(block)];
  };

  return {
    /** The next publication of an employer: today, or on the day of the last one if this clock is behind. */
    next: async (employerId: number, today: CalendarDate): Promise<Publication> => {
      const numbers = await draw(employerId, today, { positions: 1, ids: 1 });
      const drawn = numbers['idsDrawn'] - 1;
      const block = Math.floor(drawn / ID_BLOCK);
      const first = numbers[blockName(block)] ?? (await lease(employerId, block));
      // Exactly one writer draws this number; it leases the next block before anyone has to wait for it.
      if (drawn % ID_BLOCK === LEASE_AHEAD) await lease(employerId, block + 1);
      return {
        id: first + (drawn % ID_BLOCK),
        position: numbers['lastPosition'],
        publishDate: numbers['publishDate'],
      };
    },

    /** The first of `count` consecutive places, for jobs that already have ids; the day as for `next`. */
    nextPlaces: async (employerId: number, today: CalendarDate, count: number): Promise<PublicationPlace> => {
      const numbers = await draw(employerId, today, { positions: count, ids: 0 });
      return { position: numbers['lastPosition'] - count + 1, publishDate: numbers['publishDate'] };
    },
  };
}
