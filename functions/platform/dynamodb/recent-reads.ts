/** For how long a run relies on what it has read, in milliseconds: what many entries share is not read for each of them. */
const RELIED_MILLIS = 5_000;

/** Values by number, each read again once it is no longer recent. */
export function recentReads<Value>(read: (id: number) => Promise<Value>) {
  const known = new Map<number, { readAt: number; value: Promise<Value> }>();

  function refresh(id: number): Promise<Value> {
    const value = read(id);
    known.set(id, { readAt: performance.now(), value });
    return value;
  }

  return {
    refresh,

    get: (id: number): Promise<Value> => {
      const recent = known.get(id);
      return recent && performance.now() - recent.readAt < RELIED_MILLIS ? recent.value : refresh(id);
    },

    /** Changes a value that is known as it was changed in the table. */
    change: (id: number, changed: (value: Value) => Value): void => {
      const recent = known.get(id);
      if (recent) recent.value = recent.value.then(changed);
    },
  };
}
