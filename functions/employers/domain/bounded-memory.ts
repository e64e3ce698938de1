/** A bounded cache in memory: keeps the newest values by name, each until its expiry (in milliseconds). */
export function boundedMemory<Value>(most: number) {
  const entries = new Map<string, { value: Value; until: number }>();
  return {
    recall: (name: string, now: number): Value | undefined => {
      const entry = entries.get(name);
      if (entry && entry.until <= now) entries.delete(name);
      return entry && entry.until > now ? entry.value : undefined;
    },
    remember: (name: string, value: Value, until: number): void => {
      entries.delete(name);
      const [oldest] = entries.keys();
      if (entries.size >= most && oldest !== undefined) entries.delete(oldest);
      entries.set(name, { value, until });
    },
  };
}
