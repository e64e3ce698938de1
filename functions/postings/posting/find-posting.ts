import { idText, INT32_MAX } from '../../../schemas/limits.ts';
import { type ProfiledPosting, type OpenPosting, employerLink, PostingClosed } from './posting.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { employerFrom, profileFrom } from '../../accounts/store/employer-item.ts';
import { jobReader, isPublicName } from '../../jobs/job/job-reader.ts';
import { idBlockOf, jobKeys } from '../../jobs/keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/job-language.ts';
import { closedPage, type ClosedPage } from '../../../pages/public/closed.ts';
import { brandStyle } from '../../../pages/public/style.ts';
import type { PageOfProblem } from '../../http/incoming.ts';

/** The maximum number of blocks in memory. */
const MAX_CACHED_BLOCKS = 10_000;

/** The owner of each block of job ids that this container read, by table and block. An owner never changes. */
const employersOfBlocks = new Map<string, number>();

/** Finds postings for the public, without an employer. */
export function postingStore(db: Database) {
  const jobs = jobReader(db);

  /** Reads an item that never changes. A consistent read follows only if the cheaper read does not find the item. */
  const immutable = async (Key: Key): Promise<Item | undefined> =>
    (await db.get({ Key })) ?? (await db.get({ Key, ConsistentRead: true }));

  /** The employer to which the block of a job id was leased. */
  async function employerOf(jobId: number): Promise<number | undefined> {
    const block = idBlockOf(jobId);
    const cacheName = `${db.tableName} ${block}`;
    const cached = employersOfBlocks.get(cacheName);
    if (cached !== undefined) return cached;
    const employerId: number | undefined = (await immutable(jobKeys.idBlock(block)))?.['employerId'];
    if (employerId === undefined) return undefined;
    if (employersOfBlocks.size >= MAX_CACHED_BLOCKS) employersOfBlocks.clear();
    employersOfBlocks.set(cacheName, employerId);
    return employerId;
  }

  /** The employer and the id of the job that has a public id. */
  async function holderOf(publicId: string): Promise<{ employerId: number; jobId: number } | undefined> {
    if (isPublicName(publicId)) {
      const item = await immutable(jobKeys.publicName(publicId));
      return item && { employerId: item['employerId'], jobId: item['jobId'] };
    }
    if (!idText.test(publicId) || Number(publicId) > INT32_MAX) return undefined;
    const jobId = Number(publicId);
    const employerId = await employerOf(jobId);
    return employerId === undefined ? undefined : { employerId, jobId };
  }

  return {
    /**
     * Finds the job that has, or had, a public id, by a consistent read. Its employer may be slightly outdated. At most
     * 2 read units for a job of up to 4 KB.
     */
    find: async (publicId: string): Promise<ProfiledPosting | undefined> => {
      const holder = await holderOf(publicId);
      if (!holder) return undefined;
      const [job, item] = await Promise.all([
        jobs.get(holder.employerId, holder.jobId),
        db.get({ Key: accountKeys.employer(holder.employerId) }),
      ]);
      return job && item && { job, employer: employerFrom(item), profile: profileFrom(item) };
    },
  };
}

/**
 * The frame of a page about a posting, in the posting's own language unless its reader prefers another, and the title
 * there. `titleLanguage` is undefined when it is unclear.
 */
export function postingFrame(
  { job, employer, profile }: Pick<OpenPosting, 'job' | 'employer' | 'profile'>,
  frameFor: PageRequest['frameFor'],
  own = originalLanguage(job),
) {
  const ownStyle = brandStyle(job.confidential ? null : profile.color);
  const frame = { ...frameFor(own ?? profile.language, employer.test), ownStyle };
  const titleLanguage = job.translations?.[frame.language] ? frame.language : own;
  return { frame, heading: { title: withTranslation(job, frame.language).title, titleLanguage } };
}

type Request = Pick<PageRequest, 'frameFor' | 'siteAddress'>;

/**
 * Creates the page of a posting that was once active: its title, and the employer's other postings, unless it is
 * confidential. Undefined for other problems. `kept` is the cover letter that a candidate wrote for it.
 */
export const closedPostingPage =
  ({ frameFor, siteAddress }: Request, kept?: () => ClosedPage['letter']): PageOfProblem =>
  (_, error) => {
    if (!(error instanceof PostingClosed)) return undefined;
    const { job, employer } = error.posting;
    // A job that was never published returns the same 404 as an unknown job.
    if (job.firstPublished === null) return undefined;
    const { frame, heading } = postingFrame(error.posting, frameFor);
    const content = {
      ...heading,
      employer: job.confidential ? undefined : employerLink(employer, siteAddress),
      letter: kept?.(),
    };
    return { page: closedPage(content, frame), frame };
  };
