import type { Answer } from '../../../schemas/answer.ts';
import {
  FIRST_STAGE,
  type Application,
  decryptOwnNumber,
  encryptApplicationId,
  isCausedByCandidate,
  type ApplicationKey,
} from './application.ts';
import type { Item, Database } from '../../platform/dynamodb/database.ts';
import { applicationKeys, causedMailPartition, confirmationPartition, mailPartitionOf } from '../keys.ts';
import { mailOrder } from '../../platform/dynamodb/sort-keys.ts';
import { attributes, timeToLive } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Recorded } from '../../mail/mail-queue.ts';
import { conditionalUpdate, withoutNulls } from '../../platform/dynamodb/writes.ts';

const queueAttributes = (partition: string, { employerId, number }: ApplicationKey, time: string): Item => ({
  [attributes.mailPartition]: partition,
  [attributes.mailOrder]: mailOrder(time, employerId, number),
});

/** The attributes that queue the mail of an application, due at a time in ISO 8601. */
export const mailQueueAttributes = (
  application: ApplicationKey & Parameters<typeof isCausedByCandidate>[0],
  due: string,
): Item => {
  const { employerId } = application;
  const partition = isCausedByCandidate(application) ? mailPartitionOf(employerId) : causedMailPartition;
  return queueAttributes(partition, application, due);
};

/** The queue item of the confirmation of an application, due at the time of receipt. */
export const confirmationEntry = (
  application: ApplicationKey & Pick<Application, 'receivedAt' | 'timeToLive'>,
): Item => ({
  ...applicationKeys.confirmation(application.employerId, application.number),
  attempts: 0,
  ...queueAttributes(confirmationPartition, application, application.receivedAt),
  [timeToLive]: application.timeToLive,
});

/** Stores a numeric answer as text, because the table returns numbers with decimals as text. */
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
    // The name from older releases: the key of the stored response, not of the answers below.
    answerKey: idempotencyKey,
    heldFor: suspicions.length > 0 ? suspicions : null,
    stage: stage === FIRST_STAGE ? null : stage,
    answers: answers.length > 0 ? answers.map(toStoredAnswer) : null,
  };
  return withoutNulls(item);
}

/** The default values of attributes that an item may lack. */
const absent = {
  reference: null,
  titleAsRead: null,
  referenceId: null,
  places: [],
  publicId: null,
  telephone: null,
  coverLetter: null,
  resume: null,
  source: null,
  consent: null,
  language: null,
  stage: FIRST_STAGE,
  stageChangedAt: null,
  repeatOf: null,
  mailError: null,
  failure: null,
  confirmation: null,
} satisfies Partial<Application>;

/** Reads the application from its item, without key and index attributes. */
export function fromApplicationItem(item: Item): Application {
  const {
    PK: _PK,
    SK: _SK,
    by,
    [attributes.mailPartition]: _partition,
    [attributes.mailOrder]: _order,
    candidate: candidateHash,
    answerKey: idempotencyKey = null,
    heldFor: suspicions = [],
    answers = [],
    ...fields
  } = item;
  const stored = { candidateHash, idempotencyKey, suspicions, answers: answers.map(fromStoredAnswer) };
  const application = { ...absent, ...(fields as Application), ...stored };
  const isLastChange = Date.parse(application.stageChangedAt ?? '') === by?.at;
  return { ...application, ...(isLastChange && { stageChangedBy: by.type }) };
}

/** Reads the applications from items, except those erased or expired at a time. */
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

    /** Reads an application to an employer by its public id. */
    own: async (employerId: number, id: string): Promise<Application | undefined> => {
      const number = decryptOwnNumber(await signingKey(db), employerId, id);
      return number === undefined ? undefined : get({ employerId, number });
    },
  };
}

/** Creates the ids of applications that clients see, which are encrypted. */
export const applicationIdOf =
  (db: Database) =>
  async (application: ApplicationKey): Promise<string> =>
    encryptApplicationId(await signingKey(db), application);

interface ApplicationUpdate {
  /** The condition of the update: for each attribute, the values of which it must have one. */
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
  const conditions = Object.entries(where).map(([name, allowed]) => {
    const list = allowed.map((_, index) => `:${name}${index}`);
    for (const [index, value] of allowed.entries()) values[`:${name}${index}`] = value;
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

/** Changes an application. If the condition fails, returns whether the application has changed or was erased. */
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
