import type { Language } from '../../../schemas/languages.ts';
import type { CalendarDate } from '../../platform/time/calendar.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import type { Profile } from '../../accounts/domain/profile.ts';
import type { Job, JobTeaser, PostingRow } from '../../jobs/job/job.ts';
import { toListedPosting, type ListedPosting } from '../posting/posting.ts';
import { bestFirst } from '../posting/word-search.ts';
import { isUnfiltered, createPostingRanking, type PostingFilter } from './posting-filter.ts';
import { Refusal } from '../../platform/errors.ts';
import { decryptNumber, encryptNumber } from '../../platform/crypto/signature.ts';
import { refuseViolations } from '../../validation/submission.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { employerFrom, profileFrom } from '../../accounts/store/employer-item.ts';
import {
  fromItem,
  postingRowFromItem,
  postingRowProjection,
  teaserFromItem,
  teaserProjection,
} from '../../jobs/job/job-item.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { jobIdOf, jobKeys, statusPartition } from '../../jobs/keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';

/** The number of postings on a page. With 50 rows of the index, and the employer's profile, they cost 12 read units. */
const PAGE_SIZE = 18;

/**
 * How much of the index a page reads: `rows` at first, then twice as many each time, for at most `units` read units.
 */
interface ReadBudget {
  rows: number;
  units: number;
}

/** The rows of one read: for most employers all postings, for half a unit more. */
const FIRST_ROWS = 50;

/** The read limit of a list without a search, which filters out few postings. */
const LISTING_BUDGET: ReadBudget = { rows: FIRST_ROWS, units: 5 };

/**
 * The read limit of a search. With the employer and a page of jobs, the newest ones if it finds none, a search costs
 * fewer than 40 read units.
 */
const SEARCH_BUDGET: ReadBudget = { rows: FIRST_ROWS, units: 27 };

const BAD_CURSOR = {
  parameter: 'after',
  code: 'malformed',
  message: 'after must be copied from the address of a page of this list.',
} as const;

/** An employer with its profile. */
export interface EmployerWithProfile {
  employer: Employer;
  profile: Profile;
  /** As clean HTML, in the profile's language, and its translations by language. */
  about: string | null;
  translatedAbout: { [Name in Language]?: string };
}

/** A page of an employer's open postings, newest first. */
export interface PostingPage<Part extends JobTeaser> {
  /** The searched parts of all open postings; undefined unless the page has read them all. */
  all: readonly PostingRow[] | undefined;
  postings: ListedPosting<Part>[];
  /** The cursor after which the next page begins, if there is one. */
  next: string | undefined;
}

interface PageQuery {
  /** The cursor of the page; the first page without one. */
  after: string | undefined;
  filter: PostingFilter;
  hasPassed: (date: CalendarDate) => boolean;
}

interface RowQuery {
  budget: ReadBudget;
  isOpen: (row: PostingRow) => boolean;
  isMatch: (row: PostingRow) => boolean;
}

/** Reads the parts of jobs: the projection, unless all attributes are read, and the conversion. */
export interface PostingReader<Part extends JobTeaser> {
  projection?: typeof teaserProjection;
  from: (item: Item) => Part;
}

/** Reads jobs with all their fields. */
export const completeJobs: PostingReader<Job> = { from: fromItem };

/** Reads only what a page of links shows: the descriptions would be most of the data. */
export const teasers: PostingReader<JobTeaser> = { projection: teaserProjection, from: teaserFromItem };

/** Pages through the open postings of an employer. Confidential ones are left out. */
export function employerPostings<Part extends JobTeaser>(db: Database, reading: PostingReader<Part>) {
  /** A cursor is a position, encrypted because positions tell how many jobs an employer has published. */
  async function positionOf(employerId: number, after: string | undefined): Promise<number> {
    if (after === undefined) return Number.MAX_SAFE_INTEGER;
    const cursor = decryptNumber(await signingKey(db), 'posting cursor', after);
    if (cursor?.employerId !== employerId) refuseViolations([BAD_CURSOR]);
    return cursor?.number ?? 0;
  }

  const cursorOf = async (employerId: number, position: number) =>
    encryptNumber(await signingKey(db), 'posting cursor', { employerId, number: position });

  /** Reads a number of rows below a position. Returns also the position below which there are further rows, if any. */
  async function rowsBelow(employerId: number, position: number, count: number) {
    const { partition, sort } = indexes.byStatus;
    const { ProjectionExpression, ExpressionAttributeNames } = postingRowProjection;
    const { items } = await db.queryPage({
      IndexName: 'byStatus',
      KeyConditionExpression: '#partition = :partition AND #sort < :position',
      ProjectionExpression,
      ExpressionAttributeNames: { ...ExpressionAttributeNames, '#partition': partition, '#sort': sort },
      ExpressionAttributeValues: {
        ':partition': statusPartition(employerId, 'active'),
        ':position': position,
      },
      ScanIndexForward: false,
      // One more row shows whether there is a next page.
      Limit: count + 1,
    });
    const rows = items.slice(0, count);
    const next: number | undefined = items.length > count ? rows.at(-1)?.[attributes.position] : undefined;
    return { rows, next };
  }

  /**
   * Reads the newest matching rows below a position, within the budget, all open rows on the way, and the position where
   * it stopped.
   */
  async function rowsToShow(employerId: number, from: number, { budget, isOpen, isMatch }: RowQuery) {
    const matches: Item[] = [];
    const postings: PostingRow[] = [];
    let below: number | undefined = from;
    let count = budget.rows;
    let usedUnits = 0;
    while (below !== undefined && matches.length < PAGE_SIZE && count > 0) {
      const before = db.usage().readUnits;
      const { rows, next } = await rowsBelow(employerId, below, count);
      const units = db.usage().readUnits - before;
      for (const row of rows) {
        const posting = postingRowFromItem(row);
        if (!isOpen(posting)) continue;
        postings.push(posting);
        if (isMatch(posting)) matches.push(row);
      }
      below = next;
      usedUnits += units;
      count = Math.min(2 * count, Math.floor(((budget.units - usedUnits) * count) / units));
    }
    const rows = matches.slice(0, PAGE_SIZE);
    return {
      rows,
      all: below === undefined ? postings : undefined,
      next: matches.length > PAGE_SIZE ? (rows.at(-1)?.[attributes.position] as number) : below,
    };
  }

  /** Reads the current version of each row's job. Omits jobs that were deleted or moved after the rows were written. */
  async function jobsOf(employerId: number, rows: readonly Item[]): Promise<Part[]> {
    const positions = new Map(rows.map(({ SK, [attributes.position]: position }) => [SK, position]));
    const items = await db.batchGet(
      rows.map(({ SK }) => jobKeys.job(employerId, jobIdOf({ SK }))),
      reading.projection,
    );
    return items
      .filter(({ SK, [attributes.position]: position }) => position === positions.get(SK))
      .toSorted((one, other) => other[attributes.position] - one[attributes.position])
      .map(reading.from);
  }

  return {
    /**
     * Reads the employer, and its description only on request. Throws Refusal `employer_not_found`, also for a
     * suspended employer.
     */
    employer: async (employerId: number, { withAbout = false } = {}): Promise<EmployerWithProfile> => {
      const [item, about] = await Promise.all([
        db.get({ Key: accountKeys.employer(employerId) }),
        withAbout ? db.get({ Key: accountKeys.about(employerId) }) : undefined,
      ]);
      const employer = item && employerFrom(item);
      if (!employer || isPartner(employer) || employer.suspendedAt !== null)
        throw new Refusal('employer_not_found');
      return {
        employer,
        profile: profileFrom(item),
        about: about?.['about'] ?? null,
        translatedAbout: about?.['translations'] ?? {},
      };
    },

    /**
     * Reads a page, which may be short or empty and still have a next one. Throws Refusal `validation_failed` for a
     * cursor of another list.
     */
    page: async (employer: Employer, { after, filter, hasPassed }: PageQuery): Promise<PostingPage<Part>> => {
      const rankOf = createPostingRanking(filter);
      const isMatch = (job: PostingRow) => rankOf(job) !== undefined;
      const isOpen = (job: PostingRow) => !job.confidential && !hasPassed(job.closeDate);
      const budget = isUnfiltered(filter) ? LISTING_BUDGET : SEARCH_BUDGET;
      const from = await positionOf(employer.id, after);
      const { rows, next, all } = await rowsToShow(employer.id, from, { budget, isOpen, isMatch });
      const jobs = await jobsOf(employer.id, rows);
      return {
        // The index may have shown a former state of a job.
        postings: bestFirst(jobs.filter(isOpen), rankOf).flatMap(
          (job) => toListedPosting({ job, employer }, hasPassed) ?? [],
        ),
        all: after === undefined ? all : undefined,
        next: next === undefined ? undefined : await cursorOf(employer.id, next),
      };
    },
  };
}
