import type { Answer } from '../../../schemas/answer.ts';
import { FIRST_STAGE, type Application } from './application.ts';
import type { Item, Database } from '../../platform/dynamodb/database.ts';
import { applicationKeys, confirmationPartition, mailPartitionOf, waitingPartition } from '../keys.ts';
import { attributes, mailOrder, timeToLive } from '../../platform/dynamodb/table.ts';
import { decryptOwnNumber, encryptApplicationId, type ApplicationKey } from './application-id.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Recorded } from '../../mail/mail-queue.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { conditionalUpdate } from '../../platform/dynamodb/conditional-writes.ts';

/** The attributes that queue the mail of an application, from a time in ISO 8601. */
export const mailQueueAttributes = (
  { employerId, number }: Pick<Application, 'employerId' | 'number'>,
  due: string,
): Item => ({
  [attributes.mailPartition]: mailPartitionOf(employerId),
  [attributes.mailOrder]: mailOrder(due, employerId, number),
});

/** The attributes of an application that was not mailed and waits for a recruiter, since a time in ISO 8601. */
export const waitingAttributes = (
  { employerId, number }: Pick<Application, 'employerId' | 'number'>,
  since: string,
): Item => ({
  [attributes.mailPartition]: waitingPartition,
  [attributes.mailOrder]: mailOrder(since, employerId, number),
});

/** The item that queues the confirmation of an application from the time the application was received. */
export const confirmationEntry = ({
  employerId,
  number,
  receivedAt,
  timeToLive: expiry,
}: Pick<Application, 'employerId' | 'number' | 'receivedAt' | 'timeToLive'>): Item => ({
  ...applicationKeys.confirmation(employerId, number),
  attempts: 0,
  [attributes.mailPartition]: confirmationPartition,
  [attributes.mailOrder]: mailOrder(receivedAt, employerId, number),
  [timeToLive]: expiry,
});

/** A number is stored as text: the table cannot distinguish a number with decimals from text. */
const toStoredAnswer = ({ question, value }: Answer) => ({
  question,
  value: typeof value === 'number' ? String(value) : value,
});

const fromStoredAnswer = ({ question: { id, text, type }, value }: Answer): Answer => ({
  question: { id, text, type },
  value: type === 'number' ? Number(value) : value,
});

/** The item of an application: null values, empty lists and the first stage are not stored. */
export function toApplicationItem(application: Application): Item {
  const { employerId, number, candidateHash, idempotencyKey, suspicions, answers, stage, ...fields } =
    application;
  const item = {
    ...applicationKeys.application(employerId, number),
    employerId,
    number,
    ...fields,
    candidate: candidateHash,
    answerKey: idempotencyKey,
    heldFor: suspicions.length > 0 ? suspicions : null,
    stage: stage === FIRST_STAGE ? null : stage,
    answers: answers.length > 0 ? answers.map(toStoredAnswer) : null,
  };
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

/** The application of an item. */
export const fromApplicationItem = (item: Item): Application => ({
  employerId: item['employerId'],
  number: item['number'],
  jobId: item['jobId'],
  ...('test' in item && { test: true }),
  reference: item['reference'] ?? null,
  jobTitle: item['jobTitle'],
  titleAsRead: item['titleAsRead'] ?? null,
  referenceId: item['referenceId'] ?? null,
  places: item['places'] ?? [],
  publicId: item['publicId'] ?? null,
  name: item['name'],
  email: item['email'],
  telephone: item['telephone'] ?? null,
  coverLetter: item['coverLetter'] ?? null,
  answers: item['answers']?.map(fromStoredAnswer) ?? [],
  resume: item['resume'] ?? null,
  source: item['source'] ?? null,
  consent: item['consent'] ?? null,
  language: item['language'] ?? null,
  receivedAt: item['receivedAt'],
  mailTo: item['mailTo'],
  stage: item['stage'] ?? FIRST_STAGE,
  stageChangedAt: item['stageChangedAt'] ?? null,
  state: item['state'],
  suspicions: item['heldFor'] ?? [],
  repeatOf: item['repeatOf'] ?? null,
  queuedAt: item['queuedAt'],
  attempts: item['attempts'],
  mailError: item['mailError'] ?? null,
  failure: item['failure'] ?? null,
  confirmation: item['confirmation'] ?? null,
  candidateHash: item['candidate'],
  idempotencyKey: item['answerKey'] ?? null,
  version: item['version'],
  timeToLive: item['timeToLive'],
});

/** The applications of items that are neither erased nor expired at a time. */
export const liveApplications = (items: readonly Item[], at: Date): Application[] =>
  items
    .filter((item) => !isTombstone(item))
    .map(fromApplicationItem)
    .filter((application) => application.timeToLive > toUnixSeconds(at));

/** Reads single applications strongly. */
export function applicationReader(db: Database, now: () => Date) {
  /** Reads an application; undefined when it does not exist or has expired. */
  async function get({ employerId, number }: ApplicationKey): Promise<Application | undefined> {
    const item = await db.get({ Key: applicationKeys.application(employerId, number), ConsistentRead: true });
    return item && liveApplications([item], now())[0];
  }

  return {
    get,

    /** Reads one of an employer's own applications by its public id. */
    own: async (employerId: number, id: string): Promise<Application | undefined> => {
      const number = decryptOwnNumber(await signingKey(db), employerId, id);
      return number === undefined ? undefined : get({ employerId, number });
    },
  };
}

/** Creates public ids of applications. */
export const publicIdOf =
  (db: Database) =>
  async (application: ApplicationKey): Promise<string> =>
    encryptApplicationId(await signingKey(db), application);

interface ApplicationUpdate {
  /** The values of attributes, one of several each, on which the update depends. */
  where: Record<string, readonly (string | number)[]>;
  /** The update fails if the application has expired at this time, in milliseconds since 1970. */
  notExpiredAt?: number;
  /** The new values of attributes; null removes one. */
  set: Item;
  by: LastWrite;
}

/** The parameters of an update of an application, which increments its version, on condition that `where` is true. */
export function applicationUpdate(
  { employerId, number }: ApplicationKey,
  { where, notExpiredAt, set, by }: ApplicationUpdate,
) {
  const { Update } = conditionalUpdate(applicationKeys.application(employerId, number), { ...set, by }, {});
  const values: Item = { ...Update.ExpressionAttributeValues, ':one': 1 };
  const conditions = Object.entries(where).map(([name, wanted]) => {
    const list = wanted.map((_, index) => `:${name}${index}`);
    for (const [index, value] of wanted.entries()) values[`:${name}${index}`] = value;
    return `#${name} IN (${list.join(', ')})`;
  });
  const names = [...Object.keys(where), 'version'];
  if (notExpiredAt !== undefined) {
    conditions.push(`#${timeToLive} > :keptAt`);
    names.push(timeToLive);
    values[':keptAt'] = toUnixSeconds(notExpiredAt);
  }
  return {
    ...Update,
    UpdateExpression: `${Update.UpdateExpression} ADD #version :one`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: {
      ...Update.ExpressionAttributeNames,
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: values,
  };
}

/** Changes an application. If its condition fails, returns whether it has changed since or was erased. */
export async function updateIfUnchanged(
  db: Database,
  application: ApplicationKey,
  change: ApplicationUpdate,
): Promise<Recorded> {
  try {
    await db.update({
      ...applicationUpdate(application, change),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return 'recorded';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && !isTombstone(error.Item) ? 'changed' : 'erased';
  }
}
