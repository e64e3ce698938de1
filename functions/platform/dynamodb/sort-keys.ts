import type { Key } from './database.ts';

export const SORTABLE_DIGITS = 12;

/** Pads a number for sort keys, which sort as text. */
export const sortableNumber = (number: number) => String(number).padStart(SORTABLE_DIGITS, '0');

/** The highest number that a sort key can have. */
export const LAST_NUMBER = 10 ** SORTABLE_DIGITS - 1;

/** The number of byMailDate partitions for a queue with an entry for each employer. */
export const QUEUE_SHARDS = 4;

/** The sort key of an entry in byMailDate: its due time (ISO 8601 in UTC), then its subject. */
export const mailOrder = (due: string, employerId: number, number: number) =>
  `${due}#${employerId}#${sortableNumber(number)}`;

/** A query for the items between two keys of a partition, by a strong read. */
export const between = ({ PK, SK: from }: Key, { SK: to }: Key) => ({
  KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
  ExpressionAttributeValues: { ':PK': PK, ':from': from, ':to': to },
  ConsistentRead: true,
});

/** The lowest and highest sort key with a prefix, for BETWEEN: engines implement begins_with in different ways. */
export const beginningWith = (prefix: string) => ({ from: prefix, to: `${prefix}\u{10FFFF}` });
