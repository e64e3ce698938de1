import { employerIdOf } from '../../../functions/accounts/domain/api-key.ts';
import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { locationKeys } from '../../../functions/reference/keys.ts';
import { accountKeys, accountPrefixes } from '../../../functions/accounts/keys.ts';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { applicationPrefixes } from '../../../functions/applications/keys.ts';
import type { Connection } from '../connection.ts';

/** The items of an employer that a scan found outside the employer's partitions. */
export interface OutsideItems {
  apiKeys: Item[];
  publicNames: string[];
}

/** The result of a scan of the whole table, with which a verification starts. */
export interface Census {
  /** The employers with items, by id in ascending order. */
  employers: Map<number, OutsideItems>;
  highestLocationId: number;
  /** The time of the last write of a job or an application, in milliseconds since 1970. */
  lastWrite: number;
}

const idOfPartition = new RegExp(
  `^(?:${accountPrefixes.employer}|${applicationPrefixes.applications})([1-9]\\d*)$`,
);

/** Scans the whole table once. Calls `onPage` after each page with the number of items so far. */
export async function takeCensus(connection: Connection, onPage: (items: number) => void): Promise<Census> {
  const employers: Census['employers'] = new Map();
  const outsideOf = (id: number) => {
    const outside = employers.get(id) ?? { apiKeys: [], publicNames: [] };
    employers.set(id, outside);
    return outside;
  };
  let [itemCount, highestLocationId, lastWrite] = [0, 0, 0];
  const { PK: places } = locationKeys.location('', '');
  const { SK: apiKey } = accountKeys.apiKey('');
  const { PK: names } = jobKeys.publicName('');
  for await (const items of connection.scan(['PK', 'SK', 'id', 'employer', 'employerId', 'by'])) {
    for (const item of items) {
      const { PK, SK, id, employerId, by } = item;
      const [, ofPartition] = idOfPartition.exec(PK) ?? [];
      if (ofPartition !== undefined) outsideOf(Number(ofPartition));
      if (PK === places) highestLocationId = Math.max(highestLocationId, id);
      const keyOwner = SK === apiKey ? employerIdOf(String(id)) : undefined;
      if (keyOwner !== undefined) outsideOf(keyOwner).apiKeys.push(item);
      if (PK.startsWith(names) && typeof employerId === 'number') {
        outsideOf(employerId).publicNames.push(PK.slice(names.length));
      }
      lastWrite = Math.max(lastWrite, by?.at ?? 0);
    }
    onPage((itemCount += items.length));
  }
  return { employers: new Map([...employers].toSorted(([a], [b]) => a - b)), highestLocationId, lastWrite };
}
