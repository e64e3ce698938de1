import { join } from 'node:path';
import { attachmentNamed } from '../../functions/files/attachment.ts';
import { folderFiles } from '../../functions/files/folder-files.ts';
import { grantedFile, LOCAL_FILES_PATH } from '../../functions/files/local-address.ts';
import type { Outgoing } from '../../functions/http/incoming.ts';
import { createClient } from '../../functions/store/client.ts';
import { database } from '../../functions/store/database.ts';
import { signingKey } from '../../functions/store/signing-key.ts';
import { setting } from '../../functions/wiring/config.ts';

const refuseToSign = (): never => {
  throw new Error('Files are handed out here, not signed.');
};

const NOT_FOUND: Outgoing = { statusCode: 404, headers: { 'cache-control': 'no-store' } };

/** Whether a request is for a file at a signed address: what S3 serves on AWS, the local gateway does. */
export const isForFile = (method: string, rawPath: string): boolean =>
  method === 'GET' && rawPath.startsWith(LOCAL_FILES_PATH);

/** The file at a signed address, as an attachment; 404 when the address was changed or is over. */
export async function fileAnswer(rawPath: string, query: string): Promise<Outgoing> {
  const client = createClient();
  try {
    const db = database({ client, tableName: setting('TABLE_NAME'), remainingMillis: () => 5_000 });
    const file = grantedFile(await signingKey(db), rawPath, query, new Date());
    const files = folderFiles(join(setting('DATA_DIR'), 'files'), refuseToSign);
    const bytes = file && (await files.get(file.key).catch(() => undefined));
    if (!bytes) return NOT_FOUND;
    return {
      statusCode: 200,
      headers: {
        'content-type': file.mediaType,
        'content-disposition': attachmentNamed(file.fileName),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
      body: Buffer.from(bytes).toString('base64'),
      isBase64Encoded: true,
    };
  } finally {
    client.destroy();
  }
}
