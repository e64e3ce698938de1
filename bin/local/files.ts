import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { contentDisposition } from '../../functions/platform/files/file-store.ts';
import {
  verifyDownload,
  verifyUpload,
  LOCAL_FILES_PATH,
} from '../../functions/platform/files/local-files.ts';
import { type FormField, multipartFields } from '../../functions/http/form-body.ts';
import type { Handler, Outgoing } from '../../functions/http/incoming.ts';
import { Refusal, StoreUnavailable } from '../../functions/platform/errors.ts';
import { localFileStore, localSecrets } from './own-files.ts';

const NOT_FOUND: Outgoing = { statusCode: 404, headers: { 'cache-control': 'no-store' } };

/** Serves the file of a signed URL as an attachment; 404 when the URL was changed or has expired. */
const file: Handler = async ({ rawPath, rawQueryString }) => {
  const granted = verifyDownload(await localSecrets(), rawPath, rawQueryString, new Date());
  const bytes =
    granted &&
    (await localFileStore()
      .get(granted.key)
      .catch(() => undefined));
  if (!bytes) return NOT_FOUND;
  return {
    statusCode: 200,
    headers: {
      'content-type': granted.mediaType,
      'content-disposition': contentDisposition(granted.fileName),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    body: Buffer.from(bytes).toString('base64'),
    isBase64Encoded: true,
  };
};

/** The fields of a form; an empty list if it cannot be parsed. */
function fieldsOf({ headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2): FormField[] {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  try {
    return [...multipartFields(bytes, headers['content-type'] ?? '')];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** Stores a file that is uploaded with a form of `localUploadForm`: the signed fields, and then the file. */
const upload: Handler = async (event) => {
  const fields = fieldsOf(event);
  const texts = new Map(fields.map((field) => [field.name, 'text' in field ? field.text : '']));
  const granted = verifyUpload(await localSecrets(), event.rawPath, texts, new Date());
  if (!granted) return { statusCode: 403 };
  const filePart = fields.at(-1);
  if (filePart?.name !== 'file' || !('bytes' in filePart)) return { statusCode: 400 };
  if (filePart.bytes.length === 0 || filePart.bytes.length > granted.maxBytes) return { statusCode: 400 };
  try {
    await localFileStore().put(granted.key, filePart.bytes, granted.mediaType);
  } catch (error) {
    if (error instanceof StoreUnavailable) return { statusCode: 503 };
    throw error;
  }
  return { statusCode: 204 };
};

/** The local counterpart of S3, at the URLs of `localAddress` and `localUploadForm`. */
export const fileRoutes = {
  [`GET ${LOCAL_FILES_PATH}{key+}`]: file,
  [`POST ${LOCAL_FILES_PATH}{key+}`]: upload,
};
