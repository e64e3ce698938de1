import { APPLICATIONS_PER_PAGE } from '../../../schemas/application-limits.ts';
import type { ApplicationState } from '../../../schemas/application.ts';
import type { Application } from '../domain/application.ts';
import { secondsOf } from '../../platform/values/seconds.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { applicationNumberOf, keys, LAST_NUMBER, type Key } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { applicationFrom } from './application-item.ts';

/** How many readings a request may make to find applications in the state it asks for. */
const MAX_READINGS = 10;

/** The part of a list to read: what comes after the application with a number. */
interface Wanted {
  after: number;
  state?: ApplicationState | undefined;
}

/** A page of a list; `next` is the number after which the list goes on, undefined at the end. */
export interface ApplicationPage {
  applications: Application[];
  next: number | undefined;
}

/** A part of a list as it is in the table; `last` is the number where it ends, undefined at the end of the list. */
interface Reading {
  items: Item[];
  last: number | undefined;
}

/** A query for the items between two keys of a partition, by a strong read. */
export const between = ({ PK, SK: from }: Key, { SK: to }: Key) => ({
  KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
  ExpressionAttributeValues: { ':PK': PK, ':from': from, ':to': to },
  ConsistentRead: true,
});

/**
 * The lists of an employer's applications (interface 12.3), oldest first. Every read is strongly consistent, and
 * applications are numbered in the order in which they are stored, so who follows the numbers misses none.
 */
export function applicationLists(db: Database, now: () => Date) {
  /** Reads on until there is something to show, but not without end. */
  async function pageOf(
    read: (after: number) => Promise<Reading>,
    { after, state }: Wanted,
  ): Promise<ApplicationPage> {
    const seconds = secondsOf(now());
    let next: number | undefined = after;
    for (let readings = 0; readings < MAX_READINGS && next !== undefined; readings += 1) {
      const { items, last }: Reading = await read(next);
      next = last;
      const applications = items
        .filter((item) => !isTombstone(item))
        .map(applicationFrom)
        .filter(({ timeToLive }) => timeToLive > seconds)
        .filter((application) => state === undefined || application.state === state);
      if (applications.length > 0) return { applications, next };
    }
    return { applications: [], next };
  }

  /** A page of the items between two keys. */
  async function readingBetween(from: Key, to: Key): Promise<Reading> {
    const { items, last } = await db.queryPage({ ...between(from, to), Limit: APPLICATIONS_PER_PAGE });
    return { items, last: last && applicationNumberOf({ SK: last['SK'] }) };
  }

  /** A page of the applications for one job, which may have been deleted since. */
  const ofJob = (employerId: number, jobId: number, wanted: Wanted): Promise<ApplicationPage> =>
    pageOf(async (after) => {
      const { items: pointers, last } = await readingBetween(
        keys.jobApplication(employerId, jobId, after + 1),
        keys.jobApplication(employerId, jobId, LAST_NUMBER),
      );
      const numbers = pointers.map(({ SK }) => applicationNumberOf({ SK }));
      const items = await db.batchGet(
        numbers.map((number) => keys.application(employerId, number)),
        { ConsistentRead: true },
      );
      return { items: items.toSorted((a, b) => a['number'] - b['number']), last };
    }, wanted);

  return {
    /** A page of all applications, or of those in one state. */
    list: (employerId: number, wanted: Wanted): Promise<ApplicationPage> =>
      pageOf(
        (after) =>
          readingBetween(keys.application(employerId, after + 1), keys.application(employerId, LAST_NUMBER)),
        wanted,
      ),

    ofJob,

    /** Whether there is any application for a job. */
    hasAny: async (employerId: number, jobId: number): Promise<boolean> => {
      const { applications } = await ofJob(employerId, jobId, { after: 0 });
      return applications.length > 0;
    },
  };
}
