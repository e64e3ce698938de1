import type { Key } from '../platform/dynamodb/database.ts';

export const idempotencyKeys = {
  /**
   * The first response to a request, found by the SHA-256 of its Idempotency-Key, in the partition of what the request
   * created. Expires.
   */
  record: ({ PK }: Pick<Key, 'PK'>, hash: string): Key => ({ PK, SK: `IDEMPOTENCY#${hash}` }),
} as const;
