import { operationHandler } from '../http/chain.ts';
import { keyRecord } from './domain/key-record.ts';
import { keyServicesFor } from './services.ts';

/** Interface 17.3. */
export const handler = operationHandler(
  'deleteKey',
  keyServicesFor,
  async ({ account, author, id, found, precondition }, { keys, now }) => {
    const revoked = await keys.change(account.id, id, (key) => {
      precondition(keyRecord(key, author));
      return { revokedAt: now().toISOString() };
    });
    found(revoked);
    return {};
  },
);
