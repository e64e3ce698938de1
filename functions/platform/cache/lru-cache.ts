/**
 * The period in which a value is fresh, in milliseconds since 1970. It has a beginning, because a clock may be set
 * back.
 */
interface Freshness {
  from: number;
  until: number;
}

/** An LRU cache in memory, by name. Values stay fresh for ever unless `set` gives a period. */
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
