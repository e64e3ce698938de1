import { Refusal } from '../../platform/errors.ts';
import type { Item, Write } from '../../platform/dynamodb/database.ts';
import { ReferenceTaken } from '../../platform/dynamodb/failures.ts';
import type { JobReader } from '../job/job-reader.ts';
import { jobKeys } from '../keys.ts';

/** The item that finds the job with a referenceId. */
export const referenceItem = (employerId: number, referenceId: string, jobId: number): Item => ({
  ...jobKeys.reference(employerId, referenceId),
  jobId,
});

/** Assigns a referenceId to a job, on condition that no other job has it. */
const take = (employerId: number, referenceId: string, jobId: number): Write => ({
  Put: {
    Item: referenceItem(employerId, referenceId, jobId),
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

const free = (employerId: number, referenceId: string): Write => ({
  Delete: { Key: jobKeys.reference(employerId, referenceId) },
});

/** The writes for a change of a job's referenceId, for the job's own transaction; null means no referenceId. */
export const referenceWrites = (
  employerId: number,
  jobId: number,
  from: string | null,
  to: string | null,
): { reference: Write | undefined; formerReference: Write | undefined } => ({
  reference: to === null || to === from ? undefined : take(employerId, to, jobId),
  formerReference: from === null || from === to ? undefined : free(employerId, from),
});

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
