import type { JobStatus } from '../../../schemas/job.ts';
import { ListReferencesQuery, type Reference } from '../../../schemas/list.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { beginningWith } from '../../platform/dynamodb/sort-keys.ts';
import { indexes } from '../../platform/dynamodb/table.ts';
import { jobIdOf, jobKeys, jobPrefixes } from '../keys.ts';
import { accountKeys } from '../../accounts/keys.ts';

/** How many references a page with a status filter reads. */
const MAX_READ = ListReferencesQuery.properties.limit.maximum;

interface ReferenceQuery {
  limit: number;
  after?: string | undefined;
  prefix?: string | undefined;
  status?: JobStatus | undefined;
}

/** A range of referenceIds, in the order of their UTF-8 bytes. */
interface Range {
  from: string;
  to: string;
}

const isAfter = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0;

/** The range of referenceIds that have a prefix and come after a given one; undefined when the range is empty. */
function toRange({ prefix = '', after = '' }: Pick<ReferenceQuery, 'prefix' | 'after'>): Range | undefined {
  const { from: lowest, to } = beginningWith(prefix);
  // No text sorts between a text and the same text with the lowest character appended.
  const next = `${after}\0`;
  const from = isAfter(next, lowest) ? next : lowest;
  return isAfter(from, to) ? undefined : { from, to };
}

const between = (employerId: number, sort: string, { from, to }: Range) => ({
  KeyConditionExpression: '#PK = :PK AND #sort BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#PK': 'PK', '#sort': sort },
  ExpressionAttributeValues: { ':PK': accountKeys.employer(employerId).PK, ':from': from, ':to': to },
});

/** Lists the references of an employer in the order of their UTF-8 bytes (guide: nightly-sync 8). */
export function referenceList(db: Database) {
  /** Reads the references in a range strongly. */
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

  /** The statuses of jobs by id, from the index, for referenceIds in a range. */
  async function statusesIn(employerId: number, range: Range, limit: number) {
    const rows = await db.query({
      IndexName: 'byReferenceId',
      ...between(employerId, indexes.byReferenceId.sort, range),
      Limit: limit,
    });
    return new Map(rows.map(({ id, status }): [number, JobStatus] => [id, status]));
  }

  /** Reads the statuses of existing jobs strongly. */
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
     * Lists at most `limit` references, and the one after which the list continues. The references are read strongly; a
     * status comes from the index, which may lag, or from the job when the index lacks it. A page reads a bounded
     * number of references, so one with a status filter may be short, even empty, before the end.
     */
    list: async (
      employerId: number,
      { limit, status, ...where }: ReferenceQuery,
    ): Promise<{ data: Reference[]; last: string | undefined }> => {
      const range = toRange(where);
      if (!range) return { data: [], last: undefined };
      const most = status ? MAX_READ : limit;
      const [entries, statuses] = await Promise.all([
        referencesIn(employerId, range, most + 1),
        statusesIn(employerId, range, most),
      ]);
      const candidates = entries.slice(0, most);
      const lacking = candidates.filter(({ id }) => !statuses.has(id)).map(({ id }) => id);
      for (const [id, current] of await statusesOf(employerId, lacking)) statuses.set(id, current);
      const unindexed = candidates.flatMap(({ referenceId, id }) => {
        const current = statuses.get(id);
        // A reference whose job was just deleted has no status.
        return current && (!status || current === status) ? [{ referenceId, id, status: current }] : [];
      });
      const data = unindexed.slice(0, limit);
      const rows = unindexed.length > limit ? data : candidates;
      const hasMore = unindexed.length > limit || entries.length > most;
      return { data, last: hasMore ? rows.at(-1)?.referenceId : undefined };
    },
  };
}
