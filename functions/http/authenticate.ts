import type { KeyedAccess } from '../../schemas/operations.ts';
import { hashOfApiKey, isUsable, isUseStale } from '../employers/domain/api-key.ts';
import { isPartner } from '../employers/domain/employer.ts';
import { Refusal } from '../platform/values/refusal.ts';
import { actsFor } from './acts-for.ts';
import { header } from './headers.ts';
import type { ChainRequest, Middleware } from './incoming.ts';
import { countRequests } from './rate-limit.ts';
import { trustedMemory } from './trusted-memory.ts';

type ReadKey = Awaited<ReturnType<ChainRequest['event']['services']['apiKeys']['get']>> & object;

const keysRead = trustedMemory<ReadKey>();

const marked = async ({ event }: ChainRequest) => event.caller?.marking;

/** Why nobody can act with a key whose account is suspended. */
const suspensions = {
  employer_suspended: 'This employer account is suspended. Contact whoever runs the service.',
  partner_suspended: 'This partner account is suspended. Contact whoever runs the service.',
} as const;

const suspended = (code: keyof typeof suspensions) => new Refusal(code, suspensions[code]);

/**
 * Finds the employer of the API key, or the partner and the employer that its Employer-Id names (interface 5.1). Refuses
 * with `api_key_invalid`; with `employer_suspended` or `partner_suspended` if the key is valid but the account suspended; and
 * when the key may not do this, or not for this employer, which counts as a request. The use of the key is recorded in parallel with the operation.
 * The response waits for that, because Lambda stops once it is sent.
 */
export const authenticate = (access: KeyedAccess): Middleware => ({
  before: async ({ event }) => {
    const { apiKeys, now } = event.services;
    const hash = hashOfApiKey(header(event, 'api-key') ?? '');
    const opened =
      hash === undefined
        ? undefined
        : await keysRead(hash, now, {
            read: () => apiKeys.get(hash),
            isGood: ({ key }) => isUsable(key, now()),
          });
    if (hash === undefined || !opened) {
      throw new Refusal('api_key_invalid', 'Send a valid key in the API-Key header.');
    }
    const { found, isRead } = opened;
    const { employer: account, author, key } = found;
    const bucket = isPartner(account) ? String(account.id) : hash;
    event.caller = { employer: account, author, bucket, keyExpiresAt: key.expiresAt };
    if (account.suspendedAt !== null) {
      throw suspended(isPartner(account) ? 'partner_suspended' : 'employer_suspended');
    }
    const acting = await actsFor(account, access, event).catch(async (error: unknown) => {
      // Whoever tries other employers' ids uses up requests, too.
      await countRequests(event, 1);
      throw error;
    });
    Object.assign(event.caller, acting);
    if (event.caller.employer.suspendedAt !== null) throw suspended('employer_suspended');
    if (isRead && isUseStale(key, now())) {
      // No response depends on it, and the next read of the key tries again.
      event.caller.marking = apiKeys.markUsed(hash, now()).catch(() => undefined);
    }
  },
  after: marked,
  onError: marked,
});
