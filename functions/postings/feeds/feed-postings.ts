import type { ProfiledPosting, RankedJob } from '../posting/posting.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { isPublished } from '../../accounts/domain/employer.ts';
import { employerStore } from '../../accounts/store/employers.ts';
import { fromItem } from '../../jobs/job/job-item.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { jobIdOf, jobKeys, statusPartition } from '../../jobs/keys.ts';
import { indexes } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';

/** The number of jobs in one BatchGetItem. */
export const READ_BATCH = 100;

/** The minimum remaining time to start a batch, in milliseconds, because the result must still be stored. */
export const MIN_BEGIN_MILLIS = 60_000;

/** How many employers' jobs are read in parallel. */
const AT_ONCE = 8;

export type FeedPostings = Awaited<ReturnType<typeof feedPostings>>;

/** The active jobs of all published employers. */
export async function feedPostings(db: Database) {
  const all = await employerStore(db).listProfiled();
  const employers = new Map(
    all.flatMap((each) => (isPublished(each.employer) ? [[each.employer.id, each]] : [])),
  );

  const secret = await signingKey(db);

  async function namesOf(employerId: number): Promise<RankedJob[]> {
    const rows = await db.query({
      IndexName: 'byStatus',
      KeyConditionExpression: '#partition = :partition',
      ProjectionExpression: 'SK, version',
      ExpressionAttributeNames: { '#partition': indexes.byStatus.partition },
      ExpressionAttributeValues: { ':partition': statusPartition(employerId, 'active') },
    });
    return rows.map(({ SK, version }) => {
      const jobId = jobIdOf({ SK });
      return { rank: signatureOf(secret, 'feed order', String(jobId)), employerId, jobId, version };
    });
  }

  return {
    /** The employers, by id, with the language and the logo with which their postings are shown. */
    employers: [...employers.values()].map(({ employer, profile: { language, logo } }) => ({
      ...employer,
      language,
      logo,
    })),

    /** Lists the jobs by rank, as the index shows them. */
    ranked: async (): Promise<RankedJob[]> => {
      const ids = [...employers.keys()];
      const names: RankedJob[][] = [];
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        names.push(...(await Promise.all(ids.slice(from, from + AT_ONCE).map(namesOf))));
      }
      return names.flat().toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
    },

    /** Reads the jobs with their employers, in the same order; undefined for a deleted one. */
    read: async (names: readonly RankedJob[]): Promise<(ProfiledPosting | undefined)[]> => {
      const items = await db.batchGet(names.map(({ employerId, jobId }) => jobKeys.job(employerId, jobId)));
      const jobs = items.filter((item) => !isTombstone(item));
      const itemsById = new Map(jobs.map((item) => [jobIdOf({ SK: item['SK'] }), item]));
      return names.map(({ employerId, jobId }) => {
        const item = itemsById.get(jobId);
        const employer = employers.get(employerId);
        return item && employer && { job: fromItem(item), ...employer };
      });
    },
  };
}
