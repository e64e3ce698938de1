import type { SearchRow } from '../../../functions/jobs/domain/search-rows.ts';
import { keys } from '../../../functions/platform/dynamodb/table.ts';
import type { Finding } from './findings.ts';
import type { EmployerReading } from './reading.ts';

const isSame = (one: SearchRow | undefined, { text, position }: SearchRow) =>
  one?.text === text && one.position === position;

/** The packs that lack a job that last changed in their time or show it otherwise, or show one that is gone untold. */
export function* rowPackFindings({
  employerId: employer,
  packs,
  jobs,
  unreadableJobs,
  deletedJobs,
}: EmployerReading): Generator<Finding> {
  const current = [...jobs.values()].map(({ searchRow }) => searchRow);
  for (const { from, to, rows } of packs) {
    const packed = new Map(rows.map((row) => [row.id, row]));
    const wanted = current.filter(({ changedAt }) => changedAt >= from && changedAt < to);
    const isRight =
      wanted.every((row) => isSame(packed.get(row.id), row)) &&
      rows.every(
        ({ id, text }) => text === null || jobs.has(id) || deletedJobs.has(id) || unreadableJobs.has(id),
      );
    if (!isRight)
      yield { kind: 'row-pack', employer, key: keys.rowPack(employer, from), expected: null, found: to };
  }
}
