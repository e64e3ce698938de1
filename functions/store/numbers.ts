import { INT32_MAX } from '../../schemas/limits.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Database } from './database.ts';
import { StoreUnavailable } from '../domain/store-unavailable.ts';
import { refusedBy } from './failures.ts';
import { keys } from './table.ts';

/** How many job ids an employer leases at once from the counter that all employers share. */
const BLOCK = 64;

/** What a publication gets: a new job id, the employer's next position, and its day. */
export interface Publication {
  id: number;
  position: number;
  publishDate: CalendarDate;
}

const ignoreFailedCondition = (error: unknown) => {
  if (!refusedBy(error)) throw error;
  return undefined;
};

/**
 * Numbers the publications of an employer. Positions and publish dates never disagree: one update gives both. Ids grow
 * with time; gaps are normal.
 */
export function numberStore(db: Database) {
  const take = async (employerId: number, day: CalendarDate): Promise<Publication | undefined> => {
    const numbers = await db
      .update({
        Key: keys.numbers(employerId),
        UpdateExpression: 'ADD #position :one, #id :one SET #day = :day',
        ConditionExpression: '#id < #lastId AND #day <= :day',
        ExpressionAttributeNames: {
          '#position': 'lastPosition',
          '#id': 'id',
          '#lastId': 'lastId',
          '#day': 'publishDate',
        },
        ExpressionAttributeValues: { ':one': 1, ':day': day },
        ReturnValues: 'ALL_NEW',
      })
      .catch(ignoreFailedCondition);
    return (
      numbers && { id: numbers['id'], position: numbers['lastPosition'], publishDate: numbers['publishDate'] }
    );
  };

  const lease = async (employerId: number, day: CalendarDate): Promise<void> => {
    const { n: last } = await db.update({
      Key: keys.counter('JOB'),
      UpdateExpression: 'ADD #n :block',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':block': BLOCK },
      ReturnValues: 'ALL_NEW',
    });
    if (last > INT32_MAX) throw new StoreUnavailable('not-applied', 'Every Int32 job id has been given.');
    await db
      .update({
        Key: keys.numbers(employerId),
        UpdateExpression: 'SET #id = :first, #lastId = :last, #day = if_not_exists(#day, :day)',
        // Another writer may have leased too; then this block is a gap, for the ids of an employer only ever grow.
        ConditionExpression: 'attribute_not_exists(#id) OR (#id >= #lastId AND #lastId < :last)',
        ExpressionAttributeNames: { '#id': 'id', '#lastId': 'lastId', '#day': 'publishDate' },
        ExpressionAttributeValues: { ':first': last - BLOCK, ':last': last, ':day': day },
      })
      .catch(ignoreFailedCondition);
  };

  return {
    /** The next publication of an employer, today or, where this clock is behind, on the day of the last one. */
    next: async (employerId: number, today: CalendarDate): Promise<Publication> => {
      for (let day = today; ;) {
        const publication = await take(employerId, day);
        if (publication) return publication;
        const numbers = await db.get({ Key: keys.numbers(employerId), ConsistentRead: true });
        if (!numbers || numbers['id'] >= numbers['lastId']) await lease(employerId, day);
        if (numbers && numbers['publishDate'] > day) day = numbers['publishDate'];
      }
    },
  };
}
