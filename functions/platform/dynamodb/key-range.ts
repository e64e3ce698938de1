import type { Key } from './database.ts';

/** A query for the items between two keys of a partition, by a strong read. */
export const between = ({ PK, SK: from }: Key, { SK: to }: Key) => ({
  KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
  ExpressionAttributeValues: { ':PK': PK, ':from': from, ':to': to },
  ConsistentRead: true,
});

/** The lowest and highest sort key with a prefix, for BETWEEN: not every engine implements begins_with alike. */
export const beginningWith = (prefix: string) => ({ from: prefix, to: `${prefix}\u{10FFFF}` });
