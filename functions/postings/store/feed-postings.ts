import type { Posting } from '../domain/posting.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { employerStore } from '../../employers/store/employers.ts';
import { fromItem } from '../../jobs/store/job-item.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { indexes, jobIdOf, keys, statusPartition } from '../../platform/dynamodb/table.ts';

/** How many employers' jobs are looked up side by side. */
const AT_ONCE = 8;

/** A job, as the index names it, with its version there. */
interface JobName {
  employerId: number;
  jobId: number;
  version: number;
}

/** The active jobs of all employers that are not suspended, for what is published about them together. */
export async function feedPostings(db: Database) {
  const all = await employerStore(db).list();
  const employers = new Map(
    all.filter(({ suspendedAt }) => suspendedAt === null).map((employer) => [employer.id, employer]),
  );

  async function namesOf(employerId: number): Promise<JobName[]> {
    const rows = await db.query({
      IndexName: 'byStatus',
      KeyConditionExpression: '#partition = :partition',
      ProjectionExpression: 'SK, version',
      ExpressionAttributeNames: { '#partition': indexes.byStatus.partition },
      ExpressionAttributeValues: { ':partition': statusPartition(employerId, 'active') },
    });
    return rows.map(({ SK, version }) => ({ employerId, jobId: jobIdOf({ SK }), version }));
  }

  return {
    /** The employers, by id. */
    employers: [...employers.values()],

    /** The jobs, as the index names them. */
    names: async (): Promise<JobName[]> => {
      const ids = [...employers.keys()];
      const names: JobName[][] = [];
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        names.push(...(await Promise.all(ids.slice(from, from + AT_ONCE).map(namesOf))));
      }
      return names.flat();
    },

    /** The jobs with their employers, each in the place of its name; undefined for one that is gone. */
    read: async (names: readonly JobName[]): Promise<(Posting | undefined)[]> => {
      const items = await db.batchGet(names.map(({ employerId, jobId }) => keys.job(employerId, jobId)));
      const jobs = items.filter((item) => !isTombstone(item));
      const found = new Map(jobs.map((item) => [jobIdOf({ SK: item['SK'] }), item]));
      return names.map(({ employerId, jobId }) => {
        const item = found.get(jobId);
        const employer = employers.get(employerId);
        return item && employer && { job: fromItem(item), employer };
      });
    },
  };
}
