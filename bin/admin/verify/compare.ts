import { employerFrom } from '../../../functions/employers/store/employer-item.ts';
import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { keys } from '../../../functions/platform/dynamodb/table.ts';
import { derivedFindings, holdersOf } from './derived-items.ts';
import { verifiedIndexes } from './entries.ts';
import { attributeOf, type Finding } from './findings.ts';
import { logFindings } from './log-findings.ts';
import { profileFindings } from './profile-findings.ts';
import { itemsOf, keyOf, textOf, type EmployerReading } from './reading.ts';
import { rowPackFindings } from './row-pack-findings.ts';
import { countFindings, digitFindings, isPosition, jobsByPosition } from './status-map-findings.ts';

const differ = (found: unknown, expected: unknown) => JSON.stringify(found) !== JSON.stringify(expected);

function* jobFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, today } = reading;
  for (const item of reading.unreadableJobs.values()) {
    yield { kind: 'job-unreadable', employer, key: keyOf(item), expected: 'a job', found: 'less' };
  }
  const placed = jobsByPosition(reading);
  const holders = holdersOf(reading);
  for (const job of reading.jobs.values()) {
    const { id, version, position, publishDate, referenceId, found, expected } = job;
    const own = { employer, job: id, version, key: keys.job(employer, id) };
    if (differ(found, expected)) yield { kind: 'job-attributes', ...own, expected, found };
    const first = isPosition(position) ? placed.get(position) : undefined;
    if (first !== job) {
      const what = first ? `not that of job ${first.id}` : 'a position';
      yield { kind: 'position', ...own, expected: what, found: position ?? null };
    }
    // No later publication may have an earlier date, so the date of a day that has not come would last.
    if (publishDate > today) yield { kind: 'publish-date', ...own, expected: today, found: publishDate };
    if (referenceId !== null && holders.get(referenceId) !== job) {
      yield { kind: 'reference-shared', ...own, expected: null, found: referenceId };
    }
    if (job.confidential && job.publicName === null) {
      yield { kind: 'public-name-missing', ...own, expected: 'a name', found: null };
    }
  }
}

function* applicationFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer } = reading;
  for (const application of reading.unreadableApplications.keys()) {
    const [key, expected] = [keys.application(employer, application), 'an application'];
    yield { kind: 'application-unreadable', employer, application, key, expected, found: 'less' };
  }
  for (const [application, { version, found, expected }] of reading.applications) {
    if (!differ(found, expected)) continue;
    const key = keys.application(employer, application);
    yield { kind: 'application-attributes', employer, application, version, key, expected, found };
  }
}

function* employerFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, items, today } = reading;
  const own = items.get(textOf(keys.employer(employer)));
  if (!own) {
    const copy = itemsOf(reading, 'apiKey')[0]?.['employer'];
    const expected = copy ? employerFrom(copy) : 'an employer';
    yield { kind: 'employer-missing', employer, key: keys.employer(employer), expected, found: null };
  }
  for (const { hash } of itemsOf(reading, 'listedKey')) {
    const key = keys.apiKey(hash);
    const copy = items.get(textOf(key))?.['employer'];
    if (!own || copy?.id !== employer) continue;
    const [expected, found] = [employerFrom(own), employerFrom(copy)];
    const { version } = own;
    if (differ(found, expected)) yield { kind: 'key-employer', employer, version, key, expected, found };
  }
  const key = keys.numbers(employer);
  const found = items.get(textOf(key))?.['publishDate'];
  if (found > today) yield { kind: 'last-publish-date', employer, key, expected: today, found };
}

function* rowFindings({
  employerId: employer,
  jobs,
  unreadableJobs,
  rows,
}: EmployerReading): Generator<Finding> {
  for (const index of verifiedIndexes) {
    for (const job of new Set([...jobs.keys(), ...rows[index].keys()])) {
      const { version, rows: expected } = jobs.get(job) ?? {};
      const row = expected?.[index] ?? '';
      const found = rows[index].get(job) ?? '';
      if (found === row || unreadableJobs.has(job)) continue;
      const key = keys.job(employer, job);
      yield { kind: 'index-row', employer, job, version, key, expected: { index, row }, found };
    }
  }
}

/**
 * What is wrong with an employer, as read. Traffic during the reading also causes findings, so only those count that a
 * second reading confirms (`agreed`). Two readings are enough: a job with the same version in both did not change in
 * between, ids and the numbers of applications are never reused, and the digit of a position never returns once it is
 * cleared.
 */
export const compare = (reading: EmployerReading): Finding[] => [
  ...jobFindings(reading),
  ...employerFindings(reading),
  ...profileFindings(reading),
  ...derivedFindings(reading),
  ...digitFindings(reading),
  ...rowFindings(reading),
  ...rowPackFindings(reading),
  ...applicationFindings(reading),
  ...logFindings(reading),
];

/** The finding that the last number given, as one of the items says, is below one that is in use. */
export function* tooLow(
  items: ReadonlyMap<string, Item>,
  finding: Pick<Finding, 'kind' | 'employer' | 'key'>,
  inUse: Iterable<number>,
): Generator<Finding> {
  const found = items.get(textOf(finding.key))?.[attributeOf[finding.kind] ?? ''] ?? null;
  let expected = 0;
  for (const number of inUse) expected = Math.max(expected, number);
  if (!(Number(found) >= expected)) yield { ...finding, expected, found };
}

/**
 * The findings that need only one reading, given those agreed on: a leaf has its digits and its counts in one item, and
 * the last numbers are read after the jobs and the applications.
 */
export function* compareOnce(reading: EmployerReading, agreedOn: readonly Finding[]): Generator<Finding> {
  const { employerId: employer, items, applications, unreadableApplications } = reading;
  const positions = jobsByPosition(reading).keys();
  yield* tooLow(items, { kind: 'last-position', employer, key: keys.numbers(employer) }, positions);
  yield* countFindings(reading, agreedOn);
  const key = keys.applicationNumbers(employer);
  const numbers = [...applications.keys(), ...unreadableApplications.keys()];
  yield* tooLow(items, { kind: 'application-number', employer, key }, numbers);
}
