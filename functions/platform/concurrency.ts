/** Runs the work for each member, a limited number at a time. After an error, it starts no more work, and throws the error. */
export async function forEachConcurrently<Member>(
  members: Iterable<Member>,
  width: number,
  work: (member: Member) => Promise<unknown>,
): Promise<void> {
  // All workers share one generator: the loop of a worker that fails closes it for the others.
  const queue = Iterator.from(members).map((member) => member);
  const workers = Array.from({ length: width }, async () => {
    for (const member of queue) await work(member);
  });
  await Promise.all(workers);
}

/** Waits until both promises settle, because Lambda freezes work that still runs. Then throws the first error. */
export async function settleBoth<One, Other>(
  one: Promise<One>,
  other: Promise<Other>,
): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

/** A mutex per name in this process: works with the same name run one after another, in the order of their calls. */
export function keyedLock() {
  const last = new Map<string, Promise<void>>();
  return async <Output>(name: string, work: () => Promise<Output>): Promise<Output> => {
    const before = last.get(name);
    const { promise: completion, resolve: end } = Promise.withResolvers<void>();
    last.set(name, completion);
    await before;
    try {
      return await work();
    } finally {
      if (last.get(name) === completion) last.delete(name);
      end();
    }
  };
}
