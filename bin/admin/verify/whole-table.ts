import type { Item } from '../../../functions/store/database.ts';
import { keys, prefixes } from '../../../functions/store/table.ts';
import type { Connection } from '../connection.ts';

/** What a verification starts from: the employers with items, all API keys, and the highest id of a place. */
export interface Census {
  employerIds: number[];
  /** The items of the API keys, by the id of their employer. */
  apiKeys: Map<number, Item[]>;
  highestPlaceId: number;
}

const idOfPartition = new RegExp(`^${prefixes.employer}([1-9]\\d*)$`);

/** Scans the whole table once. Calls `counted` after each page with the number of items so far. */
export async function takeCensus({ scan }: Connection, counted: (items: number) => void): Promise<Census> {
  let read = 0;
  const employerIds = new Set<number>();
  const apiKeys = new Map<number, Item[]>();
  let highestPlaceId = 0;
  const { PK: places } = keys.location('', '');
  const { SK: apiKey } = keys.apiKey('');
  for await (const items of scan(['PK', 'SK', 'id', 'employer'])) {
    for (const item of items) {
      const [, employerId] = idOfPartition.exec(item['PK']) ?? [];
      if (employerId !== undefined) employerIds.add(Number(employerId));
      if (item['PK'] === places) highestPlaceId = Math.max(highestPlaceId, item['id']);
      const owner: unknown = item['SK'] === apiKey ? item['employer']?.id : undefined;
      if (typeof owner === 'number') {
        employerIds.add(owner);
        apiKeys.set(owner, [...(apiKeys.get(owner) ?? []), item]);
      }
    }
    read += items.length;
    counted(read);
  }
  return { employerIds: [...employerIds].toSorted((a, b) => a - b), apiKeys, highestPlaceId };
}
