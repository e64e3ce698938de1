/** A lock for each name in this process: works of one name run one after another, in the order in which they came. */
export function keyedLock() {
  const last = new Map<string, Promise<void>>();
  return async <Output>(name: string, work: () => Promise<Output>): Promise<Output> => {
    const before = last.get(name);
    const { promise: own, resolve: end } = Promise.withResolvers<void>();
    last.set(name, own);
    await before;
    try {
      return await work();
    } finally {
      if (last.get(name) === own) last.delete(name);
      end();
    }
  };
}
