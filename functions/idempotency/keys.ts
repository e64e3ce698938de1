import type { Key } from '../platform/dynamodb/database.ts';

export const idempotencyKeys = {
  /**
   * The first response to a request, by the SHA-256 of its Idempotency-Key, in the partition of the created resource.
   * Expires.
   */
  record: ({ PK }: Pick<Key, 'PK'>, hash: string): Key => ({ PK, SK: `IDEMPOTENCY#${hash}` }),
} as const;
