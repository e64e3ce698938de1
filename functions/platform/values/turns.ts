/** Lets the works of one name in this process run one after another, in the order in which they came. */
export function turns() {
  const last = new Map<string, Promise<void>>();
  return <Output>(name: string, work: () => Promise<Output>): Promise<Output> => {
    const done = (last.get(name) ?? Promise.resolve()).then(work);
    const ended = done.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, ended);
    void ended.then(() => {
      if (last.get(name) === ended) last.delete(name);
    });
    return done;
  };
}
