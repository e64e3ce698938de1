import type { Employer } from '../../../functions/employers/domain/employer.ts';
import { copyEmployer } from '../../../functions/employers/store/api-keys.ts';
import { employerAttributes } from '../../../functions/employers/store/employer-item.ts';
import type { NewEvent } from '../../../functions/events/domain/same-event.ts';
import { kept } from '../../../functions/events/store/event-items.ts';
import { logBuilder } from '../../../functions/events/store/log-builder.ts';
import { defaultCloseDate } from '../../../functions/jobs/domain/job-content.ts';
import type { Job } from '../../../functions/jobs/domain/job.ts';
import {
  BASE_ATTRIBUTE,
  baseOf,
  digitsByPosition,
  digitsOf,
  numberAt,
} from '../../../functions/jobs/domain/status-digits.ts';
import { GENERATION, slotOf } from '../../../functions/jobs/domain/status-map.ts';
import { fromItem, toItem, withChangeTime } from '../../../functions/jobs/store/job-item.ts';
import { newPublicName, takePublicName } from '../../../functions/jobs/store/public-names.ts';
import { statusWrite } from '../../../functions/jobs/store/status-leaves.ts';
import { basesFrom } from '../../../functions/jobs/store/status-reading.ts';
import { amended, asFound, asNumber } from '../../../functions/platform/dynamodb/conditional-writes.ts';
import type { Database, Item, Write } from '../../../functions/platform/dynamodb/database.ts';
import { now } from '../../../functions/platform/clock.ts';
import { setting } from '../../../functions/platform/config.ts';
import { refusedBy } from '../../../functions/platform/dynamodb/failures.ts';
import { changeOf } from '../../../functions/platform/dynamodb/item-change.ts';
import {
  attributes as names,
  jobIdOf,
  keys,
  leafOf,
  prefixes,
  type Key,
} from '../../../functions/platform/dynamodb/table.ts';
import { transact } from '../../../functions/platform/dynamodb/transaction.ts';
import { writtenBy } from '../../../functions/platform/values/last-write.ts';
import type { Event } from '../../../schemas/event.ts';
import type { CalendarDate } from '../../../functions/platform/values/calendar.ts';
import { attributeOf, kinds, type Finding, type FindingKind } from './findings.ts';
import { textOf } from './reading.ts';
import { countsOf, digitsWanted } from './status-map-findings.ts';

/**
 * The writes that fix findings of one kind in one item; none when there is nothing to do, or no longer. The log of events
 * is not written by transactions: it is mended at once.
 */
type Repair = (db: Database, findings: readonly [Finding, ...Finding[]]) => Promise<Write[] | 'mended'>;

const { changed: changeTime } = names;

const byOperator = () => writtenBy({ type: 'operator' }, now());

/** The job or application from which the item of a finding follows; undefined where that is neither. */
function ownerOf({ employer = 0, application, job }: Finding): Key | undefined {
  if (application !== undefined) return keys.application(employer, application);
  return job === undefined ? undefined : keys.job(employer, job);
}

/**
 * Puts or deletes what is expected, on condition that the item has not changed, nor the job or application that it
 * follows from. These have a version, which says all about them.
 */
const putRight: Repair = async (_, [finding]) => {
  const { kind, key, version = 0, expected, found } = finding;
  const name = attributeOf[kind];
  const item = (value: unknown) => (name === undefined ? value : { [name]: value }) as Item;
  const owner = ownerOf(finding);
  if (owner && textOf(owner) === textOf(key)) {
    // Searches notice the job by the time of the change.
    const changed = kind === 'job-attributes' && { [changeTime]: now().getTime() };
    const set = { ...item(expected), ...changed, version: version + 1, by: byOperator() };
    return [amended(key, set, { version })];
  }
  const write =
    expected === null ? { Delete: asFound(key, item(found)) } : amended(key, item(expected), item(found));
  return owner ? [{ ConditionCheck: asFound(owner, { version: finding.version }) }, write] : [write];
};

const nothing: Repair = async () => [];

/** Changes a job that has not changed since it was compared, and with it what `also` writes. */
const changeJob =
  (
    changed: (job: Job, finding: Finding, db: Database) => Promise<Partial<Job>> | Partial<Job>,
    also: (employer: number, job: Job) => Write | undefined = () => undefined,
  ): Repair =>
  async (db, [finding]) => {
    const { employer = 0, key, version } = finding;
    const item = await db.get({ Key: key, ConsistentRead: true });
    if (!item || item['version'] !== version) return [];
    const before = { ...fromItem(item), id: jobIdOf(key) };
    const by = byOperator();
    const after = {
      ...withChangeTime(before, { ...before, ...(await changed(before, finding, db)) }, by.at),
      version: before.version + 1,
      by,
    };
    const change = { Update: changeOf(toItem(employer, before), toItem(employer, after)) };
    return [change, also(employer, after)].filter((write) => write !== undefined);
  };

async function nextPosition(_: Job, { employer = 0 }: Finding, db: Database): Promise<Partial<Job>> {
  const { lastPosition: position } = await db.update({
    Key: keys.numbers(employer),
    UpdateExpression: 'ADD #position :one',
    ExpressionAttributeNames: { '#position': 'lastPosition' },
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValues: 'ALL_NEW',
  });
  return { position };
}

/** As if a job had been published on an earlier day than it was. */
function publishedEarlier(
  { publishDate, closeDate, firstPublished }: Job,
  { expected }: Finding,
): Partial<Job> {
  const day = expected as CalendarDate;
  return {
    publishDate: day,
    closeDate: closeDate === defaultCloseDate(publishDate) ? defaultCloseDate(day) : closeDate,
    firstPublished: firstPublished !== null && firstPublished > day ? day : firstPublished,
  };
}

/** Rewrites the digits of a leaf that are still wrong, and its counts. A base that is missing is no longer named. */
const rewriteLeaf: Repair = async (db, findings) => {
  const [{ key, employer = 0 }] = findings;
  const attributes = (await db.get({ Key: key, ConsistentRead: true })) ?? {};
  const leaf = { leaf: leafOf(key), attributes };
  const named = baseOf(leaf);
  const base = named && (await db.get({ Key: keys.statusBase(employer, named), ConsistentRead: true }));
  const bases = basesFrom(base ? [base] : []);
  const digits = digitsByPosition({ leaves: [leaf], bases });
  const wanted = digitsWanted(findings).filter(
    ({ position, found }) => (digits.get(position) ?? 0) === found,
  );
  const ofGeneration = digitsOf({ leaves: [leaf], bases });
  for (const { position, digit } of wanted) ofGeneration[position % GENERATION] = digit;
  const ofBase = digitsOf({
    leaves: [{ ...leaf, attributes: { [BASE_ATTRIBUTE]: attributes[BASE_ATTRIBUTE] } }],
    bases,
  });
  const set: Item = {
    ...countsOf({ leaf: leaf.leaf, digits }, wanted),
    [BASE_ATTRIBUTE]: bases.size > 0 ? attributes[BASE_ATTRIBUTE] : undefined,
  };
  for (const { position } of wanted) {
    set[slotOf(position).attribute] = numberAt(ofGeneration, position) - numberAt(ofBase, position);
  }
  const found = Object.fromEntries(Object.keys(set).map((name) => [name, asNumber(attributes[name])]));
  return [amended(key, set, found)];
};

/** Asked when it is needed: the setting of a stage is known once the command is connected. */
const keptSeconds = () => setting('EVENT_RETENTION_DAYS') * 24 * 60 * 60;

/** Appends what the log lacks. */
const appendEvent: Repair = async (db, [{ employer = 0, expected }]) => {
  // As a record that comes late: the log itself says whether it has it by now.
  const change = {
    employerId: employer,
    source: 'j',
    sequenceNumber: '0',
    event: expected as NewEvent,
  } as const;
  return (await logBuilder(db, keptSeconds()).add(employer, [change])) > 0 ? 'mended' : [];
};

const addToHistory: Repair = async (db, [{ key, expected }]) => {
  await db.put({ Item: kept(key, [expected as Event], keptSeconds()) });
  return 'mended';
};

/** The repairs that need more than `putRight`. */
const repairs: Partial<Record<FindingKind, Repair>> = {
  'job-unreadable': nothing,
  'application-unreadable': nothing,
  'profile-unreadable': nothing,
  'logo-missing': nothing,
  'logo-orphan': nothing,
  'index-row': nothing,
  'event-number': nothing,
  'event-history': addToHistory,
  'event-missing': appendEvent,
  'employer-missing': async (_, [{ key, expected }]) => {
    if (typeof expected === 'string') return [];
    const Item = { ...key, ...employerAttributes(expected as Employer), version: 1 };
    return [{ Put: { Item, ConditionExpression: 'attribute_not_exists(PK)' } }];
  },
  'key-employer': async (_, [{ employer = 0, version, key, expected }]) => [
    { ConditionCheck: asFound(keys.employer(employer), { version }) },
    copyEmployer(expected as Employer, key.PK.slice(prefixes.apiKey.length)),
  ],
  position: changeJob(nextPosition, (employer, { position, status }) =>
    statusWrite(employer, position, 'none', status),
  ),
  'publish-date': changeJob(publishedEarlier),
  'reference-shared': changeJob(() => ({ referenceId: null })),
  'public-name-missing': changeJob(() => ({ publicName: newPublicName() }), takePublicName),
  'status-digit': rewriteLeaf,
  'status-count': rewriteLeaf,
};

const repairOf = (kind: FindingKind): Repair => repairs[kind] ?? putRight;

/** Groups the findings that one transaction fixes: all findings in a status-map leaf belong together. */
const unitOf = ({ kind, key, job }: Finding) =>
  repairOf(kind) === rewriteLeaf ? textOf(key) : `${kind} ${textOf(key)} ${job}`;

/**
 * Fixes what it can by conditional writes, so that the service may run meanwhile; one transaction per group. Returns what
 * was fixed. Skips items that changed in between.
 */
export async function mend(open: () => Database, findings: readonly Finding[]): Promise<Finding[]> {
  const order = Object.keys(kinds);
  const inOrder = findings.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const mended: Finding[] = [];
  for (const [first, ...others] of Map.groupBy(inOrder, unitOf).values()) {
    if (!first) continue;
    const writes = await repairOf(first.kind)(open(), [first, ...others]);
    if (writes.length === 0) continue;
    if (writes === 'mended') {
      mended.push(first, ...others);
      continue;
    }
    try {
      await transact(open(), { repair: writes });
      mended.push(first, ...others);
    } catch (error) {
      if (!refusedBy(error, 'repair')) throw error;
    }
  }
  return mended;
}
