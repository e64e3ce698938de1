import { keys, prefixes } from '../../../functions/platform/dynamodb/table.ts';
import type { Connection } from '../connection.ts';
import type { FoundElsewhere } from './reading.ts';

/** What a verification starts from: the employers with items, what else belongs to them, and the highest id of a place. */
export interface Census {
  employerIds: number[];
  /** By the id of the employer. */
  elsewhere: Map<number, FoundElsewhere>;
  highestPlaceId: number;
}

const idOfPartition = new RegExp(`^(?:${prefixes.employer}|${prefixes.applications})([1-9]\\d*)$`);

/** Scans the whole table once. Calls `counted` after each page with the number of items so far. */
export async function takeCensus({ scan }: Connection, counted: (items: number) => void): Promise<Census> {
  let read = 0;
  const employerIds = new Set<number>();
  const elsewhere: Census['elsewhere'] = new Map();
  const ofEmployer = (id: number) => {
    const found = elsewhere.get(id) ?? { apiKeys: [], publicNames: [] };
    elsewhere.set(id, found);
    employerIds.add(id);
    return found;
  };
  let highestPlaceId = 0;
  const { PK: places } = keys.location('', '');
  const { SK: apiKey } = keys.apiKey('');
  const { PK: names } = keys.publicName('');
  for await (const items of scan(['PK', 'SK', 'id', 'employer', 'employerId'])) {
    for (const item of items) {
      const [, employerId] = idOfPartition.exec(item['PK']) ?? [];
      if (employerId !== undefined) employerIds.add(Number(employerId));
      if (item['PK'] === places) highestPlaceId = Math.max(highestPlaceId, item['id']);
      const owner: unknown = item['SK'] === apiKey ? item['employer']?.id : undefined;
      if (typeof owner === 'number') ofEmployer(owner).apiKeys.push(item);
      if (item['PK'].startsWith(names) && typeof item['employerId'] === 'number') {
        ofEmployer(item['employerId']).publicNames.push(item['PK'].slice(names.length));
      }
    }
    read += items.length;
    counted(read);
  }
  return { employerIds: [...employerIds].toSorted((a, b) => a - b), elsewhere, highestPlaceId };
}
