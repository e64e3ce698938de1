import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Outgoing } from '../../../functions/http/incoming.ts';
import { StoreUnavailable } from '../../../functions/platform/values/store-unavailable.ts';
import { ownFiles, ownSecret } from '../own-files.ts';
import { readUpload } from './upload-body.ts';
import { allowedBy } from './upload-policy.ts';
import { UploadRefusal } from './upload-refusal.ts';

const refused = ({ status, code, message }: UploadRefusal): Outgoing => ({
  statusCode: status,
  headers: {
    'content-type': 'application/xml',
    // Who was silent for so long sends nothing more.
    ...(code === 'RequestTimeout' && { connection: 'close' }),
  },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message.replace(/[&<]/g, (each) => (each === '&' ? '&amp;' : '&lt;'))}</Message></Error>`,
});

/** Takes an upload by a form that `localUploadForm` has made, and answers as S3 does. */
export async function takeUpload(request: IncomingMessage): Promise<Outgoing> {
  try {
    const { bytes, allowed } = await readUpload(request, async (fields) =>
      allowedBy(fields, await ownSecret(), new Date()),
    );
    await ownFiles().put(allowed.key, bytes, '');
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    return { statusCode: 204, headers: { etag } };
  } catch (error) {
    if (error instanceof UploadRefusal) return refused(error);
    if (error instanceof StoreUnavailable) {
      return refused(new UploadRefusal(503, 'ServiceUnavailable', 'Reduce your request rate.'));
    }
    throw error;
  }
}
