/** How long a run uses a value that it read, in milliseconds: entries that share it do not read it again. */
const FRESH_MILLIS = 5_000;

/** A cache of values by number, each read again after that time. */
export function recentReads<Value>(read: (id: number) => Promise<Value>) {
  const cache = new Map<number, { readAt: number; value: Promise<Value> }>();

  function refresh(id: number): Promise<Value> {
    const value = read(id);
    cache.set(id, { readAt: performance.now(), value });
    return value;
  }

  return {
    refresh,

    get: (id: number): Promise<Value> => {
      const recent = cache.get(id);
      return recent && performance.now() - recent.readAt < FRESH_MILLIS ? recent.value : refresh(id);
    },

    /** Applies a change of the table to a cached value. */
    change: (id: number, changed: (value: Value) => Value): void => {
      const recent = cache.get(id);
      if (recent) recent.value = recent.value.then(changed);
    },
  };
}
