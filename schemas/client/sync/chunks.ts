/** The capacity of one request. */
export interface Capacity {
  entries: number;
  /** The sum of the sizes of the entries. */
  size: number;
}

/** Groups entries in order, as many in a group as fit. An entry that exceeds the capacity gets a group of its own. */
export async function* chunks<Entry>(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  sizeOf: (entry: Entry) => number,
  capacity: Capacity,
): AsyncGenerator<Entry[], void, undefined> {
  let group: Entry[] = [];
  let size = 0;
  for await (const entry of entries) {
    const more = sizeOf(entry);
    if (group.length === capacity.entries || (group.length > 0 && size + more > capacity.size)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(entry);
    size += more;
  }
  if (group.length > 0) yield group;
}
