import { conditionalUpdate } from './conditional-writes.ts';
import type { Item, Write } from './database.ts';
import { attributes } from './table.ts';

/**
 * Auto-refresh removes these attributes from a job whose plan lost auto-refresh; every write of the job restores them.
 */
const restored = new Set<string>([attributes.refreshPartition, attributes.refreshOrder]);

/** The update that turns one item into another, on condition that its version did not change since it was read. */
export function updateOf(before: Item, after: Item): NonNullable<Write['Update']> {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) || restored.has(name),
  );
  const set = Object.fromEntries(names.map((name) => [name, after[name]]));
  return conditionalUpdate({ PK: before['PK'], SK: before['SK'] }, set, { version: before['version'] })
    .Update;
}

export const isUnchanged = (before: Item, after: Item) => JSON.stringify(before) === JSON.stringify(after);
