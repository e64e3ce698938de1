import { signatureOf } from '../platform/crypto/signature.ts';
import type { OpenPosting } from '../postings/posting/posting.ts';
import { type ReportReason, REPORT_RETENTION_DAYS } from '../../schemas/report.ts';
import { conditionalUpdate } from '../platform/dynamodb/writes.ts';
import type { Database, Item } from '../platform/dynamodb/database.ts';
import { dueItems } from '../platform/dynamodb/due-work.ts';
import { unlessConditionFails } from '../platform/dynamodb/failures.ts';
import { attributes, timeToLive } from '../platform/dynamodb/table.ts';
import { outOfQueue } from '../mail/mail-queue.ts';
import { reportKeys, reportOrder, reportPartitions, reportPrefixes } from './keys.ts';

/** The content of a report. */
export interface ReportContent {
  reason: ReportReason;
  text: string | null;
  /** The reporter's e-mail address, for questions. */
  email: string | null;
}

/** A report of a posting, with the facts of its job at that time. */
export interface Report extends ReportContent {
  /** The public id of the report. */
  id: string;
  employerId: number;
  jobId: number;
  publicId: string;
  jobTitle: string;
  employerName: string;
  /** Present if the employer of the posting is a test employer. */
  test?: true;
  isConfidential: boolean;
  /** When the report was received, in ISO 8601. */
  receivedAt: string;
  /** The state of the mail about the report. */
  mail: 'queued' | 'held' | 'sent' | 'failed';
  /** How many attempts to mail the report have failed. */
  attempts: number;
  /** The error code of the last failed attempt. */
  mailError: string | null;
  /** When the report was closed, in ISO 8601; null while the report is open. */
  closedAt: string | null;
}

/** The age at which an open report is overdue, in milliseconds. */
const OVERDUE_MILLIS = 24 * 60 * 60_000;

/** The length of a report's id, in hexadecimal digits. */
const ID_LENGTH = 16;

interface ReportOrigin {
  secret: Uint8Array;
  /** The network address of the reporter. It is not stored. */
  from: string;
  /** Whether a program filled in the honeypot: the report is stored, and not mailed. */
  isTrapped: boolean;
  now: Date;
}

/** Creates a report. Equal reports from one address on one day (UTC) have the same id. */
export function createReport(
  { job, employer, publicId }: OpenPosting,
  content: ReportContent,
  { secret, from, isTrapped, now }: ReportOrigin,
): Report {
  const receivedAt = now.toISOString();
  const identity = [job.id, from, receivedAt.slice(0, 'YYYY-MM-DD'.length), content];
  const signature = Buffer.from(signatureOf(secret, 'report', JSON.stringify(identity)), 'base64url');
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

/** The attributes of a report in a queue, due at a time. */
export const queueAttributes = (queue: keyof typeof reportPartitions, at: Date, id: string): Item => ({
  [attributes.mailPartition]: reportPartitions[queue],
  [attributes.mailOrder]: reportOrder(at.toISOString(), id),
});

/** The item of a new report. Its mail is due immediately unless the report is held. */
const toItem = ({ closedAt, ...report }: Report): Item => ({
  ...reportKeys.report(report.id),
  ...report,
  ...(closedAt !== null && { closedAt }),
  ...queueAttributes(report.mail === 'held' ? 'open' : 'due', new Date(report.receivedAt), report.id),
});

/** The report of an item, without its key and index attributes. */
export function fromItem(item: Item): Report {
  const {
    PK: _PK,
    SK: _SK,
    [attributes.mailPartition]: _partition,
    [attributes.mailOrder]: _order,
    [timeToLive]: _expiry,
    ...report
  } = item;
  return { ...(report as Report), closedAt: report['closedAt'] ?? null };
}

const RETENTION_MILLIS = REPORT_RETENTION_DAYS * 24 * 60 * 60 * 1_000;

/** Stores reports of postings. */
export function reportStore(db: Database) {
  const get = async (id: string): Promise<Report | undefined> => {
    const item = await db.get({ Key: reportKeys.report(id), ConsistentRead: true });
    return item && fromItem(item);
  };

  return {
    get,

    /** Stores a report and queues its mail, unless the report is already stored. */
    create: (report: Report): Promise<void> =>
      unlessConditionFails(db.put({ Item: toItem(report), ConditionExpression: 'attribute_not_exists(PK)' })),

    /** Lists all stored reports, oldest first. */
    list: async (): Promise<Report[]> => {
      const items = await db.query({
        KeyConditionExpression: '#pk = :reports',
        ExpressionAttributeNames: { '#pk': 'PK' },
        ExpressionAttributeValues: { ':reports': reportPrefixes.reports },
        ConsistentRead: true,
      });
      return items.map(fromItem).toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
    },

    /** Closes a report: it expires and is no longer mailed. Returns the report; undefined if it does not exist. */
    close: async (id: string, at: Date): Promise<Report | undefined> => {
      const closed = {
        closedAt: at.toISOString(),
        [timeToLive]: Math.ceil((at.getTime() + RETENTION_MILLIS) / 1_000),
        ...outOfQueue,
      };
      const { Update } = conditionalUpdate(reportKeys.report(id), closed, { id, closedAt: null });
      const item = await unlessConditionFails(db.update({ ...Update, ReturnValues: 'ALL_NEW' }));
      return item ? fromItem(item) : get(id);
    },
  };
}

/** Counts the reports that are overdue. */
export async function countOverdueReports(db: Database, at: Date): Promise<number> {
  let overdue = 0;
  const since = new Date(at.getTime() - OVERDUE_MILLIS);
  for await (const _ of dueItems(db, [reportPartitions.open], since)) overdue += 1;
  return overdue;
}
