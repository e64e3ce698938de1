import { signatureOf } from '../../platform/crypto/signature.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import type { Report, ReportContent } from './report.ts';

/** How long an id is, in hexadecimal digits. */
const ID_LENGTH = 16;

interface Arrival {
  secret: Uint8Array;
  /** The network address that it comes from. It is not kept. */
  from: string;
  /** Whether a program seems to have sent it: it is stored, and not mailed. */
  isTrapped: boolean;
  now: Date;
}

/** A new report. The same one from the same address, on the same day (UTC), has the same id. */
export function newReport(
  { job, employer, publicId }: OpenPosting,
  content: ReportContent,
  { secret, from, isTrapped, now }: Arrival,
): Report {
  const receivedAt = now.toISOString();
  const same = [job.id, from, receivedAt.slice(0, 'YYYY-MM-DD'.length), content];
  const signature = Buffer.from(signatureOf(secret, 'report', JSON.stringify(same)), 'base64url');
  return {
    ...content,
    id: signature.toString('hex').slice(0, ID_LENGTH),
    employerId: employer.id,
    jobId: job.id,
    publicId,
    jobTitle: job.title,
    employerName: employer.name,
    ...(employer.test && { test: true }),
    isConfidential: job.confidential,
    receivedAt,
    mail: isTrapped ? 'held' : 'queued',
    attempts: 0,
    mailError: null,
    closedAt: null,
  };
}
