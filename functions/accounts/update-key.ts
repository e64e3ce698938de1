import { operationHandler } from '../http/chain.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { keyRecord, requireNoLonger, termsIn } from './domain/key-record.ts';
import { handler as deleteKey } from './delete-key.ts';
import { keyServicesFor } from './services.ts';

/** Interface 17.3: only the fields sent are changed. */
export const handler = operationHandler(
  'updateKey',
  keyServicesFor,
  async ({ account, author, keyExpiresAt, id, submission, found, precondition }, { keys, now }) => {
    const terms = termsIn(submission, now());
    const changed = await keys.change(
      { accountId: account.id, keyId: id, by: writtenBy(author, now()) },
      (key) => {
        precondition(keyRecord(key, author));
        const { expiresAt = key.expiresAt } = terms;
        requireNoLonger(submission, expiresAt, { asking: keyExpiresAt, current: key.expiresAt });
        return terms;
      },
    );
    return { body: keyRecord(found(changed), author) };
  },
  { DELETE: deleteKey },
);
