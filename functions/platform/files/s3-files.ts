import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { StoreUnavailable } from '../errors.ts';
import { contentDisposition, type FileStore } from './file-store.ts';

/** The client of this process. Every call is idempotent, and two attempts fit into the time of a request. */
const createClient = () =>
  new S3Client({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_500, throwOnRequestTimeout: true },
  });

/** The time limit of a call, including its retry and the whole file, in milliseconds. */
const CALL_MILLIS = 8_000;

const limited = () => ({ abortSignal: AbortSignal.timeout(CALL_MILLIS) });

/** Reports every failed write as not applied: if a file was written without a response, the sweep deletes the file. */
const done = <Output>(work: Promise<Output>): Promise<Output> =>
  work.catch((error: unknown) => {
    throw new StoreUnavailable('not-applied', error);
  });

/** Files in a bucket of S3. Throws StoreUnavailable when S3 does not respond or refuses. */
export function s3Files(bucket: string): FileStore {
  const client = createClient();
  const location = (key: string) => ({ Bucket: bucket, Key: key });

  async function* list(prefix: string) {
    let from: { ContinuationToken?: string } | undefined = {};
    while (from) {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...from });
      const page: ListObjectsV2CommandOutput = await done(client.send(command, limited()));
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified) yield { key: Key, modifiedAt: LastModified };
      }
      const { NextContinuationToken: next } = page;
      from = next === undefined ? undefined : { ContinuationToken: next };
    }
  }

  /** Whether a file is missing, by a list request: a GET of a missing file may fail like a missing permission. */
  async function isMissing(key: string): Promise<boolean> {
    for await (const listed of list(key)) if (listed.key === key) return false;
    return true;
  }

  return {
    put: async (key, bytes, mediaType) => {
      const command = new PutObjectCommand({ ...location(key), Body: bytes, ContentType: mediaType });
      await done(client.send(command, limited()));
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(location(key)), limited());
        return await Body?.transformToByteArray();
      } catch (error) {
        const isHidden = error instanceof S3ServiceException && error.name === 'AccessDenied';
        if (error instanceof NoSuchKey || (isHidden && (await isMissing(key)))) return undefined;
        throw new StoreUnavailable('not-applied', error);
      }
    },
    remove: async (key) => {
      await done(client.send(new DeleteObjectCommand(location(key)), limited()));
    },
    list,
    addressOf: async (key, { fileName, mediaType, seconds }) => {
      const command = new GetObjectCommand({
        ...location(key),
        ResponseContentDisposition: contentDisposition(fileName),
        ResponseContentType: mediaType,
      });
      return getSignedUrl(client, command, { expiresIn: seconds });
    },
    // The signed policy allows only the given key, media type and size.
    uploadFormOf: async (key, { mediaType, maxBytes, seconds }) =>
      createPresignedPost(client, {
        ...location(key),
        Fields: { 'Content-Type': mediaType },
        Conditions: [['content-length-range', 1, maxBytes]],
        Expires: seconds,
      }),
  };
}
