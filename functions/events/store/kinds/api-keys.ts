import type { Item } from '../../../platform/dynamodb/database.ts';
import { accountKeys, accountPrefixes } from '../../../accounts/keys.ts';
import { changedBy, differing, eventOf, type Kind } from './kind.ts';

function happeningOf(before: Item | undefined, after: Item) {
  if (!before) return { type: 'key.created' } as const;
  if (differing(['revokedAt'], before, after).length > 0) return { type: 'key.revoked' } as const;
  const fields = differing(['label', 'expiresAt'], before, after);
  return fields.length > 0 ? ({ type: 'key.updated', fields } as const) : undefined;
}

/** API keys. */
export const apiKeys: Kind = {
  source: 'k',
  isOf: ({ PK, SK }) => PK.startsWith(accountPrefixes.apiKey) && SK === accountKeys.apiKey('').SK,
  tell: (change) => {
    const { before, after } = change;
    const [by, happening] = [changedBy(change), after && happeningOf(before, after)];
    if (!by || !after || !happening) return [];
    const { type, ...fields } = happening;
    const data = { key: { id: after['id'], label: after['label'] ?? null }, ...fields };
    return [{ employerId: after['employer'].id, event: eventOf({ type, by, data }) }];
  },
};
