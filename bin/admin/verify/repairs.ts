import { digitsByPosition, slotOf, withDigits } from '../../../functions/jobs/domain/status-map.ts';
import type { Employer } from '../../../functions/employers/domain/employer.ts';
import type { CalendarDate } from '../../../functions/platform/values/calendar.ts';
import { defaultCloseDate } from '../../../functions/jobs/domain/job-content.ts';
import type { Job } from '../../../functions/jobs/domain/job.ts';
import { copyEmployer } from '../../../functions/employers/store/api-keys.ts';
import type { Database, Item, Write } from '../../../functions/platform/dynamodb/database.ts';
import { employerAttributes } from '../../../functions/employers/store/employer-item.ts';
import { refusedBy } from '../../../functions/platform/dynamodb/failures.ts';
import { changeOf } from '../../../functions/platform/dynamodb/item-change.ts';
import { fromItem, toItem } from '../../../functions/jobs/store/job-item.ts';
import { newPublicName, takePublicName } from '../../../functions/jobs/store/public-names.ts';
import { statusWrite } from '../../../functions/jobs/store/status-leaves.ts';
import { attributes, jobIdOf, keys, timeToLive } from '../../../functions/platform/dynamodb/table.ts';
import { transact } from '../../../functions/platform/dynamodb/transaction.ts';
import { countsOf, digitsWanted } from './compare.ts';
import { amend, deleteUnchanged, unchanged } from './conditional-writes.ts';
import { kinds, type Finding, type FindingKind } from './findings.ts';

/** The writes that fix findings of one kind in one item; none when there is nothing to do, or no longer. */
type Repair = (db: Database, findings: readonly [Finding, ...Finding[]]) => Promise<Write[]>;

const asNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;

/** The condition that the job of a finding still has the same version. */
const unchangedJob = ({ employer = 0, job = 0, version }: Finding) =>
  unchanged(keys.job(employer, job), version);

/** The condition that the application of a finding still has the same version, or still does not exist. */
const unchangedApplication = ({ employer = 0, application = 0, version }: Finding) =>
  unchanged(keys.application(employer, application), version);

/** Attributes as an update takes them: undefined removes one. */
const withoutNulls = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, value ?? undefined]));

const amendJob = ({ key, version = 0 }: Finding, set: Item): Write => ({
  Update: amend(key, { ...set, version: version + 1 }, { version }),
});

/** The job of a finding; undefined when it has changed since it was compared. */
async function jobOf(db: Database, { key, version }: Finding): Promise<Job | undefined> {
  const item = await db.get({ Key: key, ConsistentRead: true });
  return item && item['version'] === version ? { ...fromItem(item), id: jobIdOf(key) } : undefined;
}

/** A job as if it had been published on an earlier day than it was. */
const publishedOn = (day: CalendarDate, job: Job): Job => ({
  ...job,
  version: job.version + 1,
  publishDate: day,
  closeDate: job.closeDate === defaultCloseDate(job.publishDate) ? defaultCloseDate(day) : job.closeDate,
  firstPublished: job.firstPublished !== null && job.firstPublished > day ? day : job.firstPublished,
});

/** Sets an attribute to what is expected. */
const setTo =
  (name: string): Repair =>
  async (_, [{ key, expected, found }]) => [{ Update: amend(key, { [name]: expected }, { [name]: found }) }];

const nothing: Repair = async () => [];

const nameHolder: Repair = async (_, [finding]) => [
  unchangedJob(finding),
  {
    Update: amend(finding.key, { jobId: finding.expected }, { jobId: finding.found }),
  },
];

const rewriteLeaf: Repair = async (db, findings) => {
  const [{ key }] = findings;
  const stored = await db.get({ Key: key, ConsistentRead: true });
  const slot = slotOf(digitsWanted(findings)[0]?.position ?? 0);
  const leaf = { leaf: slot.leaf, attributes: stored ?? {} };
  const digits = digitsByPosition(leaf);
  const wanted = digitsWanted(findings).filter(
    ({ position, found }) => (digits.get(position) ?? 0) === found,
  );
  const byNumber = Map.groupBy(wanted, ({ position }) => slotOf(position).attribute);
  const numbers = Array.from(byNumber, ([name, replaced]) => [
    name,
    withDigits(
      leaf.attributes[name],
      replaced.map(({ position, digit }) => [slotOf(position).digit, digit]),
    ),
  ]);
  const set = { ...Object.fromEntries(numbers), ...countsOf(leaf, wanted) };
  const found = Object.fromEntries(Object.keys(set).map((name) => [name, asNumber(leaf.attributes[name])]));
  return [{ Update: amend(key, set, found) }];
};

/** The repair of each kind: conditional writes, so that the service may run meanwhile. */
const repairs: Record<FindingKind, Repair> = {
  'job-unreadable': nothing,
  'last-position': setTo('lastPosition'),
  'last-publish-date': setTo('publishDate'),
  counter: setTo('n'),
  'profile-missing': async (_, [{ key, expected }]) =>
    typeof expected === 'string'
      ? []
      : [
          {
            Put: {
              Item: { ...key, ...employerAttributes(expected as Employer), version: 1 },
              ConditionExpression: 'attribute_not_exists(PK)',
            },
          },
        ],
  'key-missing': async (_, [{ key, found }]) => [deleteUnchanged(key, 'hash', found)],
  'key-unlisted': async (_, [{ key, expected }]) => [
    { Put: { Item: { ...key, hash: expected }, ConditionExpression: 'attribute_not_exists(PK)' } },
  ],
  'key-employer': async (_, [{ employer = 0, version, key, expected }]) => [
    unchanged(keys.employer(employer), version),
    copyEmployer(expected as Employer, key.PK.split('#')[1] ?? ''),
  ],
  'job-attributes': async (_, [finding]) => [amendJob(finding, withoutNulls(finding.expected as Item))],
  position: async (db, [finding]) => {
    const { employer = 0 } = finding;
    const job = await jobOf(db, finding);
    if (!job) return [];
    const { lastPosition } = await db.update({
      Key: keys.numbers(employer),
      UpdateExpression: 'ADD #position :one',
      ExpressionAttributeNames: { '#position': 'lastPosition' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'ALL_NEW',
    });
    const position = { [attributes.position]: lastPosition };
    return [amendJob(finding, position), statusWrite(employer, lastPosition, 'none', job.status)];
  },
  'publish-date': async (db, [finding]) => {
    const { employer = 0, expected } = finding;
    const job = await jobOf(db, finding);
    if (!job) return [];
    const brought = publishedOn(expected as CalendarDate, job);
    return [{ Update: changeOf(toItem(employer, job), toItem(employer, brought)) }];
  },
  'reference-shared': async (db, [finding]) => {
    const job = await jobOf(db, finding);
    if (!job) return [];
    const name = attributes.searchText;
    const { [name]: searchText } = toItem(finding.employer ?? 0, { ...job, referenceId: null });
    return [amendJob(finding, { [name]: searchText, referenceId: undefined })];
  },
  'reference-wrong': nameHolder,
  'reference-orphan': async (_, [finding]) => [
    ...(finding.job === undefined ? [] : [unchangedJob(finding)]),
    deleteUnchanged(finding.key, 'jobId', finding.found),
  ],
  'reference-missing': nameHolder,
  'id-block': setTo('employerId'),
  'public-name-missing': async (_, [finding]) => {
    const { employer = 0, job: id = 0 } = finding;
    const publicName = newPublicName();
    const name = takePublicName(employer, { id, publicName });
    return [amendJob(finding, { [attributes.publicName]: publicName }), ...(name ? [name] : [])];
  },
  'public-name-wrong': async (_, [finding]) => [
    unchangedJob(finding),
    { Update: amend(finding.key, finding.expected as Item, finding.found as Item) },
  ],
  'public-name-orphan': async (_, [finding]) => [
    unchangedJob(finding),
    deleteUnchanged(finding.key, 'jobId', finding.found),
  ],
  'application-unreadable': nothing,
  'application-number': setTo('number'),
  'application-attributes': async (_, [{ key, version = 0, expected, found }]) => [
    {
      Update: amend(
        key,
        { ...withoutNulls(expected as Item), version: version + 1 },
        { ...(found as Item), version },
      ),
    },
  ],
  'pointer-missing': async (_, [finding]) => [
    unchangedApplication(finding),
    { Put: { Item: { ...finding.key, [timeToLive]: finding.expected } } },
  ],
  'pointer-orphan': async (_, [finding]) => [
    unchangedApplication(finding),
    deleteUnchanged(finding.key, timeToLive, finding.found),
  ],
  'candidate-orphan': async (_, [finding]) => [
    unchangedApplication(finding),
    deleteUnchanged(finding.key, 'number', finding.found),
  ],
  'status-digit': rewriteLeaf,
  'status-count': rewriteLeaf,
  'index-row': nothing,
};

/** Groups the findings that one transaction fixes: all findings in a status-map leaf belong together. */
const unitOf = ({ kind, key: { PK, SK }, job }: Finding) =>
  repairs[kind] === rewriteLeaf ? `${PK} ${SK}` : `${kind} ${PK} ${SK} ${job}`;

/** Fixes what it can, one transaction per group, and returns what was fixed. Skips items that changed in between. */
export async function mend(open: () => Database, findings: readonly Finding[]): Promise<Finding[]> {
  const order = Object.keys(kinds);
  const inOrder = findings.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const mended: Finding[] = [];
  for (const [first, ...others] of Map.groupBy(inOrder, unitOf).values()) {
    if (!first) continue;
    const writes = await repairs[first.kind](open(), [first, ...others]);
    if (writes.length === 0) continue;
    try {
      await transact(open(), { repair: writes });
      mended.push(first, ...others);
    } catch (error) {
      if (!refusedBy(error, 'repair')) throw error;
    }
  }
  return mended;
}
