import { now } from '../../../functions/platform/time/clock.ts';
import { conditionalUpdate, conditionedOn } from '../../../functions/platform/dynamodb/conditional-writes.ts';
import type { Database, Item, Write } from '../../../functions/platform/dynamodb/database.ts';
import { refusedBy } from '../../../functions/platform/dynamodb/failures.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import { transact } from '../../../functions/platform/dynamodb/transaction.ts';
import { pick } from './entries.ts';
import { isRepairable, type Finding, type Repair } from './findings.ts';
import { keyText, type Open } from './reading.ts';

/**
 * The attributes of an item without maps and lists, which some engines cannot compare. Items with maps are derived from
 * an item with a version, which the repair checks instead.
 */
const scalars = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value === null || typeof value !== 'object'));

/**
 * Puts or deletes the expected item, on condition that the item and its source have not changed. The source's version
 * represents all of its attributes.
 */
const repairItem: Repair = async (_, { kind, key, expected, found, source }) => {
  const version = { version: source?.version };
  const isOwn = source !== undefined && keyText(source.key) === keyText(key);
  const guard: Write[] = source && !isOwn ? [{ ConditionCheck: conditionedOn(source.key, version) }] : [];
  if (expected === null) return [...guard, { Delete: conditionedOn(key, found ?? {}) }];
  const set = expected as Item;
  const before = found ? { ...scalars(found), SK: key.SK } : pick({}, Object.keys(set));
  // Searches notice a job by the time of its change.
  const changed = kind === 'job' && { [attributes.changed]: now().getTime() };
  return [...guard, conditionalUpdate(key, { ...set, ...changed }, isOwn ? version : before)];
};

async function isWritten(db: Database, writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(db, { repair: writes });
    return true;
  } catch (error) {
    if (!refusedBy(error, 'repair')) throw error;
    return false;
  }
}

/**
 * Repairs findings by conditional writes, so that the service can run at the same time. Returns the repaired findings.
 * Skips items that changed in between.
 */
export async function repairFindings(open: Open, findings: readonly Finding[]): Promise<Finding[]> {
  const repaired: Finding[] = [];
  for (const finding of findings.filter(isRepairable)) {
    const writes = await (finding.repair ?? repairItem)(open(), finding);
    if (writes === true || (writes !== false && (await isWritten(open(), writes)))) repaired.push(finding);
  }
  return repaired;
}
