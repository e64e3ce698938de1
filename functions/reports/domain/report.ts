import type { ReportReason } from '../../../schemas/report.ts';

/** What somebody reports. */
export interface ReportContent {
  reason: ReportReason;
  text: string | null;
  /** The reporter's address, for questions. */
  email: string | null;
}

/** A report of a posting, with what its job said then. */
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
  /** What has become of its mail. */
  mail: 'queued' | 'held' | 'sent' | 'failed';
  /** How many attempts to mail it have failed. */
  attempts: number;
  /** Why the last one failed. */
  mailError: string | null;
  /** When it was closed, in ISO 8601; null while it is open. */
  closedAt: string | null;
}

/** A report that is open for so long is overdue, in milliseconds. */
export const OVERDUE_MILLIS = 24 * 60 * 60_000;
