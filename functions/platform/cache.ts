import { KEY_CHANGE_SECONDS } from '../../schemas/limits.ts';

/**
 * The period in which a value is fresh, in milliseconds since 1970. It has a beginning, because a clock may be set
 * back.
 */
interface Freshness {
  from: number;
  until: number;
}

/** An LRU cache in memory, by name. Values never become stale unless `set` gives a period. */
export function lruCache<Value>(most: number) {
  const entries = new Map<string, { value: Value; fresh: Freshness }>();
  return {
    delete: (name: string) => entries.delete(name),
    get: (name: string, now = 0): Value | undefined => {
      const entry = entries.get(name);
      entries.delete(name);
      if (!entry || now < entry.fresh.from || now >= entry.fresh.until) return undefined;
      entries.set(name, entry);
      return entry.value;
    },
    set: (name: string, value: Value, fresh: Freshness = { from: -Infinity, until: Infinity }): void => {
      entries.delete(name);
      const [oldest] = entries.keys();
      if (entries.size >= most && oldest !== undefined) entries.delete(oldest);
      entries.set(name, { value, fresh });
    },
  };
}

/** How long a container trusts a value, in milliseconds. Revocation and suspension take effect within this time. */
const GOOD_MILLIS = KEY_CHANGE_SECONDS * 1_000;

/** How long an unknown, revoked or expired name is refused without another read, in milliseconds. */
const BAD_MILLIS = 10_000;

/** The maximum number of valid names, and of invalid names. A flood of invalid names cannot evict valid ones. */
const MAX_NAMES = 1_000;

interface Reading<Found> {
  read: () => Promise<Found | undefined>;
  /** Whether the value is still valid; otherwise its name counts as unknown. */
  isGood?: (value: Found) => boolean;
  /** Whether the value must be read again, even if it is cached. */
  mustRead?: boolean | undefined;
}

/** A TTL cache of values by name, which also caches unknown names. Returns a value and whether it was read just now. */
export function ttlCache<Found>() {
  const trusted = lruCache<Found>(MAX_NAMES);
  const distrusted = lruCache<true>(MAX_NAMES);
  return async (
    name: string,
    now: () => Date,
    { read, isGood = () => true, mustRead = false }: Reading<Found>,
  ): Promise<{ found: Found; isRead: boolean } | undefined> => {
    // The timestamp is taken before the read, because the key may be revoked during the read.
    const readAt = now().getTime();
    const cached = mustRead ? undefined : trusted.get(name, readAt);
    if (!cached && distrusted.get(name, readAt)) return undefined;
    const entry = cached ?? (await read());
    if (!entry || !isGood(entry)) {
      trusted.delete(name);
      distrusted.set(name, true, { from: readAt, until: readAt + BAD_MILLIS });
      return undefined;
    }
    if (!cached) trusted.set(name, entry, { from: readAt, until: readAt + GOOD_MILLIS });
    return { found: entry, isRead: !cached };
  };
}
