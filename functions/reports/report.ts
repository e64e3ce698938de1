import { signatureOf } from '../platform/crypto/signature.ts';
import type { OpenPosting } from '../postings/posting/posting.ts';
import type { ReportReason } from '../../schemas/report.ts';

/** The content of a report. */
export interface ReportContent {
  reason: ReportReason;
  text: string | null;
  /** The reporter's address, for questions. */
  email: string | null;
}

/** A report of a posting, with the facts of its job at that time. */
export interface Report extends ReportContent {
  /** The public id. */
  id: string;
  employerId: number;
  jobId: number;
  publicId: string;
  jobTitle: string;
  employerName: string;
  /** Given if the posting is a test employer's. */
  test?: true;
  isConfidential: boolean;
  /** In ISO 8601. */
  receivedAt: string;
  /** The state of its mail. */
  mail: 'queued' | 'held' | 'sent' | 'failed';
  /** How many attempts to mail it have failed. */
  attempts: number;
  /** Why the last one failed. */
  mailError: string | null;
  /** When it was closed, in ISO 8601; null while it is open. */
  closedAt: string | null;
}

/** The age at which an open report is overdue, in milliseconds. */
export const OVERDUE_MILLIS = 24 * 60 * 60_000;

/** How long an id is, in hexadecimal digits. */
const ID_LENGTH = 16;

interface ReportOrigin {
  secret: Uint8Array;
  /** The network address of the reporter. It is not stored. */
  from: string;
  /** Whether a program filled in the honeypot: the report is stored, and not mailed. */
  isTrapped: boolean;
  now: Date;
}

/** Creates a report. The same one from the same address on the same day (UTC) has the same id. */
export function createReport(
  { job, employer, publicId }: OpenPosting,
  content: ReportContent,
  { secret, from, isTrapped, now }: ReportOrigin,
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
