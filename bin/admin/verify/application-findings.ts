import { applicationNumberOf, keys } from '../../../functions/platform/dynamodb/table.ts';
import type { ApplicationsReading } from './application-reading.ts';
import type { Finding } from './findings.ts';

/** The applications of an employer, as read. */
interface Reading {
  employerId: number;
  applications: ApplicationsReading;
}

function* itemFindings({ employerId: employer, applications }: Reading): Generator<Finding> {
  for (const [application, key] of applications.unreadable) {
    const expected = 'an application';
    yield { kind: 'application-unreadable', employer, application, key, expected, found: 'less' };
  }
  for (const [application, { version, found, expected }] of applications.entries) {
    if (JSON.stringify(found) === JSON.stringify(expected)) continue;
    const key = keys.application(employer, application);
    yield { kind: 'application-attributes', employer, application, version, key, expected, found };
  }
}

function* pointerFindings({ employerId: employer, applications }: Reading): Generator<Finding> {
  const { entries, unreadable, pointers } = applications;
  const left = new Map(pointers);
  for (const [application, { jobId: job, version, timeToLive: expected }] of entries) {
    const key = keys.jobApplication(employer, job, application);
    const found = left.get(key.SK) ?? null;
    left.delete(key.SK);
    if (found === expected) continue;
    yield { kind: 'pointer-missing', employer, job, application, version, key, expected, found };
  }
  for (const [SK, found] of left) {
    const application = applicationNumberOf({ SK });
    if (unreadable.has(application)) continue;
    const { PK } = keys.application(employer, application);
    const entry = entries.get(application);
    const version = entry && { version: entry.version };
    yield {
      kind: 'pointer-orphan',
      employer,
      application,
      ...version,
      key: { PK, SK },
      expected: null,
      found,
    };
  }
}

function* candidateFindings({ employerId: employer, applications }: Reading): Generator<Finding> {
  const { candidates, entries, unreadable } = applications;
  for (const { key, number } of candidates) {
    const application = Number(number);
    if (entries.has(application) || unreadable.has(application)) continue;
    yield { kind: 'candidate-orphan', employer, application, key, expected: null, found: number };
  }
}

/** What is wrong with the applications of an employer, if a second reading confirms it. Their numbers are never reused. */
export const applicationFindings = (reading: Reading): Finding[] => [
  ...itemFindings(reading),
  ...pointerFindings(reading),
  ...candidateFindings(reading),
];

/** A last number that is too low. One reading is enough, because the last number is read after the applications. */
export function lastNumberFindings({ employerId: employer, applications }: Reading): Finding[] {
  const { entries, unreadable, lastNumber } = applications;
  const found = Number(lastNumber ?? 0);
  const expected = Math.max(0, ...[entries, unreadable].map((numbered) => [...numbered.keys()].at(-1) ?? 0));
  if (found >= expected) return [];
  const key = keys.applicationNumbers(employer);
  return [{ kind: 'application-number', employer, key, expected, found: lastNumber ?? null }];
}
