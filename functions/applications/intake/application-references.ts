import type { Application } from '../application/application.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Item, Write } from '../../platform/dynamodb/database.ts';
import { applicationKeys } from '../keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';

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
