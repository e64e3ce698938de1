import { admission, countedAddress } from '../applications/intake/admission.ts';
import { publicAccess } from '../accounts/access.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { now } from '../platform/time/clock.ts';
import { signingKey } from '../platform/crypto/signing-key.ts';
import type { RequestTime } from '../platform/request-database.ts';
import type { OpenPosting } from '../postings/posting/posting.ts';
import { createReport, type ReportContent, reportStore } from './report.ts';

interface SentReport {
  content: ReportContent;
  isTrapped: boolean;
}

export function reportServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const { admit, count } = admission(db, 'reports');
  return {
    ...access,
    admit,
    /** Stores a report, unless the report is already stored. Throws Refusal `rate_limit_exceeded`. */
    receive: async (
      posting: OpenPosting,
      { content, isTrapped }: SentReport,
      from: ClientAddress,
    ): Promise<void> => {
      await count(posting, from);
      const origin = {
        secret: await signingKey(db),
        from: countedAddress(from.address),
        isTrapped,
        now: now(),
      };
      await reportStore(db).create(createReport(posting, content, origin));
    },
  };
}
