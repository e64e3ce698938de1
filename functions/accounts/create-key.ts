import type { KeyRecord } from '../../schemas/key.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from './authenticated-operation.ts';
import { creatorOf, keyRecord, requireNoLonger, parseKeyTerms } from './domain/api-key.ts';
import { newPermissions } from './domain/key-permissions.ts';
import { keyServicesFor } from './services.ts';

/** A repeated request with the same Idempotency-Key gets the first response again (guide: authentication 5 and 6). */
export const handler = authenticatedOperation(
  'createKey',
  keyServicesFor,
  async ({ caller, submission, idempotency, address }, { keys, now }) => {
    const { text, isReplay } = await keys.create(caller.account.id, {
      terms: () => {
        const terms = { label: null, expiresAt: null, ...parseKeyTerms(submission, now()) };
        requireNoLonger(submission, terms.expiresAt, { callerEnd: caller.key.expiresAt });
        const permissions = newPermissions(submission, caller.key.permissions);
        return { ...terms, permissions, createdBy: creatorOf(caller) };
      },
      by: writtenBy(caller.author, now()),
      idempotency,
      formatResponse: ({ apiKey, key }) => JSON.stringify({ ...keyRecord(key, caller), key: apiKey }),
    });
    const { id } = JSON.parse(text) as KeyRecord;
    const repeated = isReplay && { 'idempotent-replayed': 'true' };
    return { text, headers: { location: address(`/keys/${id}`), ...repeated } };
  },
);
