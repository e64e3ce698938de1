import type { Key } from '../platform/dynamodb/database.ts';
import { QUEUE_SHARDS, SORTABLE_DIGITS, sortableNumber } from '../platform/dynamodb/table.ts';
import { randomUUID } from 'node:crypto';
import { addDays, type CalendarDate } from '../platform/time/calendar.ts';
import { filePrefixes } from '../platform/files/file-prefixes.ts';

export const applicationPrefixes = {
  applications: 'A#',
  job: 'J#',
  reference: 'REFERENCE#',
  confirmation: 'CONFIRMATION#',
  candidate: 'CANDIDATE#',
  recruitingLink: 'LINK#',
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
  /** The entry of an application in the list of its job. Expires with the application. */
  jobApplication: (employerId: number, jobId: number, number: number) =>
    keyIn(employerId, `${applicationPrefixes.job}${jobId}#${sortableNumber(number)}`),
  /** The application with the employer's own id. Expires with the application. */
  applicationReference: (employerId: number, referenceId: string) =>
    keyIn(employerId, `${applicationPrefixes.reference}${referenceId}`),
  /** The queue entry of the mail that confirms an application to its candidate. */
  confirmation: (employerId: number, number: number) =>
    keyIn(employerId, `${applicationPrefixes.confirmation}${sortableNumber(number)}`),
  /** The entry of an application under its candidate, by the hash of the e-mail address and by job. Expires with it. */
  candidate: (employerId: number, hash: string, jobId: number, number: number) =>
    keyIn(employerId, `${candidatePrefix(hash, jobId)}${sortableNumber(number)}`),
  /** The last application of a candidate for a job, as stored by version 1.1. Expires with it. */
  lastOfCandidate: (employerId: number, hash: string, jobId: number) =>
    keyIn(employerId, `${applicationPrefixes.candidate}${jobId}#${hash}`),
  /** The common prefix of a candidate's entries: of all, or of those for one job. */
  ofCandidate: (employerId: number, hash: string, jobId?: number) =>
    keyIn(employerId, candidatePrefix(hash, jobId)),
  /** Marks an upload as used by an application, by the SHA-256 of the upload id. Expires with the id. */
  usedUpload: (employerId: number, hash: string) => keyIn(employerId, `UPLOAD#${hash}`),
  /** A snapshot of a posting for the applications from a number on. Expires after the last of them. */
  postingSnapshot: (employerId: number, jobId: number, number: number) =>
    keyIn(employerId, `POSTING#${jobId}#${sortableNumber(number)}`),
  /** The number of the employer's last application. */
  applicationNumbers: (employerId: number) => keyIn(employerId, 'NUMBERS'),
  /** How often candidates followed a job to the employer's own website. */
  clicks: (employerId: number, jobId: number) => keyIn(employerId, `CLICKS#${jobId}`),
  /** The queue entry of a new link to the page for recruiters, which a recipient of mail about a job requested. Expires. */
  recruitingLink: (employerId: number, jobId: number) =>
    keyIn(employerId, `${applicationPrefixes.recruitingLink}${sortableNumber(jobId)}`),
} as const;

/** The number in the key of an application, or of an item about it. */
export const applicationNumberOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(-SORTABLE_DIGITS));

/** The employer and the number of the application with this key. */
export const applicationOf = ({ PK, SK }: Key) => ({
  employerId: Number(PK.slice(applicationPrefixes.applications.length)),
  number: Number(SK),
});

/** The employer and the number of the application whose confirmation has this key. */
export const confirmedBy = ({ PK, SK }: Key) =>
  applicationOf({ PK, SK: SK.slice(applicationPrefixes.confirmation.length) });

/** The job whose requested link to the page for recruiters has this key. */
export const linkedJob = ({ PK, SK }: Key) => ({
  employerId: applicationOf({ PK, SK }).employerId,
  jobId: applicationNumberOf({ SK }),
});

const mailPartition = (shard: number) => `MAIL#${shard}`;

/** The partitions of the byMailDate index with the mail of applications that is due or being sent. */
export const mailPartitions = Array.from({ length: QUEUE_SHARDS }, (_, shard) => mailPartition(shard));

/** The partition of the byMailDate index with the mail of all applications of an employer. */
export const mailPartitionOf = (employerId: number) => mailPartition(employerId % QUEUE_SHARDS);

/** The partition of byMailDate with due confirmations. One suffices, because a setting limits them. */
export const confirmationPartition = 'CONFIRMATION';

/** The partition of the byMailDate index with the applications that wait for a recruiter. */
export const waitingPartition = 'WAITING';

/** The partition of the byMailDate index with the requested links to pages for recruiters. */
export const linkPartition = 'LINK';

/** The partitions of the byMailDate index with mail that is due or being sent. */
export const mailQueuePartitions = [...mailPartitions, confirmationPartition, linkPartition];

const utcDay = (instant: Date): CalendarDate => instant.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Creates the key of an application's file. The day lets the sweep list the files of single days. */
export const createFileKey = (employerId: number, now: Date): string =>
  `${filePrefixes.applications}${utcDay(now)}/${employerId}/${randomUUID()}`;

/** The employer of an application's file. */
export const employerIdOfFile = (key: string): number => Number(key.split('/')[2]);

/** How many past days a sweep covers, in case it could not run on some. */
const SWEPT_DAYS = 7;

/** The key prefixes of the files whose requests have certainly ended, by days in UTC. */
export const prefixesToSweep = (now: Date): string[] =>
  Array.from(
    { length: SWEPT_DAYS },
    (_, index) => `${filePrefixes.applications}${addDays(utcDay(now), -2 - index)}/`,
  );
