import type { KeyRecord } from '../../schemas/key.ts';
import { operationHandler } from '../http/chain.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { keyRecord, requireNoLonger, termsIn } from './domain/key-record.ts';
import { keyServicesFor } from './services.ts';

/** Interface 17.2. A repeated request with the same Idempotency-Key gets the first response again. */
export const handler = operationHandler(
  'createKey',
  keyServicesFor,
  async ({ account, author, keyExpiresAt, submission, idempotency, address }, { keys, now }) => {
    const { text, isReplay } = await keys.create(account.id, {
      terms: () => {
        const terms = { label: null, expiresAt: null, ...termsIn(submission, now()) };
        requireNoLonger(submission, terms.expiresAt, { asking: keyExpiresAt });
        return terms;
      },
      by: writtenBy(author, now()),
      idempotency,
      answerOf: ({ apiKey, key }) => JSON.stringify({ ...keyRecord(key, author), key: apiKey }),
    });
    const { id } = JSON.parse(text) as KeyRecord;
    const repeated = isReplay && { 'idempotent-replayed': 'true' };
    return { text, headers: { location: address(`/keys/${id}`), ...repeated } };
  },
);
