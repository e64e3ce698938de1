import {
  countAttributes,
  digitOf,
  digitsByPosition,
  slotOf,
  type StatusLeaf,
} from '../../../functions/jobs/domain/status-map.ts';
import { employerFrom } from '../../../functions/employers/store/employer-item.ts';
import { keys } from '../../../functions/platform/dynamodb/table.ts';
import { applicationFindings, lastNumberFindings } from './application-findings.ts';
import { dateFindings } from './date-findings.ts';
import type { Finding } from './findings.ts';
import { verifiedIndexes, type EmployerReading, type JobEntry } from './reading.ts';

const byId = (a: JobEntry, b: JobEntry) => a.id - b.id;

const isPosition = (position: unknown): position is number =>
  Number.isSafeInteger(position) && Number(position) > 0;

/** The job at each position; if several jobs share a position, the oldest. */
function jobsByPosition({ jobs }: EmployerReading): Map<number, JobEntry> {
  const placed = new Map<number, JobEntry>();
  for (const job of jobs.toSorted(byId)) {
    if (isPosition(job.position) && !placed.has(job.position)) placed.set(job.position, job);
  }
  return placed;
}

function* jobFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer } = reading;
  for (const { key } of reading.unreadable.values()) {
    yield { kind: 'job-unreadable', employer, key, expected: 'a job', found: 'less' };
  }
  const placed = jobsByPosition(reading);
  for (const { id, version, position, found, expected } of reading.jobs) {
    const job = { employer, job: id, version, key: keys.job(employer, id) };
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      yield { kind: 'job-attributes', ...job, expected, found };
    }
    const holder = isPosition(position) ? placed.get(position)?.id : undefined;
    if (holder !== id) {
      const what = holder === undefined ? 'a position' : `not that of job ${holder}`;
      yield { kind: 'position', ...job, expected: what, found: position ?? null };
    }
  }
}

/** The job to which each referenceId belongs: the one that the reference names, or else the oldest that has it. */
function holdersOf({ jobs, references }: EmployerReading): Map<string, JobEntry> {
  const holders = new Map<string, JobEntry>();
  for (const job of jobs.toSorted(byId)) {
    const { referenceId, id } = job;
    if (referenceId === null) continue;
    if (!holders.has(referenceId) || references.get(referenceId) === id) holders.set(referenceId, job);
  }
  return holders;
}

function* referenceFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, jobs, references } = reading;
  const holders = holdersOf(reading);
  for (const { id, version, referenceId } of jobs) {
    const holder = referenceId === null ? undefined : holders.get(referenceId);
    if (referenceId === null || !holder) continue;
    const job = { employer, job: id, version };
    const key = keys.reference(employer, referenceId);
    const found = references.get(referenceId) ?? null;
    if (holder.id !== id) {
      yield {
        kind: 'reference-shared',
        ...job,
        key: keys.job(employer, id),
        expected: null,
        found: referenceId,
      };
    } else if (found !== id) {
      yield {
        kind: found === null ? 'reference-missing' : 'reference-wrong',
        ...job,
        key,
        expected: id,
        found,
      };
    }
  }
  const byJobId = new Map(jobs.map((job) => [job.id, job]));
  for (const [referenceId, found] of references) {
    if (holders.has(referenceId) || reading.unreadable.has(Number(found))) continue;
    const named = byJobId.get(Number(found));
    const job = named && { job: named.id, version: named.version };
    yield {
      kind: 'reference-orphan',
      employer,
      ...job,
      key: keys.reference(employer, referenceId),
      expected: null,
      found,
    };
  }
}

function* publicIdFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, jobs, idBlocks, publicNames } = reading;
  for (const [block, found = null] of idBlocks) {
    if (found === employer) continue;
    yield { kind: 'id-block', employer, key: keys.idBlock(block), expected: employer, found };
  }
  for (const { id, version, confidential, publicName } of jobs) {
    const job = { employer, job: id, version };
    if (publicName === null) {
      const key = keys.job(employer, id);
      if (confidential) yield { kind: 'public-name-missing', ...job, key, expected: 'a name', found: null };
      continue;
    }
    const { employerId = null, jobId = null } = publicNames.get(publicName) ?? {};
    const expected = { employerId: employer, jobId: id };
    const found = { employerId, jobId };
    if (JSON.stringify(found) === JSON.stringify(expected)) continue;
    yield { kind: 'public-name-wrong', ...job, key: keys.publicName(publicName), expected, found };
  }
  yield* publicNameOrphans(reading);
}

function* publicNameOrphans(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, jobs, unreadable, publicNames } = reading;
  const byJobId = new Map(jobs.map((job) => [job.id, job]));
  const inUse = new Set(jobs.map(({ publicName }) => publicName));
  for (const [name, item] of publicNames) {
    const found = item?.['jobId'];
    if (item?.['employerId'] !== employer || inUse.has(name) || unreadable.has(found)) continue;
    const version = byJobId.get(found)?.version;
    const job = { job: found, ...(version !== undefined && { version }) };
    yield { kind: 'public-name-orphan', employer, ...job, key: keys.publicName(name), expected: null, found };
  }
}

function* digitFindings(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, leaves } = reading;
  const left = new Map(leaves.flatMap((leaf) => [...digitsByPosition(leaf)]));
  for (const { position } of reading.unreadable.values()) left.delete(Number(position));
  const finding = (position: number, digit: number, found: number): Finding => ({
    kind: 'status-digit',
    employer,
    key: keys.statusLeaf(employer, slotOf(position).leaf),
    expected: { position, digit },
    found: { position, digit: found },
  });
  for (const [position, { id, version, status }] of jobsByPosition(reading)) {
    const found = left.get(position) ?? 0;
    left.delete(position);
    if (found !== digitOf(status)) yield { ...finding(position, digitOf(status), found), job: id, version };
  }
  for (const [position, found] of left) yield finding(position, digitOf('none'), found);
}

function* keyFindings({
  employerId: employer,
  profile,
  listedKeys,
  apiKeys,
}: EmployerReading): Generator<Finding> {
  for (const [keyId, hash] of listedKeys) {
    const apiKey = apiKeys.get(hash);
    if (apiKey?.['id'] !== keyId || apiKey['employer']?.id !== employer) {
      yield {
        kind: 'key-missing',
        employer,
        key: keys.employerKey(employer, keyId),
        expected: null,
        found: hash,
      };
    } else if (profile) {
      const expected = employerFrom(profile);
      const found = employerFrom(apiKey['employer']);
      if (JSON.stringify(expected) === JSON.stringify(found)) continue;
      const version = profile['version'];
      yield { kind: 'key-employer', employer, version, key: keys.apiKey(hash), expected, found };
    }
  }
  for (const [hash, { id, employer: owner }] of apiKeys) {
    if (listedKeys.get(id) === hash || owner?.id !== employer) continue;
    yield {
      kind: 'key-unlisted',
      employer,
      key: keys.employerKey(employer, id),
      expected: hash,
      found: null,
    };
  }
  if (!profile) {
    const copy = apiKeys.values().next().value?.['employer'];
    const expected = copy ? employerFrom(copy) : 'a profile';
    yield { kind: 'profile-missing', employer, key: keys.employer(employer), expected, found: null };
  }
}

function* rowFindings({ employerId: employer, jobs, unreadable, rows }: EmployerReading): Generator<Finding> {
  for (const index of verifiedIndexes) {
    const left = new Map(rows[index]);
    for (const { id, version, rows: expectedRows } of jobs) {
      const expected = expectedRows[index];
      const found = left.get(id) ?? '';
      left.delete(id);
      if (found === expected) continue;
      const key = keys.job(employer, id);
      yield { kind: 'index-row', employer, job: id, version, key, expected: { index, row: expected }, found };
    }
    for (const [id, found] of left) {
      if (unreadable.has(id)) continue;
      yield {
        kind: 'index-row',
        employer,
        job: id,
        key: keys.job(employer, id),
        expected: { index, row: '' },
        found,
      };
    }
  }
}

/**
 * What is wrong with an employer, as read. Traffic during the reading also causes findings, so only those count that a
 * second reading confirms (`agreed`). Two readings are enough: a job with the same version in both did not change in
 * between, ids are never reused, and the digit of a position never returns once it is cleared.
 */
export const compare = (reading: EmployerReading): Finding[] => [
  ...jobFindings(reading),
  ...dateFindings(reading),
  ...referenceFindings(reading),
  ...publicIdFindings(reading),
  ...digitFindings(reading),
  ...rowFindings(reading),
  ...keyFindings(reading),
  ...applicationFindings(reading),
];

/** The digits that the findings expect, with their positions. */
export const digitsWanted = (findings: readonly Finding[]) =>
  findings
    .filter(({ kind }) => kind === 'status-digit')
    .map(({ expected, found }) => ({
      ...(expected as { position: number; digit: number }),
      found: (found as { digit: number }).digit,
    }));

/** The counts that follow from a leaf's digits after the wanted digits are written. */
export function countsOf(leaf: StatusLeaf, wanted: readonly { position: number; digit: number }[]) {
  const digits = digitsByPosition(leaf);
  for (const { position, digit } of wanted) {
    if (slotOf(position).leaf === leaf.leaf) digits.set(position, digit);
  }
  const statuses = Object.keys(countAttributes) as (keyof typeof countAttributes)[];
  return Object.fromEntries(
    statuses.map((status) => [
      countAttributes[status],
      [...digits.values()].filter((digit) => digit === digitOf(status)).length,
    ]),
  );
}

function countFindings(
  { employerId: employer, leaves }: EmployerReading,
  agreedOn: readonly Finding[],
): Finding[] {
  const wanted = digitsWanted(agreedOn);
  return leaves.flatMap((leaf) => {
    const expected = countsOf(leaf, wanted);
    const found = Object.fromEntries(
      Object.keys(expected).map((name) => [name, Number(leaf.attributes[name] ?? 0)]),
    );
    return JSON.stringify(found) === JSON.stringify(expected)
      ? []
      : [
          {
            kind: 'status-count',
            employer,
            key: keys.statusLeaf(employer, leaf.leaf),
            expected,
            found,
          } as const,
        ];
  });
}

function lastPositionFindings(reading: EmployerReading): Finding[] {
  const { employerId: employer, numbers } = reading;
  const found: number | null = numbers?.['lastPosition'] ?? null;
  const expected = [...jobsByPosition(reading).keys()].reduce(
    (highest, position) => Math.max(highest, position),
    0,
  );
  return expected > (found ?? 0)
    ? [{ kind: 'last-position', employer, key: keys.numbers(employer), expected, found }]
    : [];
}

/**
 * The findings that need only one reading, given those agreed on: a leaf has its digits and its counts in one item, and
 * the last position is read after the jobs.
 */
export const compareOnce = (reading: EmployerReading, agreedOn: readonly Finding[]): Finding[] => [
  ...lastPositionFindings(reading),
  ...countFindings(reading, agreedOn),
  ...lastNumberFindings(reading),
];
