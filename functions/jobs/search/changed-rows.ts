import { queryPages, type Database, type Item } from '../../platform/dynamodb/database.ts';
import { jobIdOf } from '../keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';
import type { SearchRow } from './search-rows.ts';
import type { Period } from './row-packs.ts';

const { position, searchText, changed } = attributes;

function fromIndex(row: Item): SearchRow {
  const { [position]: place = 0, [searchText]: text = null, [changed]: changedAt } = row;
  return { id: jobIdOf({ SK: row['SK'] }), position: place, text, changedAt };
}

/**
 * Reads the rows of an employer's jobs whose last change was in a period, in the order of their changes, a megabyte at
 * a time. A job that changes during the read moves to the end, so it is not missed.
 */
export async function* changedRows(
  db: Database,
  employerId: number,
  { from, to }: Period,
): AsyncGenerator<SearchRow[]> {
  const { partition } = indexes.byChange;
  const isOpen = to === Infinity;
  const query = {
    IndexName: 'byChange',
    KeyConditionExpression: `#partition = :partition AND #changed ${isOpen ? '>= :from' : 'BETWEEN :from AND :last'}`,
    ProjectionExpression: '#SK, #changed, #position, #text',
    ExpressionAttributeNames: {
      '#partition': partition,
      '#SK': 'SK',
      '#changed': changed,
      '#position': position,
      '#text': searchText,
    },
    ExpressionAttributeValues: {
      ':partition': accountKeys.employer(employerId).PK,
      ':from': from,
      ...(!isOpen && { ':last': to - 1 }),
    },
  };
  for await (const { items } of queryPages(db, query)) yield items.map(fromIndex);
}
