import type { Application } from '../application/application.ts';
import { answersByteLength } from './answers.ts';
import type { NewApplication } from './new-application.ts';
import { UPLOAD_KEPT_SECONDS } from '../../../schemas/upload.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import type { Item, Write, Key } from '../../platform/dynamodb/database.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { applicationKeys } from '../keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import {
  toApplicationItem,
  mailQueueAttributes,
  waitingAttributes,
  confirmationEntry,
} from '../application/application-store.ts';
import { indexAttributes, type CandidateEntry } from '../application/candidate-applications.ts';
import { Refusal } from '../../platform/errors.ts';

type Referenced = Pick<
  Application,
  'employerId' | 'number' | 'jobId' | 'reference' | 'receivedAt' | 'timeToLive'
>;

/** The item that makes the employer's own id for an application unique; undefined without one. */
export const applicationReferenceItem = ({
  employerId,
  number,
  jobId,
  reference,
  receivedAt,
  timeToLive: expiry,
}: Referenced): Item | undefined =>
  reference === null
    ? undefined
    : {
        ...applicationKeys.applicationReference(employerId, reference),
        number,
        jobId,
        receivedAt,
        [timeToLive]: expiry,
      };

/**
 * The write that stores it, on condition that no application has the id, or only one that expired before `now` (in
 * seconds since 1970).
 */
export function referenceWrite(application: Referenced, now: number): Write | undefined {
  const Item = applicationReferenceItem(application);
  return (
    Item && {
      Put: {
        Item,
        // DynamoDB deletes expired items late.
        ConditionExpression: 'attribute_not_exists(PK) OR #until <= :now',
        ExpressionAttributeNames: { '#until': timeToLive },
        ExpressionAttributeValues: { ':now': now },
      },
    }
  );
}

/**
 * Finds the application that has the employer's own id by its item; undefined when it has expired. Throws Refusal
 * `reference_id_taken` when it is for another job.
 */
export function findByReference(
  item: Item | undefined,
  { jobId }: Pick<Application, 'jobId'>,
  now: number,
): Pick<Application, 'number' | 'receivedAt'> | undefined {
  if (!item || item[timeToLive] <= now) return undefined;
  if (item['jobId'] !== jobId) {
    throw new Refusal('reference_id_taken', 'An application for another job has this referenceId.');
  }
  return { number: item['number'], receivedAt: item['receivedAt'] };
}

const isNew = { ConditionExpression: 'attribute_not_exists(PK)' };

/** Increments the last number, on condition that it is the one that was read. */
const numberWrite = (key: Key, before: Item | undefined, number: number): Write => ({
  Put: {
    Item: { ...key, number },
    ...(before
      ? {
          ConditionExpression: '#number = :before',
          ExpressionAttributeNames: { '#number': 'number' },
          ExpressionAttributeValues: { ':before': before['number'] },
        }
      : isNew),
  },
});

type IndexedApplication = Pick<Application, 'employerId' | 'jobId' | 'number' | 'timeToLive'> & {
  answerBytes: number;
};

/** The index item of an application under its job. */
export const jobIndexItem = ({
  employerId,
  jobId,
  number,
  timeToLive: expiry,
  ...indexed
}: IndexedApplication): Item => ({
  ...applicationKeys.jobApplication(employerId, jobId, number),
  ...indexAttributes(indexed),
  [timeToLive]: expiry,
});

/** The index item of an application under its candidate, without the hashes that identify an equal application. */
export const candidateIndexItem = ({
  employerId,
  jobId,
  number,
  candidateHash,
  receivedAt,
  timeToLive: expiry,
  ...applicationWithSize
}: IndexedApplication & Pick<Application, 'candidateHash' | 'receivedAt'>): Item => ({
  ...applicationKeys.candidate(employerId, candidateHash, jobId, number),
  ...indexAttributes(applicationWithSize),
  receivedAt,
  [timeToLive]: expiry,
});

/** The state of the table before an application is stored. */
export interface StoredState {
  /** The number of the employer's last application. */
  numbers: Item | undefined;
  /** The candidate's last application for the same job. */
  last: CandidateEntry | undefined;
  /** The last posting snapshot of the job. */
  posting: Item | undefined;
  /** Whether an application already has the uploaded file. */
  isUploadUsed: boolean;
  /** The item of the employer's own id. */
  referred: Item | undefined;
}

/**
 * The writes that store an application, by their names, on two conditions: the employer's last number is the one that
 * was read, so that a reader that follows the numbers misses none, and no application has the uploaded file.
 */
export function applicationWrites(
  application: Application,
  { fingerprint, upload, by }: Pick<NewApplication, 'fingerprint' | 'upload'> & { by: LastWrite },
  { numbers }: Pick<StoredState, 'numbers'>,
): Record<string, Write> {
  const { employerId, number, receivedAt, queuedAt, state } = application;
  const applicationWithSize = { ...application, answerBytes: answersByteLength(application.answers) };
  const due = {
    ...(state === 'queued' && mailQueueAttributes(application, queuedAt)),
    ...(state === 'held' && waitingAttributes(application, queuedAt)),
  };
  return {
    numbers: numberWrite(applicationKeys.applicationNumbers(employerId), numbers, number),
    application: { Put: { Item: { ...toApplicationItem(application), ...due, by }, ...isNew } },
    jobApplication: { Put: { Item: jobIndexItem(applicationWithSize) } },
    candidate: {
      Put: {
        Item: {
          ...candidateIndexItem(applicationWithSize),
          fingerprint,
          ...(upload && { upload: upload.fingerprint }),
        },
      },
    },
    ...(upload && {
      upload: {
        Put: {
          Item: {
            ...applicationKeys.usedUpload(employerId, upload.hash),
            [timeToLive]: toUnixSeconds(new Date(receivedAt)) + UPLOAD_KEPT_SECONDS,
          },
          ...isNew,
        },
      },
    }),
    ...(application.confirmation === 'queued' && {
      confirmation: { Put: { Item: confirmationEntry(application) } },
    }),
  };
}
