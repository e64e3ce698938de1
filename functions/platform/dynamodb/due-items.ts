import type { Database, Item } from './database.ts';
import { beginningWith } from './key-range.ts';
import { indexes } from './table.ts';

/** How many entries are taken from a partition at once. */
const PAGE_SIZE = 25;

/** The entries of a partition of byMailDate that are due at a time, or those that are due later. */
export const inPartition = (partition: string, comparison: '<=' | '>', at: Date) => {
  const { partition: partitionName, sort } = indexes.byMailDate;
  return {
    IndexName: 'byMailDate',
    KeyConditionExpression: `#partition = :partition AND #sort ${comparison} :now`,
    ExpressionAttributeNames: { '#partition': partitionName, '#sort': sort },
    ExpressionAttributeValues: { ':partition': partition, ':now': beginningWith(`${at.toISOString()}#`).to },
  };
};

/** The items of partitions of byMailDate that are due: the longest due of a partition come first, and the partitions take turns, page by page. */
export async function* dueItems(db: Database, partitions: readonly string[], at: Date): AsyncGenerator<Item> {
  let open = partitions.map((partition) => ({ partition, from: {} }));
  while (open.length > 0) {
    const next: typeof open = [];
    for (const { partition, from } of open) {
      const { items, last } = await db.queryPage({
        ...inPartition(partition, '<=', at),
        Limit: PAGE_SIZE,
        ...from,
      });
      if (last) next.push({ partition, from: { ExclusiveStartKey: last } });
      yield* items;
    }
    open = next;
  }
}
