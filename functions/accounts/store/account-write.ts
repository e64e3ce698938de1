import { conditionalUpdate } from '../../platform/dynamodb/conditional-writes.ts';
import type { Item, Write } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../keys.ts';

/**
 * Sets attributes of an account, or removes those without a value, on condition that other attributes have the values
 * found. Increments its version without a condition, so that concurrent changes of other attributes do not conflict.
 */
export function accountWrite(id: number, set: Item, found: Item): Write {
  const { Update } = conditionalUpdate(accountKeys.employer(id), set, found);
  return {
    Update: {
      ...Update,
      UpdateExpression: `${Update.UpdateExpression} ADD #version :one`,
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, '#version': 'version' },
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ':one': 1 },
    },
  };
}
