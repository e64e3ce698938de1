import { type Application, encryptApplicationId, type ApplicationKey } from '../application/application.ts';
import { keyedLock } from '../../platform/concurrency.ts';
import { writtenBy, type Author } from '../../platform/dynamodb/last-write.ts';
import { tombstone } from '../../platform/dynamodb/tombstone.ts';
import { conditionedOn, transact } from '../../platform/dynamodb/writes.ts';
import type { Database, Key } from '../../platform/dynamodb/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { toLostRace, unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { applicationKeys } from '../keys.ts';
import { idempotencyKeys } from '../../idempotency/idempotency.ts';
import { applicationReader } from '../application/application-store.ts';
import { deleteUnusedSnapshot } from '../intake/posting-snapshots.ts';
import { join } from 'node:path';
import { outbox } from '../../mail/outbox.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import { filesFor } from '../../platform/files/file-access.ts';

/** Serializes erasures for a job in this process, so that the last erasure finds the posting snapshot unshared. */
const lock = keyedLock();

const deletion = (Key: Key | null) => (Key ? { Delete: { Key } } : undefined);

/** Erases applications: their files, and all their items in the table. */
export function applicationErasure(db: Database, files: Pick<FileStore, 'remove'>) {
  const { get } = applicationReader(db, now);

  /** Makes one attempt. Throws LostRace when the application changed, for example because it is being mailed. */
  async function eraseOnce(application: Application, author: Author): Promise<void> {
    const { employerId, number, jobId, reference, candidateHash } = application;
    const { idempotencyKey, resume, confirmation, version } = application;
    if (resume) await files.remove(resume.key);
    const { Key, ...isUnchanged } = conditionedOn(applicationKeys.application(employerId, number), {
      version,
    });
    const byNumber = conditionedOn(applicationKeys.lastOfCandidate(employerId, candidateHash, jobId), {
      number,
    });
    await unlessConditionFails(db.delete(byNumber));
    await transact(db, {
      ...(await deleteUnusedSnapshot(db, application)),
      application: {
        Put: { Item: tombstone(Key, version, writtenBy(author, now())), ...isUnchanged },
      },
      jobApplication: { Delete: { Key: applicationKeys.jobApplication(employerId, jobId, number) } },
      candidate: { Delete: { Key: applicationKeys.candidate(employerId, candidateHash, jobId, number) } },
      reference: deletion(
        reference === null ? null : applicationKeys.applicationReference(employerId, reference),
      ),
      confirmation: deletion(
        confirmation === 'queued' ? applicationKeys.confirmation(employerId, number) : null,
      ),
      answer: deletion(
        idempotencyKey === null
          ? null
          : idempotencyKeys.record(applicationKeys.applicationNumbers(employerId), idempotencyKey),
      ),
    }).catch(toLostRace('application', 'numbers'));
  }

  return {
    /**
     * Erases an application that was read before, and returns its last state. Its own item is erased last or together
     * with the others: an interrupted erasure can be repeated.
     */
    erase: (application: Application, author: Author): Promise<Application> => {
      let firstRead: Application | undefined = application;
      return lock(`${db.tableName} ${application.employerId} ${application.jobId}`, () =>
        db.retry(async () => {
          const current = firstRead ?? (await get(application));
          firstRead = undefined;
          if (current) await eraseOnce(current, author);
          return current ?? application;
        }),
      );
    },
  };
}

/** Deletes the mails of an application from the outbox, if there is one. */
export async function removeMail(db: Database, application: ApplicationKey): Promise<void> {
  if (setting('MAIL_CONFIGURATION_SET') !== undefined) return;
  await outbox(join(setting('DATA_DIR'), 'outbox')).remove(
    encryptApplicationId(await signingKey(db), application),
  );
}

/** Erases an application everywhere: in the table, the file store and the outbox. */
export function applicationEraser(db: Database) {
  const { erase } = applicationErasure(db, filesFor(db));
  return async (application: Application, author: Author): Promise<Application> => {
    const erased = await erase(application, author);
    await removeMail(db, application);
    return erased;
  };
}
