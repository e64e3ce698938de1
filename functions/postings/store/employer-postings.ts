import type { CalendarDate } from '../../platform/values/calendar.ts';
import type { Employer } from '../../employers/domain/employer.ts';
import type { Job, JobTeaser } from '../../jobs/domain/job.ts';
import { listedPosting, type OpenPosting } from '../domain/posting.ts';
import { Refusal } from '../../platform/values/refusal.ts';
import { decrypted, encrypted } from '../../platform/values/encrypted-number.ts';
import { refuseViolations } from '../../platform/values/submission.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { employerFrom } from '../../employers/store/employer-item.ts';
import { fromItem, TEASER_ATTRIBUTES, teaserFromItem } from '../../jobs/store/job-item.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { attributes, indexes, jobIdOf, keys, statusPartition } from '../../platform/dynamodb/table.ts';

/** How many rows of the index are read at once, with their jobs. */
const ROWS = 20;

/** A page ends with the read that gives it this many postings. */
const ENOUGH = 10;

/** The most reads for one page: it has a price, however many rows show nothing. */
const MOST_READS = 5;

const BAD_CURSOR = {
  parameter: 'after',
  code: 'malformed',
  message: 'after must be copied from the address of a page of this list.',
} as const;

/** A page of an employer's open postings, newest first. */
export interface PostingPage<Part extends JobTeaser> {
  employer: Employer;
  postings: OpenPosting<Part>[];
  /** The cursor after which the next page begins, if there is one. */
  next: string | undefined;
}

interface Wanted {
  /** The cursor of the page; the first page without one. */
  after: string | undefined;
  hasPassed: (date: CalendarDate) => boolean;
}

/** What is read of a job: the attributes, or all of them, and how they become it. */
export interface Reading<Part extends JobTeaser> {
  attributes?: readonly string[];
  from: (item: Item) => Part;
}

/** Reads whole jobs. */
export const wholeJobs: Reading<Job> = { from: fromItem };

/** Reads only what a page of links shows of jobs: their descriptions would be most of what is read. */
export const teasers: Reading<JobTeaser> = { attributes: TEASER_ATTRIBUTES, from: teaserFromItem };

/** Asks for some attributes alone. */
const projectionOf = (names: readonly string[]) => ({
  ProjectionExpression: names.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
});

/** Pages through the open postings of an employer. Confidential ones are left out. */
export function employerPostings<Part extends JobTeaser>(db: Database, reading: Reading<Part>) {
  const projection = reading.attributes && projectionOf(['SK', attributes.position, ...reading.attributes]);

  /** A cursor is a position, encrypted because positions tell how many jobs an employer has published. */
  async function positionOf(employerId: number, after: string | undefined): Promise<number> {
    if (after === undefined) return Number.MAX_SAFE_INTEGER;
    const cursor = decrypted(await signingKey(db), 'posting cursor', after);
    if (cursor?.employerId !== employerId) refuseViolations([BAD_CURSOR]);
    return cursor?.number ?? 0;
  }

  const cursorOf = async (employerId: number, position: number) =>
    encrypted(await signingKey(db), 'posting cursor', { employerId, number: position });

  /** One row more than asked for says whether there is more. */
  async function rowsBelow(employerId: number, position: number) {
    const { partition, sort } = indexes.byStatus;
    const { items } = await db.queryPage({
      IndexName: 'byStatus',
      KeyConditionExpression: '#partition = :partition AND #sort < :position',
      ProjectionExpression: 'SK, #sort, confidential',
      ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
      ExpressionAttributeValues: {
        ':partition': statusPartition(employerId, 'active'),
        ':position': position,
      },
      ScanIndexForward: false,
      Limit: ROWS + 1,
    });
    const rows = items.slice(0, ROWS);
    const next: number | undefined = items.length > ROWS ? rows.at(-1)?.[attributes.position] : undefined;
    return { rows, next };
  }

  /** The jobs of rows as they are now, except one that is gone, or has moved to another position, since. */
  async function jobsOf(employerId: number, rows: readonly Item[]): Promise<Part[]> {
    const positions = new Map(rows.map(({ SK, [attributes.position]: position }) => [SK, position]));
    const items = await db.batchGet(
      rows.map(({ SK }) => keys.job(employerId, jobIdOf({ SK }))),
      projection,
    );
    return items
      .filter(({ SK, [attributes.position]: position }) => position === positions.get(SK))
      .toSorted((one, other) => other[attributes.position] - one[attributes.position])
      .map(reading.from);
  }

  return {
    /**
     * A page, which may be short or empty and still have a next one. Throws Refusal `employer_not_found`, also when the
     * employer is suspended, and `validation_failed` for a cursor that is none of this list.
     */
    page: async (employerId: number, { after, hasPassed }: Wanted): Promise<PostingPage<Part>> => {
      const profile = await db.get({ Key: keys.employer(employerId) });
      const employer = profile && employerFrom(profile);
      if (!employer || employer.suspendedAt !== null) throw new Refusal('employer_not_found');
      const postings: OpenPosting<Part>[] = [];
      let below: number | undefined = await positionOf(employerId, after);
      for (let reads = 0; below !== undefined && postings.length < ENOUGH && reads < MOST_READS; reads += 1) {
        const { rows, next } = await rowsBelow(employerId, below);
        const named = rows.filter(({ confidential }) => confidential !== true);
        const jobs = await jobsOf(employerId, named);
        postings.push(
          ...jobs
            .filter(({ confidential }) => !confidential)
            .flatMap((job) => listedPosting({ job, employer }, hasPassed) ?? []),
        );
        below = next;
      }
      return {
        employer,
        postings,
        next: below === undefined ? undefined : await cursorOf(employerId, below),
      };
    },
  };
}
