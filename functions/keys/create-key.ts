import { operationHandler } from '../http/chain.ts';
import { keyRecord, termsIn } from './domain/key-record.ts';
import { keyServicesFor } from './services.ts';

/** Interface 17.2. */
export const handler = operationHandler(
  'createKey',
  keyServicesFor,
  async ({ account, author, submission, address }, { keys, now }) => {
    const { label = null, expiresAt = null } = termsIn(submission, now());
    const { apiKey, key } = await keys.create(account.id, { label, expiresAt });
    return {
      body: { ...keyRecord(key, author), key: apiKey },
      headers: { location: address(`/keys/${key.id}`) },
    };
  },
);
