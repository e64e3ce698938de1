import type { Database, Item } from './database.ts';
import { beginningWith, indexes } from './table.ts';

/** The number of entries in one page. */
const PAGE_SIZE = 25;

/** A query for the entries of a byMailDate partition that are due at a time, or for the entries that are due later. */
export const inPartition = (partition: string, comparison: '<=' | '>', at: Date) => {
  const { partition: partitionName, sort } = indexes.byMailDate;
  return {
    IndexName: 'byMailDate',
    KeyConditionExpression: `#partition = :partition AND #sort ${comparison} :now`,
    ExpressionAttributeNames: { '#partition': partitionName, '#sort': sort },
    ExpressionAttributeValues: { ':partition': partition, ':now': beginningWith(`${at.toISOString()}#`).to },
  };
};

/**
 * Reads the due items of byMailDate partitions, longest due first within a partition. The partitions take turns, page
 * by page.
 */
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
