import type { Key } from '../platform/dynamodb/database.ts';
import { SORTABLE_DIGITS, sortableNumber, QUEUE_SHARDS } from '../platform/dynamodb/sort-keys.ts';
import { randomUUID } from 'node:crypto';
import { addDays, type CalendarDate } from '../platform/time/calendar.ts';
import { jobKeys, jobPrefixes } from '../jobs/keys.ts';

export const applicationPrefixes = {
  applications: jobPrefixes.applications,
  reference: 'REFERENCE#',
  confirmation: 'CONFIRMATION#',
  candidate: 'CANDIDATE#',
  recruitingLink: 'LINK#',
} as const;

/** The prefixes of file keys, which determine a file's lifecycle (`lib/file-bucket.ts`). */
export const applicationFiles = {
  /** Files of applications, by employer: deleted with the application, and at the latest after its retention. */
  applications: 'applications/',
  /** Uploaded files that no application uses yet: deleted after a day. */
  uploads: 'uploads/',
} as const;

/** A key in the partition of an employer's applications. */
const keyIn = (employerId: number, SK: string): Key => ({
  PK: `${applicationPrefixes.applications}${employerId}`,
  SK,
});

const candidatePrefix = (hash: string, jobId?: number) =>
  `${applicationPrefixes.candidate}${hash}#${jobId === undefined ? '' : `${jobId}#`}`;

export const applicationKeys = {
  /** An application. An employer's applications are numbered in the order in which they were stored. Expires. */
  application: (employerId: number, number: number) => keyIn(employerId, sortableNumber(number)),
  /** The index item of an application under its job. Expires with the application. */
  jobApplication: jobKeys.application,
  /** Reserves the employer's own id (`referenceId`) for an application. Expires with the application. */
  applicationReference: (employerId: number, referenceId: string) =>
    keyIn(employerId, `${applicationPrefixes.reference}${referenceId}`),
  /** The queue entry of the mail that confirms an application to its candidate. */
  confirmation: (employerId: number, number: number) =>
    keyIn(employerId, `${applicationPrefixes.confirmation}${sortableNumber(number)}`),
  /** The index item of an application under its candidate (a hash) and job. Expires with the application. */
  candidate: (employerId: number, hash: string, jobId: number, number: number) =>
    keyIn(employerId, `${candidatePrefix(hash, jobId)}${sortableNumber(number)}`),
  /** The last application of a candidate for a job, in the format of version 1.1. Expires with the application. */
  lastOfCandidate: (employerId: number, hash: string, jobId: number) =>
    keyIn(employerId, `${applicationPrefixes.candidate}${jobId}#${hash}`),
  /** The key prefix of all index items of a candidate, or of those for one job. */
  ofCandidate: (employerId: number, hash: string, jobId?: number) =>
    keyIn(employerId, candidatePrefix(hash, jobId)),
  /** Marks an upload as used by an application. `hash` is the SHA-256 of the upload id. Expires with the id. */
  usedUpload: (employerId: number, hash: string) => keyIn(employerId, `UPLOAD#${hash}`),
  /** A posting snapshot for the applications with this number or a later one. Expires after the last of them. */
  postingSnapshot: (employerId: number, jobId: number, number: number) =>
    keyIn(employerId, `POSTING#${jobId}#${sortableNumber(number)}`),
  /** The number of the employer's last application. */
  applicationNumbers: (employerId: number) => keyIn(employerId, 'NUMBERS'),
  /** The queue entry of a requested new link to the page for recruiters. Expires. */
  recruitingLink: (employerId: number, jobId: number) =>
    keyIn(employerId, `${applicationPrefixes.recruitingLink}${sortableNumber(jobId)}`),
} as const;

/** The number in the sort key of an application, or of another item about the application. */
export const applicationNumberOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(-SORTABLE_DIGITS));

/** Parses the key of an application into the employer and the number. */
export const applicationOf = ({ PK, SK }: Key) => ({
  employerId: Number(PK.slice(applicationPrefixes.applications.length)),
  number: Number(SK),
});

/** Parses the key of a confirmation into the employer and the number of the application. */
export const confirmedBy = ({ PK, SK }: Key) =>
  applicationOf({ PK, SK: SK.slice(applicationPrefixes.confirmation.length) });

/** Parses the key of a requested link to the page for recruiters into the employer and the job. */
export const linkedJob = ({ PK, SK }: Key) => ({
  employerId: applicationOf({ PK, SK }).employerId,
  jobId: applicationNumberOf({ SK }),
});

const mailPartition = (shard: number) => `MAIL#${shard}`;

/** The partitions of the byMailDate index with the mail that candidates cause and that is due or being sent. */
export const mailPartitions = Array.from({ length: QUEUE_SHARDS - 1 }, (_, shard) => mailPartition(shard));

/** The partition of the mail that keys and recruiters cause. For release 1.2.0, it is one of the shards. */
export const causedMailPartition = mailPartition(QUEUE_SHARDS - 1);

/** The partition of the byMailDate index with the due mail that candidates of an employer cause. */
export const mailPartitionOf = (employerId: number) => mailPartition(employerId % mailPartitions.length);

/** The partition of byMailDate with due confirmations. One suffices, because a setting limits their number. */
export const confirmationPartition = 'CONFIRMATION';

/** The partition of the byMailDate index with the requested links to pages for recruiters. */
export const linkPartition = 'LINK';

/** The partitions of the byMailDate index with mail that is due or being sent. */
export const mailQueuePartitions = [
  ...mailPartitions,
  causedMailPartition,
  confirmationPartition,
  linkPartition,
];

const utcDay = (instant: Date): CalendarDate => instant.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Creates the key of an application's file. The day lets the sweep list the files of single days. */
export const createFileKey = (employerId: number, now: Date): string =>
  `${applicationFiles.applications}${utcDay(now)}/${employerId}/${randomUUID()}`;

/** The employer in the key of an application's file. */
export const employerIdOfFile = (key: string): number => Number(key.split('/')[2]);

/** How many past days a sweep covers, in case it did not run on some of these days. */
const SWEPT_DAYS = 7;

/** The key prefixes of the files whose requests have certainly ended, by days in UTC. */
export const prefixesToSweep = (now: Date): string[] =>
  Array.from(
    { length: SWEPT_DAYS },
    (_, index) => `${applicationFiles.applications}${addDays(utcDay(now), -2 - index)}/`,
  );
