import { admission } from '../admission.ts';
import { publicAccess } from '../../employers/services.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { now } from '../../platform/clock.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import type { OpenPosting } from '../../postings/domain/posting.ts';
import { uploads } from './uploads.ts';

/** The services for beginning uploads, for one request. */
export function uploadServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const { admit, count } = admission(db, 'uploads');
  const { begin } = uploads({ files: filesFor(db), signingKey: () => signingKey(db), now });
  return {
    ...access,
    admit,
    /** Counts the upload, and begins it as `uploads` does. Throws Refusal `rate_limit_exceeded`, too. */
    begin: async (posting: OpenPosting, fileName: string, from: ClientAddress) => {
      await count(posting, from);
      return begin(posting, fileName);
    },
  };
}
