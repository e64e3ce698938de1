import type { ApplicationStage } from '../../../schemas/application.ts';
import type { Application, ApplicationKey } from '../application/application.ts';
import { keyedLock } from '../../platform/concurrency.ts';
import { writtenBy, type Author } from '../../platform/dynamodb/last-write.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { transact } from '../../platform/dynamodb/writes.ts';
import { stageIndexWrite } from '../application/application-index.ts';
import { applicationUpdate, applicationReader } from '../application/application-store.ts';

/** Serializes stage changes of an application in this process, so that they do not conflict. */
const lock = keyedLock();

/** The stages of applications (guide: stages). */
export function applicationStages(db: Database, now: () => Date) {
  const { get } = applicationReader(db, now);
  let effect: 'update' | 'none' = 'none';

  /** Makes one attempt. Throws LostRace when the application changed since it was read. */
  async function setOnce(
    key: ApplicationKey,
    { author, choose }: { author: Author; choose: (current: Application) => ApplicationStage },
  ): Promise<Application | undefined> {
    const current = await get(key);
    if (!current) return undefined;
    const stage = choose(current);
    if (current.stage === stage) return current;
    const at = now();
    const stageChangedAt = at.toISOString();
    const application = applicationUpdate(key, {
      where: { version: [current.version] },
      set: { stage, stageChangedAt },
      by: writtenBy(author, at),
    });
    const writes = { application: { Update: application }, jobApplication: stageIndexWrite(current, stage) };
    await transact(db, writes).catch(toLostRace('application'));
    effect = 'update';
    return { ...current, stage, stageChangedAt, stageChangedBy: author.type, version: current.version + 1 };
  }

  return {
    /** Returns the effect of the last change. */
    effect: () => effect,

    /**
     * Sets the stage of an application to the one that `choose` returns, unless `choose` refuses; undefined when the
     * application does not exist.
     */
    set: (key: ApplicationKey, change: Parameters<typeof setOnce>[1]): Promise<Application | undefined> =>
      lock(`${db.tableName} ${key.employerId} ${key.number}`, () =>
        db.retryUntilDefinite(() => setOnce(key, change)),
      ),
  };
}
