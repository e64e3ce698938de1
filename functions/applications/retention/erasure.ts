import { join } from 'node:path';
import { encryptApplicationId, type ApplicationKey } from '../application/application-id.ts';
import type { Application } from '../application/application.ts';
import { outbox } from '../../mail/outbox.ts';
import { applicationErasure } from './application-erasure.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import { filesFor } from '../../platform/files/file-access.ts';

/** Deletes the mails of an application from the outbox, if there is one. */
export async function removeMail(db: Database, application: ApplicationKey): Promise<void> {
  if (setting('MAIL_CONFIGURATION_SET') !== undefined) return;
  await outbox(join(setting('DATA_DIR'), 'outbox')).remove(
    encryptApplicationId(await signingKey(db), application),
  );
}

/** Erases an application everywhere: in the table, the file store and the outbox. */
export function applicationEraser(db: Database) {
  const { erase } = applicationErasure(db, filesFor(db), now);
  return async (application: Application, author: Author): Promise<Application> => {
    const erased = await erase(application, author);
    await removeMail(db, application);
    return erased;
  };
}
