/** Lets the works of one name in this process run one after another, in the order in which they came. */
export function turns() {
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
