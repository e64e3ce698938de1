import { requireForm } from '../domain/apply-here.ts';
import { requireRoom, suspicionsOfRate } from '../hourly-limits.ts';
import { publicAccess } from '../../employers/services.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { now } from '../../platform/clock.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import type { OpenPosting } from '../../postings/domain/posting.ts';
import { openPostings } from '../../postings/services.ts';
import { uploads } from './uploads.ts';

/** The services for beginning uploads, for one request. */
export function uploadServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const find = openPostings(db);
  const { begin } = uploads({ files: filesFor(db), signingKey: () => signingKey(db), now });
  const wayOf = async ({ job }: OpenPosting, from: ClientAddress) => ({
    secret: await signingKey(db),
    from,
    jobId: job.id,
  });
  return {
    ...access,
    /** The posting that an address uploads a file for: as the posting of an application. */
    admit: async (publicId: string, from: ClientAddress): Promise<OpenPosting> => {
      const posting = requireForm(await find(publicId));
      requireRoom('uploads', await wayOf(posting, from));
      return posting;
    },
    /** Counts the upload, and begins it as `uploads` does. Throws Refusal `rate_limit_exceeded`, too. */
    begin: async (posting: OpenPosting, fileName: string, from: ClientAddress) => {
      await suspicionsOfRate(db, 'uploads', await wayOf(posting, from));
      return begin(posting, fileName);
    },
  };
}
