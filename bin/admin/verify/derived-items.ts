import { isDeepStrictEqual } from 'node:util';
import {
  applicationReferenceItem,
  candidateIndexItem,
  jobIndexItem,
} from '../../../functions/applications/application/application-index.ts';
import { confirmationEntry } from '../../../functions/applications/application/application-store.ts';
import { employerIdOf } from '../../../functions/accounts/domain/api-key.ts';
import { listedKeyItem } from '../../../functions/accounts/store/api-keys.ts';
import { employerFrom } from '../../../functions/accounts/store/employer-item.ts';
import {
  employerReferenceItem,
  partnerEmployerItem,
} from '../../../functions/accounts/store/partner-entries.ts';
import { idBlockItem } from '../../../functions/jobs/write/id-allocator.ts';
import { referenceItem, publicNameItem } from '../../../functions/jobs/job/job-reader.ts';
import type { Item, Key } from '../../../functions/platform/dynamodb/database.ts';
import {
  applicationNumberOf,
  applicationOf,
  applicationKeys,
  applicationPrefixes,
} from '../../../functions/applications/keys.ts';
import { jobKeys, jobPrefixes } from '../../../functions/jobs/keys.ts';
import { accountKeys, accountPrefixes } from '../../../functions/accounts/keys.ts';
import { dueTime, pick, type JobEntry } from './entries.ts';
import { expectedHistory } from './event-log.ts';
import type { Finding } from './findings.ts';
import { idBlocksOf, itemsWithPrefix, keyOf, keyText, type EmployerReading } from './reading.ts';

/** The job that owns each referenceId: the job in the reference item, or else the oldest job with the referenceId. */
export function referenceOwners({ employerId, jobs, items }: EmployerReading): Map<string, JobEntry> {
  const holders = new Map<string, JobEntry>();
  for (const job of jobs.values()) {
    const { id, referenceId } = job;
    if (referenceId === null) continue;
    const referencedId = items.get(keyText(jobKeys.reference(employerId, referenceId)))?.['jobId'];
    if (referencedId === id || !holders.has(referenceId)) holders.set(referenceId, job);
  }
  return holders;
}

/** An item that must exist, with its key and the attributes to compare. */
interface ExpectedItem extends Pick<Finding, 'kind' | 'source' | 'repair'> {
  item: Item;
}

function* expectedOfJobs(reading: EmployerReading): Generator<ExpectedItem> {
  const { employerId, jobs } = reading;
  const holders = referenceOwners(reading);
  for (const job of jobs.values()) {
    const { id, version, referenceId, publicName, difference } = job;
    const key = jobKeys.job(employerId, id);
    const source = { key, version };
    if (difference) yield { kind: 'job', item: { ...key, ...difference.expected }, source };
    if (publicName !== null) {
      yield { kind: 'public name', item: publicNameItem(employerId, id, publicName), source };
    }
    if (referenceId !== null && holders.get(referenceId) === job) {
      yield { kind: 'reference', item: referenceItem(employerId, referenceId, id), source };
    }
  }
  for (const block of idBlocksOf(reading)) yield { kind: 'id block', item: idBlockItem(block, employerId) };
}

function* expectedOfApplications({
  employerId,
  applications,
  items,
}: EmployerReading): Generator<ExpectedItem> {
  for (const [number, { version, difference, hasQueuedConfirmation, stage, ...entry }] of applications) {
    const application = { ...entry, employerId, number };
    const pointer = items.get(keyText(applicationKeys.jobApplication(employerId, entry.jobId, number)));
    const key = applicationKeys.application(employerId, number);
    const source = { key, version };
    if (difference) yield { kind: 'application', item: { ...key, ...difference.expected }, source };
    // A pointer of version 1.2 has no stage.
    const ofJob = jobIndexItem({ ...application, ...((!pointer || pointer['stage']) && { stage }) });
    yield { kind: 'application of a job', item: ofJob, source };
    yield { kind: 'candidate', item: candidateIndexItem(application), source };
    const reference = applicationReferenceItem(application);
    if (reference) yield { kind: 'application reference', item: reference, source };
    if (!hasQueuedConfirmation) continue;
    // The due time, the attempts and the origins of a confirmation cannot be derived, so the stored values are expected.
    const confirmation = items.get(keyText(applicationKeys.confirmation(employerId, number))) ?? {};
    const receivedAt = dueTime(confirmation) ?? entry.receivedAt;
    const { attempts, ...item } = confirmationEntry({ ...application, receivedAt });
    const tried = typeof confirmation['attempts'] === 'number' ? confirmation['attempts'] : attempts;
    const { origins } = confirmation;
    yield { kind: 'confirmation', item: { ...item, attempts: tried, ...(origins && { origins }) }, source };
  }
}

function* expectedOfEmployer(reading: EmployerReading): Generator<ExpectedItem> {
  const { employerId, items } = reading;
  const key = accountKeys.employer(employerId);
  const accountItem = items.get(keyText(key));
  const { partner } = accountItem ?? {};
  if (accountItem && partner) {
    const source = { key, version: accountItem['version'] };
    yield {
      kind: "partner's employer",
      item: partnerEmployerItem(partner.id, employerFrom(accountItem)),
      source,
    };
    const item = employerReferenceItem(partner.id, partner.referenceId, employerId);
    yield { kind: "partner's reference", item, source };
  }
  for (const { PK, id } of itemsWithPrefix(reading, accountKeys.apiKey(''))) {
    if (employerIdOf(id) !== employerId) continue;
    yield {
      kind: 'list of keys',
      item: listedKeyItem(employerId, id, PK.slice(accountPrefixes.apiKey.length)),
    };
  }
}

/** The highest number; 0 for an empty list. Ignores values that are not numbers. */
const highest = (numbers: Iterable<unknown>): number => {
  let maximum = 0;
  for (const number of numbers) if (Number(number) > maximum) maximum = Number(number);
  return maximum;
};

/** Expects the last allocated number of an item to be at least the highest number in use. */
export const atLeast = (
  key: Key,
  name: string,
  item: Item | undefined,
  inUse: Iterable<unknown>,
): ExpectedItem => ({
  kind: 'number',
  item: { ...key, [name]: highest([item?.[name], ...inUse]) },
});

function* expectedNumbers(reading: EmployerReading): Generator<ExpectedItem> {
  const { employerId, today, jobs, applications, unreadable, items } = reading;
  const key = jobKeys.numbers(employerId);
  const numbers = items.get(keyText(key));
  const positions = [...jobs.values()].map(({ position }) => position).filter(Number.isSafeInteger);
  if (positions.length > 0) yield atLeast(key, 'lastPosition', numbers, positions);
  if (numbers?.['publishDate'] > today) yield { kind: 'number', item: { ...key, publishDate: today } };
  const counterKey = applicationKeys.applicationNumbers(employerId);
  const unread = [...unreadable.values()].map((item) => applicationOf(keyOf(item)).number);
  const inUse = [...applications.keys(), ...unread];
  if (inUse.length > 0) yield atLeast(counterKey, 'number', items.get(keyText(counterKey)), inUse);
}

const { employer: ofEmployer } = accountPrefixes;
const { applications: ofApplications } = applicationPrefixes;

/** The kinds of index items with their key prefixes, and the number of the job or application that each refers to. */
const indexKinds: [string, Key, numberOf?: (item: Item) => unknown][] = [
  ['reference', { PK: ofEmployer, SK: jobPrefixes.reference }, ({ jobId }) => jobId],
  ['public name', jobKeys.publicName(''), ({ jobId }) => jobId],
  ['list of keys', { PK: ofEmployer, SK: accountPrefixes.apiKey }],
  [
    'application of a job',
    { PK: ofApplications, SK: jobPrefixes.job },
    ({ SK }) => applicationNumberOf({ SK }),
  ],
  ['application reference', { PK: ofApplications, SK: jobPrefixes.reference }, ({ number }) => number],
  [
    'candidate',
    { PK: ofApplications, SK: applicationPrefixes.candidate },
    ({ SK }) => applicationNumberOf({ SK }),
  ],
];

/** Finds index items that no job, application or key needs. */
function* obsoleteItems(reading: EmployerReading, expectedKeys: ReadonlySet<string>): Generator<Finding> {
  const { employerId: employer, jobs, applications, unreadable } = reading;
  for (const [kind, beginning, numberOf] of indexKinds) {
    const [keyOfNamed, entries] =
      beginning.PK === ofApplications ? [applicationKeys.application, applications] : [jobKeys.job, jobs];
    for (const item of itemsWithPrefix(reading, beginning)) {
      const number = Number(numberOf?.(item));
      const key = keyOfNamed(employer, number);
      const version = entries.get(number)?.version;
      if (expectedKeys.has(keyText(item)) || unreadable.has(keyText(key))) continue;
      const { PK, SK, ...attributes } = item;
      yield {
        kind,
        employer,
        key: keyOf({ PK, SK }),
        expected: null,
        found: attributes,
        source: numberOf && { key, version },
      };
    }
  }
}

/**
 * Finds packs that lack a job changed in their period, contain an outdated row, or contain a job without any record of
 * its deletion.
 */
function* wrongPacks({
  employerId: employer,
  packs,
  jobs,
  unreadable,
  lastWrites,
}: EmployerReading): Generator<Finding> {
  const isRecorded = (id: number) =>
    jobs.has(id) ||
    lastWrites.get(id)?.isDeletion === true ||
    unreadable.has(keyText(jobKeys.job(employer, id)));
  for (const { from, to, rows } of packs) {
    const packed = new Map(rows.map((row) => [row.id, row]));
    const isCurrent = [...jobs.values()].every(({ searchRow: { id, changedAt, text, position } }) => {
      const row = packed.get(id);
      return changedAt < from || changedAt >= to || (row?.text === text && row.position === position);
    });
    if (isCurrent && rows.every(({ id, text }) => text === null || isRecorded(id))) continue;
    yield {
      kind: 'search pack',
      employer,
      key: jobKeys.rowPack(employer, from),
      expected: null,
      found: { to },
    };
  }
}

export function* compareItems(
  items: ReadonlyMap<string, Item>,
  expectedItems: Iterable<ExpectedItem>,
  employer?: number,
): Generator<Finding> {
  for (const { kind, item, ...more } of expectedItems) {
    const { PK, SK, ...expected } = item;
    const storedItem = items.get(keyText(item));
    const storedFields = storedItem ? pick(storedItem, Object.keys(expected)) : null;
    if (!isDeepStrictEqual(storedFields, expected)) {
      yield { kind, employer, key: { PK, SK }, expected, found: storedFields, ...more };
    }
  }
}

const expectedParts = [
  expectedOfEmployer,
  expectedOfJobs,
  expectedOfApplications,
  expectedNumbers,
  expectedHistory,
];

/** Compares the stored items with those derived from jobs, applications and keys. */
export function* derivedFindings(reading: EmployerReading): Generator<Finding> {
  const expectedKeys = new Set<string>();
  for (const expectedOf of expectedParts) {
    // One at a time: together they would not fit into memory.
    for (const expected of expectedOf(reading)) {
      expectedKeys.add(keyText(expected.item));
      yield* compareItems(reading.items, [expected], reading.employerId);
    }
  }
  yield* obsoleteItems(reading, expectedKeys);
  yield* wrongPacks(reading);
}
