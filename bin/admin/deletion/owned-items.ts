import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { ownerAttributes, ownerOf } from './ownership.ts';
import { applicationKeys } from '../../../functions/applications/keys.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { jobPrefixes } from '../../../functions/jobs/keys.ts';
import type { Connection } from '../connection.ts';

/** Scans the whole table for the items of an employer, page by page, each with its key and the tombstone attribute. */
export async function* itemsOwnedBy({ scan }: Pick<Connection, 'scan'>, employerId: number) {
  for await (const items of scan([...ownerAttributes, 'SK', 'lastVersion'])) {
    yield items.filter((item) => ownerOf(item) === employerId);
  }
}

/** The number of the application in an item; undefined for other items. */
export function applicationNumber(employerId: number, { PK, SK }: Item): number | undefined {
  const isApplication = PK === applicationKeys.application(employerId, 0).PK && /^\d+$/.test(SK);
  return isApplication ? Number(SK) : undefined;
}

export const isJob = (employerId: number, { PK, SK }: Item): boolean =>
  PK === accountKeys.employer(employerId).PK && SK.startsWith(jobPrefixes.job);
