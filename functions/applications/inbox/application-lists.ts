import { APPLICATIONS_PER_PAGE } from '../../../schemas/application-limits.ts';
import type {
  ApplicationStage,
  ApplicationState,
  ListApplicationsQuery,
} from '../../../schemas/application.ts';
import {
  type Application,
  applicationRecord,
  decryptOwnNumber,
  encryptApplicationId,
} from '../application/application.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { applicationNumberOf, applicationKeys } from '../keys.ts';
import { LAST_NUMBER, between } from '../../platform/dynamodb/sort-keys.ts';
import {
  takePage,
  toIndexEntry,
  listEntriesOfCandidate,
  hashCandidate,
} from '../application/application-index.ts';
import type { ApplicationList } from '../../../schemas/application-record.ts';
import { refuseViolations } from '../../validation/submission.ts';
import { liveApplications } from '../application/application-store.ts';

/** The maximum number of reads in which a request looks for matching applications: those of some 100,000. */
const MAX_READS = 100;

/** A range that has at most this many applications for each one in the list costs less than single reads. */
const MAX_SPREAD = 4;

/** How many index items are read for a page at one stage, for each application on the page. */
const INDEX_FACTOR = 10;

/** The part of a list to read, which begins after the application with the number `after`. */
interface ListQuery {
  after: number;
  state?: ApplicationState | undefined;
  stage?: ApplicationStage | undefined;
  /** The hash of a candidate's e-mail address. */
  candidate?: string | undefined;
}

/** A page of a list; the next page begins after the number `next`, which is undefined on the last page. */
export interface ApplicationPage {
  applications: Application[];
  next: number | undefined;
}

/** A part of a list in the table; `last` is the number of its last application, undefined at the end of the list. */
interface Chunk {
  items: Item[];
  last: number | undefined;
}

/**
 * The lists of an employer's applications (guide: receiving-applications 1), oldest first. Every read is strongly
 * consistent, and applications are numbered in the order in which they are stored, so a reader that follows the numbers
 * misses none.
 */
export function applicationLists(db: Database, now: () => Date) {
  /** Reads chunks of twice the size of the one before until one has matches, at most MAX_READS chunks. */
  async function readPage(
    read: (after: number, limit: number) => Promise<Chunk>,
    { after, state, stage }: ListQuery,
  ): Promise<ApplicationPage> {
    let next: number | undefined = after;
    for (let readings = 0; readings < MAX_READS && next !== undefined; readings += 1) {
      const { items, last }: Chunk = await read(next, APPLICATIONS_PER_PAGE * 2 ** Math.min(readings, 10));
      next = last;
      const matching = liveApplications(items, now()).filter(
        (application) =>
          (state === undefined || application.state === state) &&
          (stage === undefined || application.stage === stage),
      );
      const applications = matching.slice(0, APPLICATIONS_PER_PAGE);
      if (applications.length < matching.length) next = applications.at(-1)?.number;
      if (applications.length > 0) return { applications, next };
    }
    return { applications: [], next };
  }

  /** Reads a page of the items between two keys. */
  async function readBetween(from: Key, to: Key, limit: number): Promise<Chunk> {
    const { items, last } = await db.queryPage({ ...between(from, to), Limit: limit });
    return { items, last: last && applicationNumberOf({ SK: last['SK'] }) };
  }

  /** Reads the applications with these ascending numbers: those close together as a range. */
  async function withNumbers(employerId: number, numbers: readonly number[]): Promise<Item[]> {
    const [lowest = 0, last = 0] = [numbers[0], numbers.at(-1)];
    const count = last - lowest + 1;
    const keyOf = (number: number) => applicationKeys.application(employerId, number);
    const range =
      numbers.length > 0 && count <= MAX_SPREAD * numbers.length
        ? await readBetween(keyOf(lowest), keyOf(last), count)
        : { items: [], last: 0 };
    const keys = new Map(numbers.map((number) => [keyOf(number).SK, keyOf(number)]));
    const ofRange = range.items.filter(({ SK }) => keys.has(SK));
    // A range of more than a megabyte is read only in part.
    const rest = numbers.filter((number) => range.last !== undefined && number > range.last).map(keyOf);
    const items = [...ofRange, ...(await db.batchGet(rest, { ConsistentRead: true }))];
    return items.toSorted((one, other) => one['number'] - other['number']);
  }

  /** Reads a page of a candidate's applications, for one job if given. It reads no items of other candidates. */
  async function ofCandidate(
    { employerId, candidate, jobId }: { employerId: number; candidate: string; jobId?: number },
    query: ListQuery,
  ): Promise<ApplicationPage> {
    const all = await listEntriesOfCandidate(db, { employerId, candidateHash: candidate }, jobId);
    return readPage(async (after) => {
      const unread = all.filter(({ number }) => number > after);
      const numbers = takePage(unread).map(({ number }) => number);
      return {
        items: await withNumbers(employerId, numbers),
        last: unread.length > numbers.length ? numbers.at(-1) : undefined,
      };
    }, query);
  }

  /** Reads a page of the applications for one job, even a deleted job. */
  const ofJob = (employerId: number, jobId: number, query: ListQuery): Promise<ApplicationPage> => {
    const { candidate } = query;
    if (candidate !== undefined) return ofCandidate({ employerId, candidate, jobId }, query);
    const { stage } = query;
    return readPage(async (after, limit) => {
      const { items, last } = await readBetween(
        applicationKeys.jobApplication(employerId, jobId, after + 1),
        applicationKeys.jobApplication(employerId, jobId, LAST_NUMBER),
        stage === undefined ? limit : limit * INDEX_FACTOR,
      );
      const entries = items
        .map(toIndexEntry)
        .filter((entry) => stage === undefined || (entry.stage ?? stage) === stage);
      const numbers = takePage(entries).map(({ number }) => number);
      return {
        items: await withNumbers(employerId, numbers),
        last: numbers.length < entries.length ? numbers.at(-1) : last,
      };
    }, query);
  };

  return {
    /** Reads a page of the applications that match the query. */
    list: (employerId: number, query: ListQuery): Promise<ApplicationPage> => {
      const { candidate } = query;
      if (candidate !== undefined) return ofCandidate({ employerId, candidate }, query);
      return readPage(
        (after, limit) =>
          readBetween(
            applicationKeys.application(employerId, after + 1),
            applicationKeys.application(employerId, LAST_NUMBER),
            limit,
          ),
        query,
      );
    },

    ofJob,

    /** Whether there is any application for a job. */
    hasAny: async (employerId: number, jobId: number): Promise<boolean> => {
      const { applications } = await ofJob(employerId, jobId, { after: 0 });
      return applications.length > 0;
    },
  };
}

const NOT_OWN = {
  parameter: 'after',
  code: 'malformed',
  message: 'after must be the id of one of your applications.',
} as const;

/** The number of the application that `after` names, even an erased one. Throws Refusal `validation_failed`. */
function numberAfter(secret: Uint8Array, employerId: number, after: string | undefined): number {
  if (!after) return 0;
  const number = decryptOwnNumber(secret, employerId, after);
  if (number === undefined) refuseViolations([NOT_OWN]);
  return number ?? 0;
}

/** Converts a query to the part of a list. Throws Refusal `validation_failed`. */
export const toListQuery = (
  secret: Uint8Array,
  employerId: number,
  { after, state, stage, email }: ListApplicationsQuery,
): ListQuery => ({
  after: numberAfter(secret, employerId, after),
  state,
  stage,
  candidate: email === undefined ? undefined : hashCandidate(secret, email),
});

/** A page of applications in a response (guide: receiving-applications 1). */
export const toListResponse = (
  secret: Uint8Array,
  employerId: number,
  { applications, next }: ApplicationPage,
  pageAddress: (after: string) => string,
): ApplicationList => ({
  data: applications.map((application) => applicationRecord(secret, application)),
  paging: {
    next: next === undefined ? null : pageAddress(encryptApplicationId(secret, { employerId, number: next })),
  },
});
