import { join } from 'node:path';
import { setting } from '../../functions/platform/config.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { signingKey } from '../../functions/platform/dynamodb/signing-key.ts';
import { folderFiles } from '../../functions/platform/files/folder-files.ts';
import { createClient } from '../../functions/platform/store-client.ts';

const refuseToSign = (): never => {
  throw new Error('Files are handed out and taken here, not signed.');
};

/** The files of this machine. */
export const ownFiles = () =>
  folderFiles(join(setting('DATA_DIR'), 'files'), { addressOf: refuseToSign, uploadFormOf: refuseToSign });

/** The secret of the service, by which it signs what may be done with its files. */
export async function ownSecret(): Promise<Uint8Array> {
  const client = createClient();
  try {
    return await signingKey(
      database({ client, tableName: setting('TABLE_NAME'), remainingMillis: () => 5_000 }),
    );
  } finally {
    client.destroy();
  }
}
