import { S3Client } from '@aws-sdk/client-s3';
import { derivedKey } from '../values/signature.ts';
import type { UploadForm, UploadTerms } from './file-store.ts';
import { presignedUpload } from './presigned-upload.ts';

/** The path at which the local gateway takes uploads: it stands for a bucket of this name. */
export const LOCAL_BUCKET = 'files';

/** The region that the signatures of this machine name. */
export const LOCAL_REGION = 'local';

/** What signs uploads to this machine, in place of an account of AWS. */
export const localCredentials = (secret: Uint8Array) => ({
  accessKeyId: 'local',
  secretAccessKey: derivedKey(secret, 'upload policy').toString('hex'),
});

interface Wanted extends UploadTerms {
  key: string;
  now: Date;
}

/** A form that uploads a file to the local gateway: what S3's presigned POST is on AWS, made by the same library. */
export async function localUploadForm(
  secret: Uint8Array,
  origin: string,
  { key, now, ...terms }: Wanted,
): Promise<UploadForm> {
  const client = new S3Client({
    endpoint: origin,
    region: LOCAL_REGION,
    credentials: localCredentials(secret),
    forcePathStyle: true,
    systemClockOffset: now.getTime() - Date.now(),
  });
  try {
    return await presignedUpload(client, { Bucket: LOCAL_BUCKET, Key: key }, terms);
  } finally {
    client.destroy();
  }
}
