import type { Item } from '../../functions/platform/dynamodb/database.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { attributes } from '../../functions/platform/dynamodb/table.ts';

/** What searches read of 1,000 jobs, enough for a pack, and nothing else of them. */
export const manyTexts = (employerId: number): Item[] =>
  Array.from({ length: 1_000 }, (_, n) => ({
    ...jobKeys.job(employerId, 1_000_000 + n),
    [attributes.position]: n,
    [attributes.searchText]: 'baker\n\u0001',
    [attributes.changed]: n,
  }));
