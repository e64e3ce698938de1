import type { JobStatus } from '../../../schemas/job.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { jobIdOf, keys } from '../../platform/dynamodb/table.ts';
import { storedFoldings } from '../../platform/values/folded-text.ts';
import { catchUpFrom, isTrusted, nothingRead, rowMemory, type Remembered } from '../domain/row-memory.ts';
import type { SearchRow, SearchRows } from '../domain/search-rows.ts';
import { changedRows } from './changed-rows.ts';
import { headerFromItem, headerProjection, searchText, statusMarks } from './job-item.ts';
import type { JobPage, Page } from './job-lists.ts';
import { rowPacks, type Period } from './row-packs.ts';

/** The texts of some 350,000 jobs. */
const MOST_BYTES = 32 * 1_024 * 1_024;

const memory = rowMemory(MOST_BYTES);

/**
 * The search by q (interface 3.6). A container remembers the texts of employers' jobs and reads what has changed since;
 * one that knows nothing yet reads packs, and the index for the times that they leave out. `upkeep` is the table for
 * writing packs.
 */
export function jobSearch(db: Database, upkeep: Database, now: () => Date) {
  const nameOf = (employerId: number) => `${db.tableName} ${employerId}`;

  /** Everything from the packs and the index. */
  async function load(employerId: number): Promise<SearchRows> {
    const asked = now().getTime();
    const found: SearchRow[] = [];

    async function readIndex(period: Period): Promise<void> {
      const packing = rowPacks(upkeep, employerId).writer(period, asked);
      for await (const rows of changedRows(db, employerId, period)) {
        found.push(...rows);
        await packing.add(rows);
      }
      await packing.end();
    }

    const { packs, outrun } = await rowPacks(db, employerId).read(asked);
    await rowPacks(upkeep, employerId).end(outrun, asked);
    let known = 0;
    for (const { from, to, rows } of packs) {
      if (from > known) await readIndex({ from: known, to: from });
      found.push(...rows);
      known = to;
    }
    await readIndex({ from: known, to: Infinity });
    const loaded = nothingRead(asked);
    loaded.rows.learn(found);
    memory.keep(nameOf(employerId), loaded);
    return loaded.rows;
  }

  /** Reads what has changed since the rows were read. Returns whether they are still those of this table. */
  async function catchUp(employerId: number, remembered: Remembered): Promise<boolean> {
    const { rows } = remembered;
    const [asked, newest] = [now().getTime(), rows.newest()];
    let isFound = newest === undefined;
    for await (const changed of changedRows(db, employerId, {
      from: catchUpFrom(remembered),
      to: Infinity,
    })) {
      rows.learn(changed);
      isFound ||= changed.some(({ id }) => id === newest?.id);
    }
    remembered.readAt = Math.max(remembered.readAt, asked);
    return isFound;
  }

  /** What is remembered, up to date; undefined if that is nothing, or not to be trusted. */
  async function recall(employerId: number): Promise<SearchRows | undefined> {
    const name = nameOf(employerId);
    const remembered = memory.recall(name);
    if (!remembered || !isTrusted(remembered, now().getTime())) return undefined;
    // A job that is gone without a trace was never in this table, or its trace has expired.
    if (!(await catchUp(employerId, remembered))) return undefined;
    memory.keep(name, remembered);
    return remembered.rows;
  }

  /** A page of the jobs whose title or referenceId contains a text, ignoring case and accents. */
  return async (
    employerId: number,
    { q, status, page, pageSize }: Page & { q: string; status?: JobStatus | undefined },
  ): Promise<JobPage> => {
    const texts = storedFoldings(q);
    const end = status === undefined ? '' : statusMarks[status];
    const matches = (text: string) => text.endsWith(end) && texts.some((part) => text.includes(part));

    async function pageOf(rows: SearchRows): Promise<JobPage & { isOutdated: boolean }> {
      const found = rows.find(texts, end);
      const onPage = found
        .slice((page - 1) * pageSize, page * pageSize)
        .map((id) => keys.job(employerId, id));
      const items = await db.batchGet(onPage, headerProjection);
      const jobs = items
        // Of a tombstone, the projection leaves nothing.
        .filter(({ id }) => id !== undefined)
        .map(headerFromItem)
        // The index may have shown an earlier state of the job.
        .filter((job) => matches(searchText(job)));
      const byId = new Map(jobs.map((job) => [job.id, job]));
      return {
        total: found.length,
        jobs: onPage.flatMap((key) => byId.get(jobIdOf(key)) ?? []),
        // A job that the service deletes leaves a tombstone, which the index tells of.
        isOutdated: items.length < onPage.length,
      };
    }

    const known = await recall(employerId);
    const seen = known && (await pageOf(known));
    const { total, jobs } = seen && !seen.isOutdated ? seen : await pageOf(await load(employerId));
    return { total, jobs };
  };
}
