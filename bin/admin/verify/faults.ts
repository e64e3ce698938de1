import { validatorsOf } from '../../../functions/http/validators.ts';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import type { Key } from '../../../functions/platform/dynamodb/database.ts';
import { referenceOwners } from './derived-items.ts';
import type { Finding } from './findings.ts';
import { keyOf, keyText, type EmployerReading } from './reading.ts';
import { jobsByPosition } from './status-map.ts';

type Fault = Omit<Finding, 'employer'> & { expected: string };

function* jobFaults(reading: EmployerReading): Generator<Fault> {
  const { employerId, today, jobs } = reading;
  const byPosition = jobsByPosition(reading);
  const holders = referenceOwners(reading);
  for (const job of jobs.values()) {
    const { id, version, position, publishDate, referenceId } = job;
    const key = jobKeys.job(employerId, id);
    const finding = { kind: 'job', key, source: { key, version } };
    if (byPosition.get(Number(position)) !== job) {
      yield { ...finding, expected: 'a position of its own', found: { position: position ?? null } };
    }
    if (publishDate > today) yield { ...finding, expected: `a day until ${today}`, found: { publishDate } };
    if (referenceId !== null && holders.get(referenceId) !== job) {
      yield { ...finding, expected: 'a referenceId of its own', found: { referenceId } };
    }
  }
}

/** A stored profile must satisfy the rules of a request that updates it; a logo must have its file. */
const isProfile = validatorsOf('updateEmployer').body;

function* employerFaults(reading: EmployerReading): Generator<Fault> {
  const { employerId, items, missingLogo } = reading;
  const key = accountKeys.employer(employerId);
  const employer = items.get(keyText(key));
  const hasOnlyPublicNames = [...items.values()].every((item) =>
    item['PK'].startsWith(jobKeys.publicName('').PK),
  );
  if (!employer && !hasOnlyPublicNames) {
    yield { kind: 'employer', key, expected: 'an employer', found: null };
  }
  const about = items.get(keyText(accountKeys.about(employerId)));
  const profileParts: [Key, unknown][] = [
    [key, employer?.['profile'] ?? {}],
    // An item without a text gets `false`, which breaks the schema, so it is a finding.
    [accountKeys.about(employerId), about ? { about: about['about'] ?? false } : {}],
  ];
  for (const [at, value] of profileParts) {
    if (isProfile?.(value) !== false) continue;
    yield { kind: 'profile', key: at, expected: 'what PUT /employer takes', found: { value } };
  }
  if (missingLogo !== undefined) {
    yield { kind: 'logo', key, expected: `the file ${missingLogo}`, found: null };
  }
}

/**
 * Finds faults in jobs, applications and files themselves. No repair can compute the correct value: only the owner or a
 * backup has it.
 */
export function* faults(reading: EmployerReading): Generator<Finding> {
  const { employerId: employer, unreadable } = reading;
  for (const item of unreadable.values()) {
    const kind = item['PK'] === accountKeys.employer(employer).PK ? 'job' : 'application';
    yield { kind, employer, key: keyOf(item), expected: 'what can be read', found: {} };
  }
  for (const fault of [...jobFaults(reading), ...employerFaults(reading)]) yield { ...fault, employer };
}
