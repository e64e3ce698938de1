import { join } from 'node:path';
import { setting } from '../../functions/platform/config.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import type { ServiceSecrets } from '../../functions/platform/crypto/signature.ts';
import { signingSecrets } from '../../functions/platform/crypto/signing-key.ts';
import { folderFiles } from '../../functions/platform/files/folder-files.ts';
import { createClient } from '../../functions/platform/store-client.ts';

const refuseToSign = (): never => {
  throw new Error('Files are handed out and taken here, not signed.');
};

export const localFileStore = () =>
  folderFiles(join(setting('DATA_DIR'), 'files'), { addressOf: refuseToSign, uploadFormOf: refuseToSign });

/** The secrets with which the service signs the URLs and forms of its files. */
export async function localSecrets(): Promise<ServiceSecrets> {
  const client = createClient();
  try {
    const tableName = setting('TABLE_NAME');
    return await signingSecrets(database({ client, tableName, remainingMillis: () => 5_000 }), new Date());
  } finally {
    client.destroy();
  }
}
