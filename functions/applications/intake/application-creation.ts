import {
  type Application,
  FIRST_STAGE,
  type StoredResume,
  encryptApplicationId,
  type ApplicationKey,
} from '../application/application.ts';
import { answersByteLength } from './answers.ts';
import type { NewApplication } from './new-application.ts';
import { UPLOAD_KEPT_SECONDS } from '../../../schemas/upload.ts';
import { type LastWrite, writtenBy } from '../../platform/dynamodb/last-write.ts';
import type { Item, Write, Key, Database } from '../../platform/dynamodb/database.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { applicationKeys, createFileKey } from '../keys.ts';
import { LAST_NUMBER } from '../../platform/dynamodb/sort-keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import {
  toApplicationItem,
  mailQueueAttributes,
  confirmationEntry,
} from '../application/application-store.ts';
import {
  type CandidateEntry,
  jobIndexItem,
  candidateIndexItem,
  findLatestOfCandidate,
  referenceWrite,
} from '../application/application-index.ts';
import { conditionedOn, transact } from '../../platform/dynamodb/writes.ts';
import { Refusal, StoreUnavailable } from '../../platform/errors.ts';
import { SAME_APPLICATION_HOURS } from '../../../schemas/application-limits.ts';
import type { ConfirmationState } from '../../../schemas/application.ts';
import type { ApplicationReceipt } from '../../../schemas/application-record.ts';
import { keyedLock } from '../../platform/concurrency.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { findIdempotencyRecord, idempotencyRecordWrite } from '../../idempotency/idempotency.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { saveSnapshot, findSnapshotItem } from './posting-snapshots.ts';

/** The state of the table before an application is stored. */
interface StoredState {
  /** The number of the employer's last application. */
  numbers: Item | undefined;
  /** The candidate's last application for the same job. */
  last: CandidateEntry | undefined;
  /** The last posting snapshot of the job. */
  posting: Item | undefined;
  /** Whether another application has already used the uploaded file. */
  isUploadUsed: boolean;
  /** The item that reserves the employer's own id for an application. */
  referred: Item | undefined;
}

const isNew = { ConditionExpression: 'attribute_not_exists(PK)' };

const usedUpload = (employerId: number, hash: string, receivedAt: string): Item => ({
  ...applicationKeys.usedUpload(employerId, hash),
  [timeToLive]: toUnixSeconds(new Date(receivedAt)) + UPLOAD_KEPT_SECONDS,
});

/**
 * The writes that store an application, by their names, on conditions: the employer's last number has not changed since
 * it was read, so that a reader that follows the numbers misses none, and no application has the uploaded file.
 */
function applicationWrites(
  application: Application,
  { fingerprint, upload, by }: Pick<NewApplication, 'fingerprint' | 'upload'> & { by: LastWrite },
  { numbers }: Pick<StoredState, 'numbers'>,
): Record<string, Write> {
  const { employerId, number, receivedAt, queuedAt, state } = application;
  const applicationWithSize = { ...application, answerBytes: answersByteLength(application.answers) };
  const lastNumber = { number: numbers?.['number'] };
  const { Key, ...isUnchanged } = conditionedOn(applicationKeys.applicationNumbers(employerId), lastNumber);
  const hashes = { fingerprint, ...(upload && { upload: upload.fingerprint }) };
  const due = {
    // The scheduled `send-applications.ts` finds the application by these attributes.
    ...(state === 'queued' && mailQueueAttributes(application, queuedAt)),
  };
  return {
    numbers: { Put: { Item: { ...Key, number }, ...isUnchanged } },
    application: { Put: { Item: { ...toApplicationItem(application), ...due, by }, ...isNew } },
    jobApplication: { Put: { Item: jobIndexItem(applicationWithSize) } },
    candidate: { Put: { Item: { ...candidateIndexItem(applicationWithSize), ...hashes } } },
    ...(upload && { upload: { Put: { Item: usedUpload(employerId, upload.hash, receivedAt), ...isNew } } }),
    ...(application.confirmation === 'queued' && {
      confirmation: { Put: { Item: confirmationEntry(application) } },
    }),
  };
}

const SAME_MILLIS = SAME_APPLICATION_HOURS * 60 * 60 * 1_000;

/** Serializes applications to an employer in this process, so that they do not compete for the same number. */
const lock = keyedLock();

/** The response to an application, and whether it is a repeat. */
interface Acknowledgement {
  receipt: ApplicationReceipt;
  isRepeat: boolean;
}

/** Whether an error means that no item was written. */
const isCertain = (error: unknown) =>
  error instanceof Refusal || (error instanceof StoreUnavailable && error.outcome === 'not-applied');

interface CreationOptions {
  files: Pick<FileStore, 'put' | 'remove'>;
  /** How long applications are kept, in seconds. */
  keptSeconds: number;
  /** Counts the mails of a new application towards their limits. Returns the state of its confirmation. */
  countMails: (
    newApplication: Pick<NewApplication, 'draft' | 'wantsConfirmation'>,
    at: Date,
  ) => Promise<ConfirmationState>;
  now: () => Date;
}

/** Stores applications: the file first, then everything else in one transaction. */
export function applicationCreation(db: Database, { files, keptSeconds, countMails, now }: CreationOptions) {
  const receiptOf = async ({
    receivedAt,
    ...key
  }: ApplicationKey & Pick<Application, 'receivedAt'>): Promise<ApplicationReceipt> => ({
    id: encryptApplicationId(await signingKey(db), key),
    receivedAt,
  });

  async function readState({ draft, upload, snapshot }: NewApplication): Promise<StoredState> {
    const { employerId, jobId, candidateHash, reference } = draft;
    const numbers = applicationKeys.applicationNumbers(employerId);
    const used = upload && applicationKeys.usedUpload(employerId, upload.hash);
    const referenceKey =
      reference === null ? null : applicationKeys.applicationReference(employerId, reference);
    const requiredKeys = [numbers, used, referenceKey].filter((key) => key !== null);
    const items = await db.batchGet(requiredKeys, { ConsistentRead: true });
    const find = (key: Key | null) => items.find(({ SK }) => SK === key?.SK);
    // The number is read before these items: if another application is stored in between, this attempt fails.
    const [last, posting] = await Promise.all([
      findLatestOfCandidate(db, { employerId, jobId, candidateHash }),
      snapshot ? findSnapshotItem(db, { employerId, jobId, number: LAST_NUMBER }) : undefined,
    ]);
    return {
      numbers: find(numbers),
      last,
      posting,
      isUploadUsed: find(used) !== undefined,
      referred: find(referenceKey),
    };
  }

  /** Finds the first response to the same request or to an equal application. */
  async function findEarlierResponse(
    { draft, file, fingerprint, upload, idempotency }: NewApplication,
    { last, referred }: StoredState,
  ): Promise<ApplicationReceipt | undefined> {
    const { employerId, jobId, reference } = draft;
    if (referred && referred[timeToLive] > toUnixSeconds(now())) {
      if (referred['jobId'] !== jobId) {
        throw new Refusal('reference_id_taken', 'An application for another job has this referenceId.');
      }
      return receiptOf({ employerId, number: referred['number'], receivedAt: referred['receivedAt'] });
    }
    // An application with the employer's own id never equals an application without that id.
    if (reference !== null) return undefined;
    const record =
      idempotency &&
      (await findIdempotencyRecord(db, applicationKeys.applicationNumbers(employerId), idempotency, now()));
    if (record) return JSON.parse(record.text) as ApplicationReceipt;
    // A repeated request may come after its upload was removed. Then only the upload identifies it: without the file, the
    // fingerprint is that of an application without a résumé.
    const isEqual = (upload === null || file !== null) && last?.fingerprint === fingerprint;
    const isOfUpload = upload !== null && last?.upload === upload.fingerprint;
    if (!last || (!isEqual && !isOfUpload)) return undefined;
    const { number, receivedAt } = last;
    const isRecent = Date.parse(receivedAt) + SAME_MILLIS > now().getTime();
    return isRecent ? receiptOf({ employerId, number, receivedAt }) : undefined;
  }

  /** Counts the mails at most once, and not for a repeated application. */
  function confirmationOf(newApplication: NewApplication) {
    let confirmation: Promise<ConfirmationState> | undefined;
    return () => (confirmation ??= countMails(newApplication, now()));
  }

  /** Makes one attempt. Throws LostRace. Undefined when the uploaded file does not exist (any more). */
  async function attempt(
    newApplication: NewApplication,
    resume: StoredResume | null,
    confirmation: ReturnType<typeof confirmationOf>,
  ): Promise<Acknowledgement | undefined> {
    const { draft, author, file, snapshot, fingerprint, upload, idempotency } = newApplication;
    const state = await readState(newApplication);
    const earlierReceipt = await findEarlierResponse(newApplication, state);
    if (earlierReceipt) return { receipt: earlierReceipt, isRepeat: true };
    if (state.isUploadUsed || (upload !== null && file === null)) return undefined;
    const at = now();
    const seconds = toUnixSeconds(at);
    const by = writtenBy(author, at);
    const hasLast = (state.last?.timeToLive ?? 0) > seconds;
    const application: Application = {
      ...draft,
      number: (state.numbers?.['number'] ?? 0) + 1,
      resume,
      receivedAt: newApplication.receivedAt ?? at.toISOString(),
      queuedAt: at.toISOString(),
      stage: FIRST_STAGE,
      stageChangedAt: null,
      repeatOf: (hasLast && state.last?.number) || null,
      attempts: 0,
      mailError: null,
      failure: null,
      confirmation: await confirmation(),
      idempotencyKey: idempotency?.key ?? null,
      version: 1,
      timeToLive: seconds + keptSeconds,
    };
    const receipt = await receiptOf(application);
    const { employerId, jobId } = draft;
    const response = { jobId, modifiedAt: seconds, text: JSON.stringify(receipt) };
    await transact(db, {
      ...applicationWrites(application, { fingerprint, upload, by }, state),
      reference: referenceWrite(application, seconds),
      posting: snapshot ? saveSnapshot(application, snapshot, state.posting) : undefined,
      firstResponse:
        idempotency &&
        idempotencyRecordWrite(applicationKeys.applicationNumbers(employerId), idempotency, response),
    }).catch(toLostRace('numbers', 'application', 'firstResponse', 'upload', 'reference'));
    return { receipt, isRepeat: false };
  }

  async function store(newApplication: NewApplication, resume: StoredResume | null) {
    const confirmation = confirmationOf(newApplication);
    const acknowledged = await lock(`${db.tableName} ${newApplication.draft.employerId}`, () =>
      db.retryUntilDefinite(() => attempt(newApplication, resume, confirmation)),
    );
    // This request may have stored the application that has the file.
    if (!acknowledged && db.hasUnresolvedWrite()) {
      throw new StoreUnavailable('unknown', new Error('The uploaded file has been used.'));
    }
    return acknowledged;
  }

  /** Deletes a file that no application needs. If that fails, the daily sweep deletes the file. */
  const discard = (key: string) => files.remove(key).catch(() => undefined);

  return {
    /**
     * Stores an application. The same request again, or an equal application within 24 hours, gets the first response.
     * Undefined when its uploaded file does not exist, or another application has it. Throws Refusal
     * `idempotency_key_reused` and `reference_id_taken`.
     */
    create: async (newApplication: NewApplication): Promise<Acknowledgement | undefined> => {
      const { draft, file } = newApplication;
      if (!file) return store(newApplication, null);
      const { bytes, ...resume } = file;
      const key = createFileKey(draft.employerId, now());
      await files.put(key, bytes, resume.mediaType);
      try {
        const acknowledged = await store(newApplication, { ...resume, key });
        // A request with an unresolved write may itself have stored the application that it found.
        if (acknowledged?.isRepeat !== false && !db.hasUnresolvedWrite()) await discard(key);
        return acknowledged;
      } catch (error) {
        if (isCertain(error)) await discard(key);
        throw error;
      }
    },
  };
}
