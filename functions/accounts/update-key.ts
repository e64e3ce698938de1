import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from './authenticated-operation.ts';
import { keyRecord, requireNoLonger, parseKeyTerms } from './domain/api-key.ts';
import { requireNoMore } from './domain/key-permissions.ts';
import { handler as deleteKey } from './delete-key.ts';
import { keyServicesFor } from './services.ts';

/** Changes only the fields sent (guide: authentication 3 and 8). */
export const handler = authenticatedOperation(
  'updateKey',
  keyServicesFor,
  async ({ caller, id, submission, found, precondition }, { keys, now }) => {
    const terms = parseKeyTerms(submission, now());
    const changed = await keys.change(
      { accountId: caller.account.id, keyId: id, by: writtenBy(caller.author, now()) },
      (key) => {
        requireNoMore(key, caller.key);
        precondition(keyRecord(key, caller));
        const { expiresAt = key.expiresAt } = terms;
        requireNoLonger(submission, expiresAt, {
          callerEnd: caller.key.expiresAt,
          currentEnd: key.expiresAt,
        });
        return terms;
      },
    );
    return { body: keyRecord(found(changed), caller) };
  },
  { DELETE: deleteKey },
);
