import type { JobStatus } from '../../../schemas/job.ts';
import { ListReferencesQuery, type Reference } from '../../../schemas/references.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { beginningWith } from '../../platform/dynamodb/key-range.ts';
import { jobIdOf, jobKeys, jobPrefixes } from '../keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { indexes } from '../../platform/dynamodb/table.ts';

/** How many references a page reads when it shows only some of them. */
const MAX_READ = ListReferencesQuery.properties.limit.maximum;

interface Wanted {
  limit: number;
  after?: string | undefined;
  prefix?: string | undefined;
  status?: JobStatus | undefined;
}

/** referenceIds from the first to the last, in the order of their UTF-8 bytes. */
interface Range {
  from: string;
  to: string;
}

const isAfter = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0;

/** The referenceIds with a prefix that come after another; undefined if there can be none. */
function rangeOf({ prefix = '', after = '' }: Pick<Wanted, 'prefix' | 'after'>): Range | undefined {
  const { from: first, to } = beginningWith(prefix);
  // Nothing comes between a text and the same text with the lowest character after it.
  const next = `${after}\0`;
  const from = isAfter(next, first) ? next : first;
  return isAfter(from, to) ? undefined : { from, to };
}

const between = (employerId: number, sort: string, { from, to }: Range) => ({
  KeyConditionExpression: '#PK = :PK AND #sort BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#PK': 'PK', '#sort': sort },
  ExpressionAttributeValues: { ':PK': accountKeys.employer(employerId).PK, ':from': from, ':to': to },
});

/** Lists the references of an employer in the order of their UTF-8 bytes (interface 3.10). */
export function referenceList(db: Database) {
  /** The references in a range, by a strong read. */
  async function referencesIn(employerId: number, { from, to }: Range, limit: number) {
    const inTable = { from: jobPrefixes.reference + from, to: jobPrefixes.reference + to };
    const items = await db.query({
      ...between(employerId, 'SK', inTable),
      ConsistentRead: true,
      Limit: limit,
    });
    return items.map(({ SK, jobId }) => ({
      referenceId: String(SK).slice(jobPrefixes.reference.length),
      id: jobId as number,
    }));
  }

  /** The statuses of jobs by id, as the index has them for referenceIds in a range. */
  async function statusesIn(employerId: number, range: Range, limit: number) {
    const rows = await db.query({
      IndexName: 'byReferenceId',
      ...between(employerId, indexes.byReferenceId.sort, range),
      Limit: limit,
    });
    return new Map(rows.map(({ id, status }): [number, JobStatus] => [id, status]));
  }

  /** The statuses of jobs that exist, by strong reads. */
  async function statusesOf(employerId: number, ids: readonly number[]) {
    const items = await db.batchGet(
      ids.map((id) => jobKeys.job(employerId, id)),
      {
        ProjectionExpression: '#SK, #status',
        ExpressionAttributeNames: { '#SK': 'SK', '#status': 'status' },
        ConsistentRead: true,
      },
    );
    return items.map(({ SK, status }): [number, JobStatus] => [jobIdOf({ SK }), status]);
  }

  return {
    /**
     * At most `limit` references, and after which one the list goes on. Which there are is read strongly; a status is
     * that of the index, which may lag, or of the job where the index does not have it. A page reads a bounded number of
     * references, so one of a certain status may be short, even empty, before the end.
     */
    list: async (
      employerId: number,
      { limit, status, ...where }: Wanted,
    ): Promise<{ data: Reference[]; last: string | undefined }> => {
      const range = rangeOf(where);
      if (!range) return { data: [], last: undefined };
      const most = status ? MAX_READ : limit;
      const [found, statuses] = await Promise.all([
        referencesIn(employerId, range, most + 1),
        statusesIn(employerId, range, most),
      ]);
      const read = found.slice(0, most);
      const lacking = read.filter(({ id }) => !statuses.has(id)).map(({ id }) => id);
      for (const [id, current] of await statusesOf(employerId, lacking)) statuses.set(id, current);
      const wanted = read.flatMap(({ referenceId, id }) => {
        const current = statuses.get(id);
        // One whose job has been deleted since has none.
        return current && (!status || current === status) ? [{ referenceId, id, status: current }] : [];
      });
      const data = wanted.slice(0, limit);
      const seen = wanted.length > limit ? data : read;
      const hasMore = wanted.length > limit || found.length > most;
      return { data, last: hasMore ? seen.at(-1)?.referenceId : undefined };
    },
  };
}
