import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from './authenticated-operation.ts';
import { keyRecord } from './domain/api-key.ts';
import { requireNoMore } from './domain/key-permissions.ts';
import { keyServicesFor } from './services.ts';

/** Guide: authentication 3 and 8. */
export const handler = authenticatedOperation(
  'deleteKey',
  keyServicesFor,
  async ({ caller, id, found, precondition }, { keys, now }) => {
    const revoked = await keys.change(
      { accountId: caller.account.id, keyId: id, by: writtenBy(caller.author, now()) },
      (key) => {
        requireNoMore(key, caller.key);
        precondition(keyRecord(key, caller));
        return { revokedAt: now().toISOString() };
      },
    );
    found(revoked);
    return {};
  },
);
