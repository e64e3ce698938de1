import type { Key } from './dynamodb/database.ts';

/** The key prefixes of items that belong to no room. */
export const tablePrefixes = {
  count: 'COUNT#',
  counter: 'COUNTER',
  secret: 'SIGNING',
  operator: 'OPERATOR',
} as const;

/** The keys of items that belong to no room. Each room has its own in `keys.ts`. */
export const tableKeys = {
  /** The last number assigned in one sequence of numbers, across all employers. */
  counter: (kind: 'JOB' | 'EMPLOYER' | 'LOCATION'): Key => ({ PK: tablePrefixes.counter, SK: kind }),
  /** A counter for an hour or a day, by a hash of the counted subject. Expires. */
  expiringCount: (hash: string): Key => ({ PK: `${tablePrefixes.count}${hash}`, SK: 'COUNT' }),
  /** The secrets from which every signing key is derived. */
  signingKey: (): Key => ({ PK: tablePrefixes.secret, SK: 'KEY' }),
  /** An action of the operator that is in no employer's log, sorted by time. */
  operatorEvent: (at: string, id: string): Key => ({ PK: tablePrefixes.operator, SK: `${at}#${id}` }),
} as const;
