import type { ApplicationStage } from '../../../schemas/application.ts';
import { type Application, FIRST_STAGE } from './application.ts';
import type { Database, Key, Item, Write } from '../../platform/dynamodb/database.ts';
import { applicationNumberOf, applicationKeys } from '../keys.ts';
import { beginningWith, between, LAST_NUMBER } from '../../platform/dynamodb/sort-keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { APPLICATIONS_PER_PAGE } from '../../../schemas/application-limits.ts';
import { pick } from '../../../schemas/job-fields.ts';

/** The part of an application that its index items have. */
interface IndexEntry {
  number: number;
  /** The size of the answers in bytes: only the answers of an application can be large. */
  answerBytes: number;
  /** The stage, only in the index of its job; absent in items that version 1.2 stored. */
  stage?: ApplicationStage;
}

/** The maximum size of the answers in a page in bytes: as much as one query reads. */
const PAGE_ANSWER_BYTES = 1_000_000;

export const toIndexEntry = ({ SK, answerBytes = 0, stage }: Item): IndexEntry => ({
  number: applicationNumberOf({ SK }),
  answerBytes,
  ...(stage && { stage }),
});

/** Takes the first entries that fit on a page, at least one unless the list is empty. */
export function takePage(
  entries: readonly IndexEntry[],
  mostBytes = PAGE_ANSWER_BYTES,
): readonly IndexEntry[] {
  let bytes = 0;
  const end = entries.findIndex(({ answerBytes }, index) => {
    bytes += answerBytes;
    return index >= APPLICATIONS_PER_PAGE || (index > 0 && bytes > mostBytes);
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/** Hashes the e-mail address of a candidate, in lower case. Without the secret, the hash cannot be computed. */
export const hashCandidate = (secret: Uint8Array, email: string): string =>
  signatureOf(secret, 'candidate', email.toLowerCase());

/** The part of an application in its candidate's index item. */
export interface CandidateEntry extends Pick<Application, 'number' | 'receivedAt' | 'timeToLive'> {
  /** Hashes of all data that the candidate sent, which identify an equal application. */
  fingerprint?: string;
  upload?: string;
}

/** Finds the last stored application of a candidate for a job. */
export async function findLatestOfCandidate(
  db: Database,
  { employerId, jobId, candidateHash }: Pick<Application, 'employerId' | 'jobId' | 'candidateHash'>,
): Promise<CandidateEntry | undefined> {
  const keyOf = (number: number) => applicationKeys.candidate(employerId, candidateHash, jobId, number);
  const [{ items }, earlier] = await Promise.all([
    db.queryPage({ ...between(keyOf(0), keyOf(LAST_NUMBER)), ScanIndexForward: false, Limit: 1 }),
    db.get({ Key: applicationKeys.lastOfCandidate(employerId, candidateHash, jobId), ConsistentRead: true }),
  ]);
  const entries = items.map((item) => ({ ...item, number: applicationNumberOf(item as Key) }));
  return [...entries, ...(earlier ? [earlier] : [])]
    .map((item) => item as CandidateEntry)
    .toSorted((one, other) => other.number - one.number)
    .at(0);
}

/** Lists the index items of a candidate's applications to an employer, in their order. */
export async function listEntriesOfCandidate(
  db: Database,
  { employerId, candidateHash }: Pick<Application, 'employerId' | 'candidateHash'>,
  jobId?: number,
): Promise<ReturnType<typeof toIndexEntry>[]> {
  const { PK, SK: beginning } = applicationKeys.ofCandidate(employerId, candidateHash, jobId);
  const { from, to } = beginningWith(beginning);
  const items = await db.query(between({ PK, SK: from }, { PK, SK: to }));
  return items.map(toIndexEntry).toSorted((one, other) => one.number - other.number);
}

/** Reads the index of a job's live applications, oldest first, each with its stage: a unit for about 80. */
export async function listStagesOfJob(
  db: Database,
  { employerId, jobId }: Pick<Application, 'employerId' | 'jobId'>,
  at: Date,
): Promise<Required<IndexEntry>[]> {
  const keyOf = (number: number) => applicationKeys.jobApplication(employerId, jobId, number);
  const items = await db.query(between(keyOf(0), keyOf(LAST_NUMBER)));
  const entries = items.filter((item) => item[timeToLive] > toUnixSeconds(at)).map(toIndexEntry);
  const withoutStage = entries.filter(({ stage }) => stage === undefined);
  const applications = await db.batchGet(
    withoutStage.map(({ number }) => applicationKeys.application(employerId, number)),
    { ProjectionExpression: 'SK, #stage', ExpressionAttributeNames: { '#stage': 'stage' } },
  );
  const stages = new Map(applications.map(({ SK, stage }) => [applicationNumberOf({ SK }), stage]));
  return entries.map((entry) => ({ stage: stages.get(entry.number) ?? FIRST_STAGE, ...entry }));
}

/** An application with the size of its answers in bytes. */
type IndexedApplication = Pick<Application, 'employerId' | 'jobId' | 'number' | 'timeToLive'> &
  Pick<IndexEntry, 'answerBytes'>;

const indexAttributes = ({ answerBytes, timeToLive: expiry }: IndexedApplication): Item => ({
  ...(answerBytes > 0 && { answerBytes }),
  [timeToLive]: expiry,
});

/** The index item of an application under its job, with its stage if it is given. */
export const jobIndexItem = ({
  stage,
  ...application
}: IndexedApplication & Pick<IndexEntry, 'stage'>): Item => ({
  ...applicationKeys.jobApplication(application.employerId, application.jobId, application.number),
  ...indexAttributes(application),
  ...(stage && { stage }),
});

/** The write that changes the stage in the index item of an application under its job. */
export const stageIndexWrite = (application: Application, stage: ApplicationStage): Write => {
  const { employerId, jobId, number, timeToLive: expiry } = application;
  return {
    Update: {
      Key: applicationKeys.jobApplication(employerId, jobId, number),
      UpdateExpression: 'SET #stage = :stage, #expiry = :expiry',
      ExpressionAttributeNames: { '#stage': 'stage', '#expiry': timeToLive },
      ExpressionAttributeValues: { ':stage': stage, ':expiry': expiry },
    },
  };
};

/** The index item of an application under its candidate, without the hashes that identify an equal application. */
export const candidateIndexItem = ({
  candidateHash,
  receivedAt,
  ...application
}: IndexedApplication & Pick<Application, 'candidateHash' | 'receivedAt'>): Item => ({
  ...indexAttributes(application),
  ...applicationKeys.candidate(application.employerId, candidateHash, application.jobId, application.number),
  receivedAt,
});

type ReferencedApplication = Pick<
  Application,
  'employerId' | 'number' | 'jobId' | 'reference' | 'receivedAt' | 'timeToLive'
>;

/** The item that reserves the employer's own id for an application; undefined if the application has none. */
export const applicationReferenceItem = ({
  employerId,
  reference,
  timeToLive: expiry,
  ...application
}: ReferencedApplication): Item | undefined =>
  reference === null
    ? undefined
    : {
        ...applicationKeys.applicationReference(employerId, reference),
        ...pick(application, ['number', 'jobId', 'receivedAt']),
        [timeToLive]: expiry,
      };

/** Stores this item, unless an application that expires after `now` (in seconds since 1970) has the id. */
export function referenceWrite(application: ReferencedApplication, now: number): Write | undefined {
  const Item = applicationReferenceItem(application);
  // DynamoDB may delete an expired item days later.
  const isFree = {
    ConditionExpression: 'attribute_not_exists(PK) OR #until <= :now',
    ExpressionAttributeNames: { '#until': timeToLive },
    ExpressionAttributeValues: { ':now': now },
  };
  return Item && { Put: { Item, ...isFree } };
}
