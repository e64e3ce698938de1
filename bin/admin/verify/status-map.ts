import {
  countAttributes,
  statusDigit,
  slotOf,
  statusChange,
} from '../../../functions/jobs/lists/status-map.ts';
import { digitsByPosition, toSnapshots } from '../../../functions/jobs/lists/read-status-map.ts';
import { conditionalUpdate, asNumber } from '../../../functions/platform/dynamodb/writes.ts';
import type { Item, Write, Key } from '../../../functions/platform/dynamodb/database.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { jobKeys, leafOf, jobPrefixes } from '../../../functions/jobs/keys.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import { JobStatus } from '../../../schemas/job.ts';
import { pick, type JobEntry } from './entries.ts';
import type { Finding } from './findings.ts';
import { itemsWithPrefix, type EmployerReading } from './reading.ts';

/** The job at each position; if several jobs share a position, the oldest. */
export function jobsByPosition({ jobs }: EmployerReading): Map<number, JobEntry> {
  const byPosition = new Map<number, JobEntry>();
  for (const job of jobs.values()) {
    const { position } = job;
    if (typeof position !== 'number' || !Number.isSafeInteger(position) || position < 1) continue;
    const other = byPosition.get(position);
    if (!other || other.id > job.id) byPosition.set(position, job);
  }
  return byPosition;
}

const leafFrom = (item: Item) => ({ leaf: leafOf({ SK: item['SK'] }), attributes: item });

const countNames = Object.values(countAttributes);

/** Attributes of a leaf that do not depend on jobs. */
const unrelatedNames = new Set(['PK', 'SK', attributes.refreshPartition, attributes.refreshOrder]);

/** The leaf that the service would write for these digits by position, if it had moved none to a snapshot. */
function leafWith(digits: ReadonlyMap<number, number>): Item {
  const leaf: Item = Object.fromEntries(countNames.map((name) => [name, 0]));
  for (const [position, digit] of digits) {
    const status = JobStatus.enum.find((each) => statusDigit(each) === digit) ?? 'none';
    const { attribute, delta, counts } = statusChange(position, 'none', status);
    leaf[attribute] = (leaf[attribute] ?? 0n) + delta;
    for (const [name, count] of Object.entries(counts)) leaf[name] += count;
  }
  return leaf;
}

/** Rewrites a leaf if it has not changed since it was read. */
function rewriteLeaf(key: Key, before: Item, after: Item): Write[] {
  const names = Object.keys({ ...before, ...after }).filter((name) => !unrelatedNames.has(name));
  const of = (from: Item) => Object.fromEntries(names.map((name) => [name, asNumber(from[name])]));
  return [conditionalUpdate(key, of(after), of(before))];
}

/** Compares leaves with the jobs at their positions: digits, by position, and counts. */
export function* leafFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, unreadable } = reading;
  const { PK } = accountKeys.employer(employer);
  const leaves = itemsWithPrefix(reading, { PK, SK: jobPrefixes.statusLeaf }).map(leafFrom);
  const snapshots = toSnapshots(itemsWithPrefix(reading, { PK, SK: jobPrefixes.statusSnapshot }));
  const storedDigits = digitsByPosition({ leaves, snapshots });
  const byPosition = jobsByPosition(reading);
  const digits = new Map([...byPosition].map(([position, { status }]) => [position, statusDigit(status)]));
  for (const { [attributes.position]: position } of unreadable.values()) {
    if (storedDigits.has(position)) digits.set(position, storedDigits.get(position) ?? 0);
  }
  const attributesByLeaf = new Map(leaves.map((leaf) => [leaf.leaf, leaf.attributes]));
  const positions = Map.groupBy(
    [...new Set([...digits.keys(), ...storedDigits.keys()])],
    (each) => slotOf(each).leaf,
  );
  for (const leaf of new Set([...attributesByLeaf.keys(), ...positions.keys()])) {
    const leafPositions = positions.get(leaf) ?? [];
    const of = (map: ReadonlyMap<number, number>) =>
      leafPositions.map((each): [number, number] => [each, map.get(each) ?? 0]);
    const after = leafWith(new Map(of(digits)));
    const counts = pick(after, countNames);
    const storedCounts = countNames.map((name) => [name, Number(attributesByLeaf.get(leaf)?.[name] ?? 0)]);
    const expected: Item = { ...counts, ...Object.fromEntries(of(digits)) };
    const storedCells: Item = {
      ...Object.fromEntries(storedCounts),
      ...Object.fromEntries(of(storedDigits)),
    };
    const wrong = Object.keys(expected).filter((name) => expected[name] !== storedCells[name]);
    if (wrong.length === 0) continue;
    const key = jobKeys.statusLeaf(employer, leaf);
    // A changed sum of versions shows that a job has changed between two readings.
    const version = wrong.reduce((sum, name) => sum + (byPosition.get(Number(name))?.version ?? 0), 0);
    yield {
      kind: 'status map',
      employer,
      key,
      expected: pick(expected, wrong),
      found: pick(storedCells, wrong),
      source: { key, version },
      repair: async () => rewriteLeaf(key, attributesByLeaf.get(leaf) ?? {}, after),
    };
  }
}
