import type { Key } from '../platform/dynamodb/database.ts';
import { sortableNumber } from '../platform/dynamodb/sort-keys.ts';

export const eventPrefixes = { events: 'V#', job: 'J#', parkedChanges: 'PARKED', webhooks: 'W#' } as const;

/** The number of digits of a stream's longest sequence number. */
const SEQUENCE_DIGITS = 40;

const partitionOf = (employerId: number) => `${eventPrefixes.events}${employerId}`;

export const eventKeys = {
  /** The number of the employer's last event, and its newest events. */
  newestEvents: (employerId: number): Key => ({ PK: partitionOf(employerId), SK: 'HEAD' }),
  /** The employer's events up to the one with a number. Expires. */
  eventPage: (employerId: number, last: number): Key => ({
    PK: partitionOf(employerId),
    SK: sortableNumber(last),
  }),
  /** An event of a job; of the account, as job 0. Expires. */
  jobEvent: (employerId: number, jobId: number, number: number): Key => ({
    PK: partitionOf(employerId),
    SK: `${eventPrefixes.job}${jobId}#${sortableNumber(number)}`,
  }),
  /** Parked changes of an employer, by the sequence number of the first one in the stream. */
  parkedChanges: (employerId: number, sequenceNumber: string): Key => ({
    PK: eventPrefixes.parkedChanges,
    SK: `${sortableNumber(employerId)}#${sequenceNumber.padStart(SEQUENCE_DIGITS, '0')}`,
  }),
} as const;
