import { hashOfApiKey, isUsable, isUseStale } from '../accounts/domain/api-key.ts';
import { isPartner, type Employer } from '../accounts/domain/employer.ts';
import { Refusal } from '../platform/errors.ts';
import { actsFor, type KeyRule } from './acts-for.ts';
import { header } from './headers.ts';
import type { Caller, ChainRequest, Middleware } from './incoming.ts';
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

function requireActive(account: Employer): void {
  if (account.suspendedAt === null) return;
  const code = isPartner(account) ? 'partner_suspended' : 'employer_suspended';
  throw new Refusal(code, suspensions[code]);
}

/**
 * Finds the employer of the API key, or the partner and the employer that its Employer-Id names (interface 5.1). Refuses
 * with `api_key_invalid`; and, which counts as a request, with `employer_suspended` or `partner_suspended` if the key is
 * valid but the account suspended, and when the key may not do this, or not for this employer. The use of the key is
 * recorded in parallel with the operation. The response waits for that, because Lambda stops once it is sent.
 */
export const authenticate = (rule: KeyRule): Middleware => ({
  before: async ({ event }) => {
    const { apiKeys, now } = event.services;
    const hash = hashOfApiKey(header(event, 'api-key') ?? '');
    const opened =
      hash === undefined
        ? undefined
        : await keysRead(hash, now, {
            read: () => apiKeys.get(hash),
            isGood: ({ key }) => isUsable(key, now()),
            isFresh: rule.grants,
          });
    if (hash === undefined || !opened) {
      throw new Refusal('api_key_invalid', 'Send a valid key in the API-Key header.');
    }
    const { found, isRead } = opened;
    const { employer: account, author, key } = found;
    const bucket = String(account.id);
    const caller: Caller = { employer: account, author, bucket, keyExpiresAt: key.expiresAt };
    event.caller = caller;
    try {
      requireActive(account);
      Object.assign(caller, await actsFor(account, rule, event));
      requireActive(caller.employer);
    } catch (error) {
      // Whoever is suspended, or tries other employers' ids, uses up requests, too.
      await countRequests(event, 1);
      throw error;
    }
    if (isRead && isUseStale(key, now())) {
      // No response depends on it, and the next read of the key tries again.
      caller.marking = apiKeys.markUsed(hash, now()).catch(() => undefined);
    }
  },
  after: marked,
  onError: marked,
});
