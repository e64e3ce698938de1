import type { JobStatus } from '../../../schemas/job.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { jobIdOf, jobKeys } from '../keys.ts';
import { storedFoldings } from '../../platform/text/folded-text.ts';
import { catchUpFrom, isTrusted, nothingRead, rowMemory } from './row-memory.ts';
import type { SearchRow, SearchRows } from './search-rows.ts';
import { changedRows } from './changed-rows.ts';
import { headerFromItem, headerProjection, searchText, statusMarks } from '../job/job-item.ts';
import type { JobPage, Page } from '../lists/job-lists.ts';
import { rowPacks, type Period } from './row-packs.ts';

/** The texts of some 350,000 jobs. */
const MAX_BYTES = 32 * 1_024 * 1_024;

const memory = rowMemory(MAX_BYTES);

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

  /** What is remembered, up to date; undefined if that is nothing, or not to be trusted. */
  async function recall(employerId: number): Promise<SearchRows | undefined> {
    const name = nameOf(employerId);
    const remembered = memory.recall(name);
    const asked = now().getTime();
    if (!remembered || !isTrusted(remembered, asked)) return undefined;
    const period = { from: catchUpFrom(remembered), to: Infinity };
    for await (const changed of changedRows(db, employerId, period)) remembered.rows.learn(changed);
    remembered.readAt = Math.max(remembered.readAt, asked);
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

    const rows = (await recall(employerId)) ?? (await load(employerId));
    const found = rows.find(texts, end);
    const onPage = found
      .slice((page - 1) * pageSize, page * pageSize)
      .map((id) => jobKeys.job(employerId, id));
    const items = await db.batchGet(onPage, headerProjection);
    const jobs = items
      // Of a tombstone, the projection leaves nothing.
      .filter(({ id }) => id !== undefined)
      .map(headerFromItem)
      // The index may have shown an earlier state of the job.
      .filter((job) => matches(searchText(job)));
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return { total: found.length, jobs: onPage.flatMap((key) => byId.get(jobIdOf(key)) ?? []) };
  };
}
