import type { Job, ContentWithLocationIds } from '../job/job.ts';
import { writtenBy } from '../../platform/dynamodb/last-write.ts';
import { itemTooLarge } from '../../platform/dynamodb/attempts.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { ReferenceTaken } from '../../platform/dynamodb/failures.ts';
import { findIdempotencyRecord } from '../../idempotency/idempotency.ts';
import { isUnchanged } from '../../platform/dynamodb/conditional-writes.ts';
import { itemBytes } from '../../platform/dynamodb/item-size.ts';
import { createJobFrom, type Creation } from './job-creation.ts';
import { toItem } from '../job/job-item.ts';
import { jobReader, refuseTakenReference } from '../job/job-reader.ts';
import type { Effect, JobStore } from './job-store.ts';
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
  let effect: Effect = 'none';

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

  function judgeNew(
    employerId: number,
    content: ContentWithLocationIds,
    { today, author }: Pick<Creation, 'author' | 'today'>,
  ) {
    const publication = { position: 0, publishDate: today } as Publication;
    const created = createJobFrom(content, publication, writtenBy(author, now()));
    requireFit(employerId, created);
    effect = 'create';
    const { publishDate: _, createdAt: __, modifiedAt: ___, ...job } = created;
    return job as ReturnType<typeof createJobFrom>;
  }

  async function changed(employerId: number, job: Job, amended: Job): Promise<Job> {
    if (amended.referenceId !== job.referenceId)
      await requireFreeReference(employerId, amended.referenceId, job.id);
    requireFit(employerId, amended);
    effect = isUnchanged(toItem(employerId, job), toItem(employerId, amended)) ? 'none' : 'update';
    return amended;
  }

  function removed(job: Job | undefined, check: (job: Job) => void): boolean {
    if (!job) return false;
    check(job);
    effect = 'delete';
    return true;
  }

  return {
    effect: () => effect,

    create: (
      employerId: number,
      content: ContentWithLocationIds,
      { idempotency, answerOf, ...wanted }: Creation,
    ) =>
      db.retryUntilDefinite(() =>
        refuseTakenReference(reads, employerId, async () => {
          const first =
            idempotency &&
            (await findIdempotencyRecord(db, accountKeys.employer(employerId), idempotency, now()));
          if (first) return { ...first, isReplay: true };
          await requireFreeReference(employerId, content.referenceId);
          const job = judgeNew(employerId, content, wanted);
          return { jobId: job.id, modifiedAt: job.modifiedAt, text: answerOf(job), isReplay: false };
        }),
      ),

    update: (employerId, id, _, amend) =>
      db.retryUntilDefinite(async () => {
        const job = await reads.get(employerId, id);
        if (!job) return undefined;
        const amended = await amend(job);
        return refuseTakenReference(reads, employerId, () => changed(employerId, job, amended));
      }),

    upsert: (employerId, referenceId, { amend, create, ...wanted }) =>
      db.retryUntilDefinite(async () => {
        const job = await reads.byReference(employerId, referenceId);
        return job
          ? { job: await changed(employerId, job, await amend(job)), created: false }
          : { job: judgeNew(employerId, await create(), wanted), created: true };
      }),

    delete: (employerId, id, _, check) =>
      db.retryUntilDefinite(async () => removed(await reads.get(employerId, id), check)),

    deleteByReference: (employerId, referenceId, _, check) =>
      db.retryUntilDefinite(async () => removed(await reads.byReference(employerId, referenceId), check)),
  };
}
