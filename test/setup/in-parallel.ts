/** Does the work for each member, this many at a time. */
export async function inParallel<Member>(
  members: Iterable<Member>,
  width: number,
  work: (member: Member) => Promise<unknown>,
) {
  const queue = members[Symbol.iterator]();
  const workers = Array.from({ length: width }, async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  });
  await Promise.all(workers);
}
