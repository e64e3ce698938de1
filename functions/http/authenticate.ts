import type { Employer } from '../domain/employer.ts';
import { hashOfApiKey, isUsable, isUseStale, type ApiKey } from '../domain/api-key.ts';
import { Refusal } from '../domain/refusal.ts';
import { boundedMemory } from './bounded-memory.ts';
import { header } from './headers.ts';
import type { ChainRequest, ChainServices, Middleware } from './incoming.ts';

/** How long a container trusts a key that it has read, in milliseconds: a revocation, a suspension and its end work within this time. */
const TRUST_MILLIS = 60_000;

/** How long it refuses one that it found unknown, revoked or expired without looking again, in milliseconds. */
const DISTRUST_MILLIS = 10_000;

/** The most keys that a container remembers, of either kind: no flood of wrong ones drives out the good. */
const REMEMBERED_KEYS = 1_000;

interface Found {
  employer: Employer;
  key: ApiKey;
}

const trusted = boundedMemory<Found>(REMEMBERED_KEYS);
const distrusted = boundedMemory<true>(REMEMBERED_KEYS);

/** What an API key opens, and whether it was read just now. */
async function openedBy(hash: string, { apiKeys, now }: ChainServices) {
  // From before the read: a revocation may come while it is under way.
  const asked = now().getTime();
  const known = trusted.recall(hash, asked);
  if (!known && distrusted.recall(hash, asked)) return undefined;
  const found = known ?? (await apiKeys.get(hash));
  if (!found || !isUsable(found.key, now())) {
    distrusted.remember(hash, true, asked + DISTRUST_MILLIS);
    return undefined;
  }
  if (!known) trusted.remember(hash, found, asked + TRUST_MILLIS);
  return { ...found, isRead: !known };
}

/** The keys of operations that ask for none. */
export const noApiKeys: ChainServices['apiKeys'] = {
  get: async () => undefined,
  markUsed: async () => undefined,
  lease: async (_, { fullAt }) => ({ requests: 0, fullAt }),
};

const marked = async ({ event }: ChainRequest) => event.marking;

/**
 * The employer whose API-Key accompanies the request (interface 5.1). Refuses with `api_key_invalid`, and with
 * `employer_suspended` where a good key does not help. That the key is in use is written down beside the operation, and the answer waits for it: Lambda stops after an answer.
 */
export const authenticate = (): Middleware => ({
  before: async ({ event }) => {
    const { apiKeys, now } = event.services;
    const keyHash = hashOfApiKey(header(event, 'api-key') ?? '');
    const opened = keyHash === undefined ? undefined : await openedBy(keyHash, event.services);
    if (keyHash === undefined || !opened) {
      throw new Refusal('api_key_invalid', 'Send a valid key in the API-Key header.');
    }
    event.employer = opened.employer;
    if (opened.employer.suspendedAt !== null) {
      throw new Refusal(
        'employer_suspended',
        'This employer account is suspended. Contact whoever runs the service.',
      );
    }
    event.keyHash = keyHash;
    if (opened.isRead && isUseStale(opened.key, now())) {
      // No answer depends on it: the next reading of the key tries again.
      event.marking = apiKeys.markUsed(keyHash, now()).catch(() => undefined);
    }
  },
  after: marked,
  onError: marked,
});
