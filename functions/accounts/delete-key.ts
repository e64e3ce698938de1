import { operationHandler } from '../http/chain.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { keyRecord } from './domain/key-record.ts';
import { keyServicesFor } from './services.ts';

/** Interface 17.3. */
export const handler = operationHandler(
  'deleteKey',
  keyServicesFor,
  async ({ account, author, id, found, precondition }, { keys, now }) => {
    const revoked = await keys.change(
      { accountId: account.id, keyId: id, by: writtenBy(author, now()) },
      (key) => {
        precondition(keyRecord(key, author));
        return { revokedAt: now().toISOString() };
      },
    );
    found(revoked);
    return {};
  },
);
