import { admission, countedAddress } from '../applications/intake/admission.ts';
import { publicAccess } from '../accounts/access.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { now } from '../platform/time/clock.ts';
import { utcDayOf } from '../platform/time/calendar.ts';
import { signatureOf } from '../platform/crypto/signature.ts';
import { signingKey } from '../platform/crypto/signing-key.ts';
import { unlessConditionFails } from '../platform/dynamodb/failures.ts';
import type { RequestTime } from '../platform/request-database.ts';
import type { OpenPosting } from '../postings/posting/posting.ts';
import { reportEntry, type ReportContent } from './report-mail.ts';

/** The length of a report's id, in hexadecimal digits. */
const ID_LENGTH = 16;

export function reportServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const { admit, count } = admission(db, 'reports');
  return {
    ...access,
    admit,
    count,
    /** Queues the mail of a report. Equal reports from one address on one day (UTC) have the same id. */
    queueMail: async (
      { job, employer, publicId }: OpenPosting,
      content: ReportContent,
      { address }: ClientAddress,
    ): Promise<void> => {
      const identity = JSON.stringify([job.id, countedAddress(address), utcDayOf(now()), content]);
      const signature = Buffer.from(signatureOf(await signingKey(db), 'report', identity), 'base64url');
      const entry = reportEntry({
        ...content,
        id: signature.toString('hex').slice(0, ID_LENGTH),
        employerId: employer.id,
        publicId,
        jobTitle: job.title,
        employerName: employer.name,
        ...(employer.test && { test: true }),
        isConfidential: job.confidential,
        receivedAt: now().toISOString(),
      });
      await unlessConditionFails(db.put({ Item: entry, ConditionExpression: 'attribute_not_exists(PK)' }));
    },
  };
}
