import { randomBytes } from 'node:crypto';
import { between, LAST_NUMBER } from '../../platform/dynamodb/sort-keys.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import type { Job } from './job.ts';
import type { Database, Item, Write } from '../../platform/dynamodb/database.ts';
import { LostRace } from '../../platform/dynamodb/failures.ts';
import { Refusal } from '../../platform/errors.ts';
import { fromItem } from './job-item.ts';
import { jobKeys } from '../keys.ts';

/** Reads single jobs of employers by strong reads (guide: first-job 3). */
export function jobReader(db: Database) {
  const reads = {
    /** A job by its id; undefined when this employer has no such job. */
    get: async (employerId: number, id: number): Promise<Job | undefined> => {
      const item = await db.get({ Key: jobKeys.job(employerId, id), ConsistentRead: true });
      return item && !isTombstone(item) ? fromItem(item) : undefined;
    },

    /** The id of the job that has a referenceId. */
    idOf: async (employerId: number, referenceId: string): Promise<number | undefined> => {
      const item = await db.get({ Key: jobKeys.reference(employerId, referenceId), ConsistentRead: true });
      return item?.['jobId'];
    },

    /** Whether a job has applications. Applications that have just expired may count. */
    hasApplications: async (employerId: number, id: number): Promise<boolean> => {
      const keyOf = (number: number) => jobKeys.application(employerId, id, number);
      const { items } = await db.queryPage({
        ...between(keyOf(0), keyOf(LAST_NUMBER)),
        ConsistentRead: true,
        Limit: 1,
      });
      return items.length > 0;
    },

    /** The job that has a referenceId, or undefined. Throws LostRace when the job has just lost the referenceId. */
    byReference: async (employerId: number, referenceId: string): Promise<Job | undefined> => {
      const id = await reads.idOf(employerId, referenceId);
      if (id === undefined) return undefined;
      const job = await reads.get(employerId, id);
      if (job?.referenceId !== referenceId) throw new LostRace();
      return job;
    },
  };
  return reads;
}

type JobReader = ReturnType<typeof jobReader>;

/** The item that finds the job with a referenceId. */
export const referenceItem = (employerId: number, referenceId: string, jobId: number): Item => ({
  ...jobKeys.reference(employerId, referenceId),
  jobId,
});

/**
 * The writes for a change of a job's referenceId, for the job's own transaction, on condition that no other job has the
 * new one; null means no referenceId.
 */
export function referenceWrites(employerId: number, jobId: number, from: string | null, to: string | null) {
  const reference: Write | undefined =
    to === null || to === from
      ? undefined
      : {
          Put: {
            Item: referenceItem(employerId, to, jobId),
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        };
  const formerReference: Write | undefined =
    from === null || from === to ? undefined : { Delete: { Key: jobKeys.reference(employerId, from) } };
  return { reference, formerReference };
}

/** Creates an unguessable name: 128 random bits. It begins with a letter, so it is never a job's id. */
export const createPublicName = (): string => `j${randomBytes(16).toString('hex')}`;

/** Whether a text has the form of a public name. */
export const isPublicName = (text: string): boolean => /^j[0-9a-f]{32}$/.test(text);

/** The item that finds a job by its public name. */
export const publicNameItem = (employerId: number, jobId: number, publicName: string): Item => ({
  ...jobKeys.publicName(publicName),
  employerId,
  jobId,
});

/** The write that registers a job's public name, for the transaction that sets it; undefined when it has none. */
export const reservePublicName = (
  employerId: number,
  { id, publicName }: Pick<Job, 'id' | 'publicName'>,
): Write | undefined =>
  publicName === null
    ? undefined
    : {
        Put: {
          Item: publicNameItem(employerId, id, publicName),
          ConditionExpression: 'attribute_not_exists(PK)',
        },
      };

/** The write that deletes a job's public name, for the transaction that deletes the job; undefined when it has none. */
export const releasePublicName = ({ publicName }: Pick<Job, 'publicName'>): Write | undefined =>
  publicName === null ? undefined : { Delete: { Key: jobKeys.publicName(publicName) } };

/** Another job has the referenceId already. */
export class ReferenceTaken extends LostRace {
  readonly referenceId: string;

  constructor(referenceId: string) {
    super();
    this.referenceId = referenceId;
  }
}

/** Runs the work; converts ReferenceTaken to Refusal `reference_id_taken`, which names the other job. */
export async function refuseTakenReference<Output>(
  reads: JobReader,
  employerId: number,
  work: () => Promise<Output>,
): Promise<Output> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReferenceTaken)) throw error;
    const id = await reads.idOf(employerId, error.referenceId);
    if (id === undefined) throw error;
    const detail = `Job ${id} already has the referenceId ${JSON.stringify(error.referenceId)}.`;
    throw new Refusal('reference_id_taken', detail, {
      resources: { existingJob: { id, path: `/jobs/${id}` } },
    });
  }
}
