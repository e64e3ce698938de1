import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import {
  applicationNumberOf,
  attributes,
  keys,
  prefixes,
} from '../../../functions/platform/dynamodb/table.ts';
import { picked, type JobEntry } from './entries.ts';
import { attributeOf, type Finding, type FindingKind, type Owner } from './findings.ts';
import {
  idBlocksOf,
  isOfKind,
  itemsOf,
  keyOf,
  textOf,
  type EmployerReading,
  type ItemKind,
} from './reading.ts';

/** The job to which each referenceId belongs: the one that the reference names, or else the oldest that has it. */
export function holdersOf({ employerId, jobs, items }: EmployerReading): Map<string | null, JobEntry> {
  const youngestFirst = [...jobs.values()].toSorted((a, b) => b.id - a.id);
  const named = youngestFirst.filter(
    ({ id, referenceId }) =>
      items.get(textOf(keys.reference(employerId, referenceId ?? '')))?.['jobId'] === id,
  );
  return new Map([...youngestFirst, ...named].map((job) => [job.referenceId, job]));
}

/** What a confirmation has in the queue: any time is right, after any number of attempts. */
function queued(confirmation: Item, there: Item | undefined): Item {
  const { [attributes.mailOrder]: due, attempts } = there ?? {};
  const isDue = typeof attempts === 'number' && !Number.isNaN(Date.parse(String(due).split('#')[0] ?? ''));
  return isDue ? { ...confirmation, [attributes.mailOrder]: due, attempts } : confirmation;
}

/** The items that have to be there, each as the finding where it is not there or says something else. */
function* wantedItems(reading: EmployerReading): Generator<Omit<Finding, 'found'>> {
  const { employerId: employer, jobs, applications, items } = reading;
  for (const [referenceId, { id: job, version }] of holdersOf(reading)) {
    if (referenceId === null) continue;
    const key = keys.reference(employer, referenceId);
    const isNamed = items.get(textOf(key))?.['jobId'] !== undefined;
    const kind = isNamed ? 'reference-wrong' : 'reference-missing';
    yield { kind, employer, job, version, key, expected: job };
  }
  for (const { id: job, version, publicName } of jobs.values()) {
    if (publicName === null) continue;
    const [key, expected] = [keys.publicName(publicName), { employerId: employer, jobId: job }];
    yield { kind: 'public-name-wrong', employer, job, version, key, expected };
  }
  for (const block of idBlocksOf(reading)) {
    yield { kind: 'id-block', employer, key: keys.idBlock(block), expected: employer };
  }
  for (const apiKey of itemsOf(reading, 'apiKey')) {
    if (apiKey['employer']?.id !== employer) continue;
    const key = keys.employerKey(employer, apiKey['id']);
    yield { kind: 'key-unlisted', employer, key, expected: apiKey['PK'].slice(prefixes.apiKey.length) };
  }
  for (const [application, entry] of applications) {
    const { jobId: job, version, timeToLive: expected, confirmation } = entry;
    const key = keys.jobApplication(employer, job, application);
    yield { kind: 'pointer-missing', employer, job, application, version, key, expected };
    if (confirmation) {
      const place = keys.confirmation(employer, application);
      const wanted = queued(confirmation, items.get(textOf(place)));
      yield { kind: 'confirmation-missing', employer, application, version, key: place, expected: wanted };
    }
  }
}

/** The job that an item names, if there is one; undefined when it cannot be read. */
function namedJob({ jobId }: Item, { jobs, unreadableJobs }: EmployerReading): Owner | undefined {
  const { id: job, version } = jobs.get(Number(jobId)) ?? {};
  return unreadableJobs.has(Number(jobId)) ? undefined : { job, version };
}

/** The application that an item names, whether there is one or not; undefined when it cannot be read. */
const namedApplication = (application: number, reading: EmployerReading): Owner | undefined =>
  reading.unreadableApplications.has(application)
    ? undefined
    : { application, version: reading.applications.get(application)?.version };

/** An item that is not wanted, by its kind: the finding, and what it names; undefined where that is not to be judged. */
const orphans: Partial<
  Record<ItemKind, [FindingKind, (item: Item, reading: EmployerReading) => Owner | undefined]>
> = {
  reference: ['reference-orphan', namedJob],
  publicName: [
    'public-name-orphan',
    (item, reading) => {
      const owner = item['employerId'] === reading.employerId ? namedJob(item, reading) : undefined;
      return owner && { ...owner, job: item['jobId'] };
    },
  ],
  listedKey: ['key-missing', () => ({})],
  pointer: ['pointer-orphan', ({ SK }, reading) => namedApplication(applicationNumberOf({ SK }), reading)],
  candidate: [
    'candidate-orphan',
    ({ number }, reading) =>
      reading.applications.has(Number(number)) ? undefined : namedApplication(Number(number), reading),
  ],
};

/** What differs between the items that there are and those that have to be there. */
export function* derivedFindings(reading: EmployerReading): Generator<Finding> {
  const unwanted = new Map(reading.items);
  for (const wanted of wantedItems(reading)) {
    const item = reading.items.get(textOf(wanted.key)) ?? {};
    unwanted.delete(textOf(wanted.key));
    const name = attributeOf[wanted.kind];
    const found =
      name === undefined ? picked(item, Object.keys(wanted.expected as Item)) : (item[name] ?? null);
    if (JSON.stringify(found) !== JSON.stringify(wanted.expected)) yield { ...wanted, found };
  }
  for (const [itemKind, [kind, ownerOf]] of Object.entries(orphans)) {
    for (const item of unwanted.values()) {
      const owner = isOfKind(item, itemKind as ItemKind) ? ownerOf(item, reading) : undefined;
      if (!owner) continue;
      const found = item[attributeOf[kind] ?? ''] ?? null;
      const { employerId: employer } = reading;
      yield { kind, employer, ...owner, key: keyOf(item), expected: null, found };
    }
  }
}
