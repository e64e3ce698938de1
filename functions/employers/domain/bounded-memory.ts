/** A bounded cache in memory: keeps the values used last by name, each until its expiry (in milliseconds). */
export function boundedMemory<Value>(most: number) {
  const entries = new Map<string, { value: Value; until: number }>();
  return {
    recall: (name: string, now: number): Value | undefined => {
      const entry = entries.get(name);
      entries.delete(name);
      if (!entry || entry.until <= now) return undefined;
      entries.set(name, entry);
      return entry.value;
    },
    remember: (name: string, value: Value, until: number): void => {
      entries.delete(name);
      const [oldest] = entries.keys();
      if (entries.size >= most && oldest !== undefined) entries.delete(oldest);
      entries.set(name, { value, until });
    },
  };
}
