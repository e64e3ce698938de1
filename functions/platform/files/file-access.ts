import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { folderFiles } from './folder-files.ts';
import { localAddress, localUploadForm } from './local-files.ts';
import { s3Files } from './s3-files.ts';
import type { Database } from '../dynamodb/database.ts';
import { signingSecrets } from '../crypto/signing-key.ts';
import { now } from '../time/clock.ts';
import { setting } from '../config.ts';

const bucketOf = (name: string | undefined) =>
  name === undefined ? undefined : { name, files: s3Files(name) };

let bucket = bucketOf(setting('FILES_BUCKET'));

/** The files in the bucket, if there is one. The admin command sets its name when it connects to a stage. */
function inBucket(): FileStore | undefined {
  const name = setting('FILES_BUCKET');
  if (bucket?.name !== name) bucket = bucketOf(name);
  return bucket?.files;
}

const origin = () => setting('BASE_URL') ?? '';

/** The files of the service: in the bucket, or in a folder of this machine. */
export const filesFor = (db: Database): FileStore =>
  inBucket() ??
  folderFiles(join(setting('DATA_DIR'), 'files'), {
    addressOf: async (key, options) => {
      const [{ bytes }] = await signingSecrets(db, now());
      return localAddress(bytes, origin(), { key, ...options, now: now() });
    },
    uploadFormOf: async (key, options) => {
      const [{ bytes }] = await signingSecrets(db, now());
      // The form's Content-Security-Policy allows uploads only to the page's own origin.
      return localUploadForm(bytes, setting('SITE_URL') ?? origin(), { key, ...options, now: now() });
    },
  });
