import type { Application } from './application.ts';
import { decryptOwnNumber, encryptApplicationId, type ApplicationKey } from './application-id.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { applicationKeys } from '../keys.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { fromApplicationItem } from './application-item.ts';

/** Reads single applications strongly. */
export function applicationReader(db: Database, now: () => Date) {
  /** Reads an application; undefined when it does not exist or has expired. */
  async function get({ employerId, number }: ApplicationKey): Promise<Application | undefined> {
    const item = await db.get({ Key: applicationKeys.application(employerId, number), ConsistentRead: true });
    const application = item && !isTombstone(item) ? fromApplicationItem(item) : undefined;
    return application && application.timeToLive > toUnixSeconds(now()) ? application : undefined;
  }

  return {
    get,

    /** Reads one of an employer's own applications by its public id. */
    own: async (employerId: number, id: string): Promise<Application | undefined> => {
      const number = decryptOwnNumber(await signingKey(db), employerId, id);
      return number === undefined ? undefined : get({ employerId, number });
    },
  };
}

/** Creates public ids of applications. */
export const publicIdOf =
  (db: Database) =>
  async (application: ApplicationKey): Promise<string> =>
    encryptApplicationId(await signingKey(db), application);
