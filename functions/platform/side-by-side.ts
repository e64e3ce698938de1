/** Does the work for each member, this many at a time. Throws the first error, and begins nothing after it. */
export async function sideBySide<Member>(
  members: Iterable<Member>,
  width: number,
  work: (member: Member) => Promise<unknown>,
): Promise<void> {
  // All workers share one generator: the loop of the one that fails closes it for the others.
  const queue = Iterator.from(members).map((member) => member);
  const workers = Array.from({ length: width }, async () => {
    for (const member of queue) await work(member);
  });
  await Promise.all(workers);
}

/** Waits until both have ended, also where one fails: Lambda stops what goes on after that. Throws the first error then. */
export async function bothEnded<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
