import type { Item, Write } from './database.ts';
import { attributes } from './table.ts';

/** Auto-refresh takes these away from a job that the plan has no refresh for: whoever writes the job brings it back. */
const restored = new Set<string>([attributes.refreshPartition, attributes.refreshOrder]);

/** The update that turns one item into another, on condition that its version is still the one that was read. */
export function changeOf(before: Item, after: Item): NonNullable<Write['Update']> {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) || restored.has(name),
  );
  const set = names.filter((name) => after[name] !== undefined);
  const removed = names.filter((name) => after[name] === undefined);
  const remove = removed.length > 0 ? ` REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : '';
  return {
    Key: { PK: before['PK'], SK: before['SK'] },
    UpdateExpression: `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}${remove}`,
    ConditionExpression: '#version = :versionRead',
    ExpressionAttributeNames: Object.fromEntries(['version', ...names].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ':versionRead': before['version'],
      ...Object.fromEntries(set.map((name) => [`:${name}`, after[name]])),
    },
  };
}

export const isUnchanged = (before: Item, after: Item) => JSON.stringify(before) === JSON.stringify(after);
