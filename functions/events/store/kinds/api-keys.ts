import { employerFrom } from '../../../employers/store/employer-item.ts';
import type { Item } from '../../../platform/dynamodb/database.ts';
import { keys, prefixes } from '../../../platform/dynamodb/table.ts';
import { named } from '../../domain/logged-event.ts';
import { changedBy, differing, eventOf, type Kind } from './kind.ts';

function happeningOf(before: Item | undefined, after: Item) {
  if (!before) return { type: 'key.created' } as const;
  if (differing(['revokedAt'], before, after).length > 0) return { type: 'key.revoked' } as const;
  const fields = differing(['label', 'expiresAt'], before, after);
  return fields.length > 0 ? ({ type: 'key.updated', fields } as const) : undefined;
}

/** API keys. The first key of an employer belongs to how its partner, or the operator, created it. */
export const apiKeys: Kind = {
  source: 'k',
  isOf: ({ PK, SK }) => PK.startsWith(prefixes.apiKey) && SK === keys.apiKey('').SK,
  tell: (change) => {
    const { before, after } = change;
    const [by, happening] = [changedBy(change), after && happeningOf(before, after)];
    if (!by || !after || !happening) return [];
    const { type, ...fields } = happening;
    const account = employerFrom(after['employer']);
    const isFirst = type === 'key.created' && after['isFirst'] === true;
    const employerId = isFirst ? account.partner?.id : account.id;
    if (employerId === undefined) return [];
    const data = { key: { id: after['id'], label: after['label'] ?? null }, ...fields };
    return [{ employerId, event: eventOf({ type, by, ...(isFirst && { employer: named(account) }), data }) }];
  },
};
