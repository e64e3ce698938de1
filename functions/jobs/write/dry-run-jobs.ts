import type { Job } from '../job/job.ts';
import { writtenBy } from '../../platform/dynamodb/last-write.ts';
import { itemTooLarge } from '../../platform/dynamodb/failures.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { findIdempotencyRecord } from '../../idempotency/idempotency.ts';
import { isUnchanged } from '../../platform/dynamodb/writes.ts';
import { itemBytes } from '../../platform/dynamodb/item-size.ts';
import { createJobFrom, type NewJob } from './job-creation.ts';
import { toItem } from '../job/job-item.ts';
import { jobReader, ReferenceTaken } from '../job/job-reader.ts';
import { jobOperations, type JobStore } from './job-store.ts';
import type { Publication } from './id-allocator.ts';
import { accountKeys } from '../../accounts/keys.ts';

/** The maximum size of an item in DynamoDB, in bytes. */
const ITEM_MAX_BYTES = 400 * 1024;

function requireFit(employerId: number, job: Job): void {
  if (itemBytes(toItem(employerId, job)) > ITEM_MAX_BYTES) throw itemTooLarge();
}

/**
 * A `jobStore` that only reads. A new job has no id, no publishDate and no times. `effect` is what the last operation
 * would have done.
 */
export function dryRunJobs(db: Database, now: () => Date): JobStore {
  const reads = jobReader(db);

  /** Throws ReferenceTaken when another job has the referenceId. */
  async function requireFreeReference(
    employerId: number,
    referenceId: string | null,
    id?: number,
  ): Promise<void> {
    if (referenceId === null) return;
    const holder = await reads.idOf(employerId, referenceId);
    if (holder !== undefined && holder !== id) throw new ReferenceTaken(referenceId);
  }

  return jobOperations(db, {
    draft: async (employerId, content, { today, author }) => {
      const publication = { position: 0, publishDate: today } as Publication;
      const newJob = createJobFrom(content, publication, writtenBy(author, now()));
      requireFit(employerId, newJob);
      const { publishDate: _, createdAt: __, modifiedAt: ___, ...job } = newJob;
      return job as NewJob;
    },

    create: async (employerId, { referenceId }, replay) => {
      const partition = accountKeys.employer(employerId);
      const earlier = replay && (await findIdempotencyRecord(db, partition, replay.request, now()));
      if (!earlier) await requireFreeReference(employerId, referenceId);
      return earlier;
    },

    change: async (employerId, job, amended) => {
      if (amended.referenceId !== job.referenceId)
        await requireFreeReference(employerId, amended.referenceId, job.id);
      requireFit(employerId, amended);
      return isUnchanged(toItem(employerId, job), toItem(employerId, amended)) ? job : amended;
    },

    remove: async (_, job, { check }) => {
      if (job) check(job);
      return job !== undefined;
    },
  });
}
