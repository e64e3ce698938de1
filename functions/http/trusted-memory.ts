import { KEY_CHANGE_SECONDS } from '../../schemas/limits.ts';
import { lruCache } from '../platform/cache/lru-cache.ts';

/** How long a container trusts what it has read, in milliseconds: revocation and suspension take effect in this time. */
const TRUST_MILLIS = KEY_CHANGE_SECONDS * 1_000;

/** How long it refuses what is unknown, revoked or expired without another read, in milliseconds. */
const DISTRUST_MILLIS = 10_000;

/** The maximum number of good names, and of bad ones, in memory. A flood of bad names cannot push out good ones. */
const REMEMBERED = 1_000;

interface Reading<Found> {
  read: () => Promise<Found | undefined>;
  /** Whether what was found still counts; otherwise it is as unknown. */
  isGood?: (found: Found) => boolean;
  /** Reads again what is trusted. */
  isFresh?: boolean | undefined;
}

/** What a container has read by name, and whether it was read just now; undefined for what is unknown. */
export function trustedMemory<Found>() {
  const trusted = lruCache<Found>(REMEMBERED);
  const distrusted = lruCache<true>(REMEMBERED);
  return async (
    name: string,
    now: () => Date,
    { read, isGood = () => true, isFresh = false }: Reading<Found>,
  ): Promise<{ found: Found; isRead: boolean } | undefined> => {
    // The time before the read, since the key may be revoked during the read.
    const asked = now().getTime();
    const known = isFresh ? undefined : trusted.get(name, asked);
    if (!known && distrusted.get(name, asked)) return undefined;
    const found = known ?? (await read());
    if (!found || !isGood(found)) {
      trusted.delete(name);
      distrusted.set(name, true, { from: asked, until: asked + DISTRUST_MILLIS });
      return undefined;
    }
    if (!known) trusted.set(name, found, { from: asked, until: asked + TRUST_MILLIS });
    return { found, isRead: !known };
  };
}
