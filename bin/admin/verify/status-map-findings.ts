import { digitsByPosition, type StatusMap } from '../../../functions/jobs/domain/status-digits.ts';
import { countAttributes, digitOf, slotOf } from '../../../functions/jobs/domain/status-map.ts';
import { basesFrom } from '../../../functions/jobs/store/status-reading.ts';
import { attributes, keys, leafOf } from '../../../functions/platform/dynamodb/table.ts';
import type { JobStatus } from '../../../schemas/job.ts';
import type { JobEntry } from './entries.ts';
import type { Finding } from './findings.ts';
import { itemsOf, type EmployerReading } from './reading.ts';

export const isPosition = (position: unknown): position is number =>
  Number.isSafeInteger(position) && Number(position) > 0;

/** The job at each position; if several jobs share a position, the oldest. */
export const jobsByPosition = ({ jobs }: EmployerReading): Map<number, JobEntry> =>
  new Map(
    [...jobs.values()]
      .toSorted((a, b) => b.id - a.id)
      .flatMap((job) => (isPosition(job.position) ? [[job.position, job]] : [])),
  );

const mapOf = (reading: EmployerReading): StatusMap => ({
  leaves: itemsOf(reading, 'leaf').map((item) => ({ leaf: leafOf({ SK: item['SK'] }), attributes: item })),
  bases: basesFrom(itemsOf(reading, 'base')),
});

/** What differs between the digits of the status map and the jobs at their positions. */
export function* digitFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer } = reading;
  const jobs = jobsByPosition(reading);
  const digits = digitsByPosition(mapOf(reading));
  const unreadable = new Set([...reading.unreadableJobs.values()].map((item) => item[attributes.position]));
  for (const position of new Set([...jobs.keys(), ...digits.keys()])) {
    const { id: job, version, status = 'none' } = jobs.get(position) ?? {};
    const [expected, found] = [digitOf(status), digits.get(position) ?? 0];
    if (found === expected || unreadable.has(position)) continue;
    yield {
      kind: 'status-digit',
      employer,
      job,
      version,
      key: keys.statusLeaf(employer, slotOf(position).leaf),
      expected: { position, digit: expected },
      found: { position, digit: found },
    };
  }
}

/** The digits that the findings expect, with their positions. */
export const digitsWanted = (findings: readonly Finding[]) =>
  findings
    .filter(({ kind }) => kind === 'status-digit')
    .map(({ expected, found }) => ({
      ...(expected as { position: number; digit: number }),
      found: (found as { digit: number }).digit,
    }));

/** The counts that follow from a leaf's digits after the wanted digits are written. */
export function countsOf(
  { leaf, digits: found }: { leaf: number; digits: ReadonlyMap<number, number> },
  wanted: readonly { position: number; digit: number }[],
) {
  const digits = new Map(found);
  for (const { position, digit } of wanted) {
    if (slotOf(position).leaf === leaf) digits.set(position, digit);
  }
  const counted = (status: JobStatus) => [...digits.values()].filter((digit) => digit === digitOf(status));
  return Object.fromEntries(
    (Object.keys(countAttributes) as JobStatus[]).map((status) => [
      countAttributes[status],
      counted(status).length,
    ]),
  );
}

/** What differs between the counts of a leaf and its digits, given the digits agreed on: both change at once. */
export function* countFindings(reading: EmployerReading, agreedOn: readonly Finding[]): Generator<Finding> {
  const { employerId: employer } = reading;
  const wanted = digitsWanted(agreedOn);
  const { leaves, bases } = mapOf(reading);
  for (const leaf of leaves) {
    const digits = digitsByPosition({ leaves: [leaf], bases });
    const expected = countsOf({ leaf: leaf.leaf, digits }, wanted);
    const found = Object.fromEntries(
      Object.keys(expected).map((name) => [name, Number(leaf.attributes[name] ?? 0)]),
    );
    if (JSON.stringify(found) === JSON.stringify(expected)) continue;
    yield { kind: 'status-count', employer, key: keys.statusLeaf(employer, leaf.leaf), expected, found };
  }
}
