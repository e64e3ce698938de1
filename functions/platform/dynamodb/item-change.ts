import type { Item, Write } from './database.ts';
import { attributes } from './table.ts';

/** Auto-refresh removes these from a job whose plan has no auto-refresh; every write of the job restores them. */
const restored = new Set<string>([attributes.refreshPartition, attributes.refreshOrder]);

/** The update that turns one item into another, on condition that its version has not changed since it was read. */
export function changeOf(before: Item, after: Item): NonNullable<Write['Update']> {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) || restored.has(name),
  );
  const set = names.filter((name) => after[name] !== undefined);
  const removed = names.filter((name) => after[name] === undefined);
  const clauses = [
    set.length > 0 && `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
  ];
  return {
    Key: { PK: before['PK'], SK: before['SK'] },
    UpdateExpression: clauses.filter(Boolean).join(' '),
    ConditionExpression: '#version = :versionRead',
    ExpressionAttributeNames: Object.fromEntries(['version', ...names].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ':versionRead': before['version'],
      ...Object.fromEntries(set.map((name) => [`:${name}`, after[name]])),
    },
  };
}

export const isUnchanged = (before: Item, after: Item) => JSON.stringify(before) === JSON.stringify(after);
