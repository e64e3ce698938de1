import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { UploadForm, UploadTerms } from './file-store.ts';

/** A form that uploads a file to a bucket. Its signed policy allows that key, media type and size, and nothing else. */
export const presignedUpload = async (
  client: S3Client,
  place: { Bucket: string; Key: string },
  { mediaType, maxBytes, seconds }: UploadTerms,
): Promise<UploadForm> =>
  createPresignedPost(client, {
    ...place,
    Fields: { 'Content-Type': mediaType },
    Conditions: [['content-length-range', 1, maxBytes]],
    Expires: seconds,
  });
