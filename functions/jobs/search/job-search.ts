import type { JobStatus } from '../../../schemas/job.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { jobIdOf, jobKeys } from '../keys.ts';
import { storedFoldings } from '../../platform/text.ts';
import { catchUpFrom, canUpdate, emptyRows, rowCache } from './row-memory.ts';
import type { SearchRow, SearchRows } from './search-rows.ts';
import { changedRows } from './changed-rows.ts';
import { headerFromItem, headerProjection, searchText, statusMarks } from '../job/job-item.ts';
import type { JobPage, Page } from '../lists/job-lists.ts';
import { rowPacks, type Period } from './row-packs.ts';

/** Enough for the texts of some 350,000 jobs. */
const MAX_BYTES = 32 * 1_024 * 1_024;

const memory = rowCache(MAX_BYTES);

/**
 * The search by q (interface 3.6). A container caches the texts of employers' jobs and reads the changes since; one
 * with an empty cache reads packs, and the index for the periods that they leave out. `upkeep` is the table for writing
 * packs.
 */
export function jobSearch(db: Database, upkeep: Database, now: () => Date) {
  const nameOf = (employerId: number) => `${db.tableName} ${employerId}`;

  /** Loads everything from the packs and the index. */
  async function load(employerId: number): Promise<SearchRows> {
    const loadedAt = now().getTime();
    const ids: SearchRow[] = [];

    async function readIndex(period: Period): Promise<void> {
      const packing = rowPacks(upkeep, employerId).writer(period, loadedAt);
      for await (const rows of changedRows(db, employerId, period)) {
        ids.push(...rows);
        await packing.add(rows);
      }
      await packing.end();
    }

    const { packs, madeInFuture } = await rowPacks(db, employerId).read(loadedAt);
    await rowPacks(upkeep, employerId).expire(madeInFuture, loadedAt);
    let coveredTo = 0;
    for (const { from, to, rows } of packs) {
      if (from > coveredTo) await readIndex({ from: coveredTo, to: from });
      ids.push(...rows);
      coveredTo = to;
    }
    await readIndex({ from: coveredTo, to: Infinity });
    const loaded = emptyRows(loadedAt);
    loaded.rows.add(ids);
    memory.set(nameOf(employerId), loaded);
    return loaded.rows;
  }

  /** Updates and returns the cached rows; undefined when there are none, or they cannot be trusted. */
  async function updateCached(employerId: number): Promise<SearchRows | undefined> {
    const name = nameOf(employerId);
    const cached = memory.recall(name);
    const startedAt = now().getTime();
    if (!cached || !canUpdate(cached, startedAt)) return undefined;
    const period = { from: catchUpFrom(cached), to: Infinity };
    for await (const changed of changedRows(db, employerId, period)) cached.rows.add(changed);
    cached.readAt = Math.max(cached.readAt, startedAt);
    memory.set(name, cached);
    return cached.rows;
  }

  /** A page of the jobs whose title or referenceId contains a text, ignoring case and accents. */
  return async (
    employerId: number,
    { q, status, page, pageSize }: Page & { q: string; status?: JobStatus | undefined },
  ): Promise<JobPage> => {
    const texts = storedFoldings(q);
    const end = status === undefined ? '' : statusMarks[status];
    const matches = (text: string) => text.endsWith(end) && texts.some((part) => text.includes(part));

    const rows = (await updateCached(employerId)) ?? (await load(employerId));
    const matchingIds = rows.find(texts, end);
    const onPage = matchingIds
      .slice((page - 1) * pageSize, page * pageSize)
      .map((id) => jobKeys.job(employerId, id));
    const items = await db.batchGet(onPage, headerProjection);
    const jobs = items
      // The projection of a tombstone is empty.
      .filter(({ id }) => id !== undefined)
      .map(headerFromItem)
      // The index may have shown a former state of the job.
      .filter((job) => matches(searchText(job)));
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return { total: matchingIds.length, jobs: onPage.flatMap((key) => byId.get(jobIdOf(key)) ?? []) };
  };
}
