import { join } from 'node:path';
import { attachmentNamed } from '../../functions/platform/files/attachment.ts';
import { folderFiles } from '../../functions/platform/files/folder-files.ts';
import { grantedFile, LOCAL_FILES_PATH } from '../../functions/platform/files/local-address.ts';
import type { Handler, Outgoing } from '../../functions/http/incoming.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { signingKey } from '../../functions/platform/dynamodb/signing-key.ts';
import { setting } from '../../functions/platform/config.ts';
import { storeClient } from '../../functions/platform/store-client.ts';

const refuseToSign = (): never => {
  throw new Error('Files are handed out here, not signed.');
};

const NOT_FOUND: Outgoing = { statusCode: 404, headers: { 'cache-control': 'no-store' } };

/** The file at a signed address, as an attachment; 404 when the address was changed or is over. */
const file: Handler = async ({ rawPath, rawQueryString }) => {
  const client = storeClient();
  try {
    const db = database({ client, tableName: setting('TABLE_NAME'), remainingMillis: () => 5_000 });
    const granted = grantedFile(await signingKey(db), rawPath, rawQueryString, new Date());
    const files = folderFiles(join(setting('DATA_DIR'), 'files'), refuseToSign);
    const bytes = granted && (await files.get(granted.key).catch(() => undefined));
    if (!bytes) return NOT_FOUND;
    return {
      statusCode: 200,
      headers: {
        'content-type': granted.mediaType,
        'content-disposition': attachmentNamed(granted.fileName),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
      body: Buffer.from(bytes).toString('base64'),
      isBase64Encoded: true,
    };
  } finally {
    client.destroy();
  }
};

/** What S3 serves on AWS, at the addresses that `localAddress` makes. */
export const fileRoutes = { [`GET ${LOCAL_FILES_PATH}{key+}`]: file };
