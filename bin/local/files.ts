import { attachmentNamed } from '../../functions/platform/files/attachment.ts';
import { grantedFile, LOCAL_FILES_PATH } from '../../functions/platform/files/local-address.ts';
import type { Handler, Outgoing } from '../../functions/http/incoming.ts';
import { ownFiles, ownSecret } from './own-files.ts';

const NOT_FOUND: Outgoing = { statusCode: 404, headers: { 'cache-control': 'no-store' } };

/** The file at a signed address, as an attachment; 404 when the address was changed or is over. */
const file: Handler = async ({ rawPath, rawQueryString }) => {
  const granted = grantedFile(await ownSecret(), rawPath, rawQueryString, new Date());
  const bytes =
    granted &&
    (await ownFiles()
      .get(granted.key)
      .catch(() => undefined));
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
};

/** What S3 serves on AWS, at the addresses that `localAddress` makes. */
export const fileRoutes = { [`GET ${LOCAL_FILES_PATH}{key+}`]: file };
