import { KEY_CHANGE_SECONDS } from '../../schemas/limits.ts';
import type { Employer } from '../employers/domain/employer.ts';
import { hashOfApiKey, isUsable, isUseStale, type ApiKey } from '../employers/domain/api-key.ts';
import type { Author } from '../platform/values/last-write.ts';
import { Refusal } from '../platform/values/refusal.ts';
import { boundedMemory } from '../employers/domain/bounded-memory.ts';
import { header } from './headers.ts';
import type { ChainRequest, ChainServices, Middleware } from './incoming.ts';

/** How long a container trusts a key that it has read, in milliseconds: revocation and suspension take effect in this time. */
const TRUST_MILLIS = KEY_CHANGE_SECONDS * 1_000;

/** How long it refuses an unknown, revoked or expired key without another read, in milliseconds. */
const DISTRUST_MILLIS = 10_000;

/** The maximum number of valid keys, and of invalid ones, in memory. A flood of invalid keys cannot push out valid ones. */
const REMEMBERED_KEYS = 1_000;

interface Found {
  employer: Employer;
  key: ApiKey;
  author: Author;
}

const trusted = boundedMemory<Found>(REMEMBERED_KEYS);
const distrusted = boundedMemory<true>(REMEMBERED_KEYS);

/** The account of an API key, and whether it was read just now. */
async function openedBy(hash: string, { apiKeys, now }: ChainServices) {
  // The time before the read, since the key may be revoked during the read.
  const asked = now().getTime();
  const known = trusted.recall(hash, asked);
  if (!known && distrusted.recall(hash, asked)) return undefined;
  const found = known ?? (await apiKeys.get(hash));
  if (!found || !isUsable(found.key, now())) {
    distrusted.remember(hash, true, { from: asked, until: asked + DISTRUST_MILLIS });
    return undefined;
  }
  if (!known) trusted.remember(hash, found, { from: asked, until: asked + TRUST_MILLIS });
  return { ...found, isRead: !known };
}

const marked = async ({ event }: ChainRequest) => event.caller?.marking;

/**
 * Finds the employer of the API key (interface 5.1). Refuses with `api_key_invalid`, or with `employer_suspended` if the
 * key is valid but the employer is suspended. The use of the key is recorded in parallel with the operation. The response
 * waits for that, because Lambda stops once it is sent.
 */
export const authenticate = (): Middleware => ({
  before: async ({ event }) => {
    const { apiKeys, now } = event.services;
    const keyHash = hashOfApiKey(header(event, 'api-key') ?? '');
    const opened = keyHash === undefined ? undefined : await openedBy(keyHash, event.services);
    if (keyHash === undefined || !opened) {
      throw new Refusal('api_key_invalid', 'Send a valid key in the API-Key header.');
    }
    const { employer, author, key, isRead } = opened;
    event.caller = { employer, author, keyHash };
    if (employer.suspendedAt !== null) {
      throw new Refusal(
        'employer_suspended',
        'This employer account is suspended. Contact whoever runs the service.',
      );
    }
    if (isRead && isUseStale(key, now())) {
      // No response depends on it, and the next read of the key tries again.
      event.caller.marking = apiKeys.markUsed(keyHash, now()).catch(() => undefined);
    }
  },
  after: marked,
  onError: marked,
});
