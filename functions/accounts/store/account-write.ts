import { amended } from '../../platform/dynamodb/conditional-writes.ts';
import type { Item, Write } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../keys.ts';

/**
 * Sets attributes of an account, or removes those without a value, on condition that attributes are as they were found.
 * Counts that in its version, whatever that is, so that a change of anything else is no reason to fail.
 */
export function accountWrite(id: number, set: Item, found: Item): Write {
  const { Update } = amended(accountKeys.employer(id), set, found);
  return {
    Update: {
      ...Update,
      UpdateExpression: `${Update.UpdateExpression} ADD #version :one`,
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, '#version': 'version' },
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ':one': 1 },
    },
  };
}
