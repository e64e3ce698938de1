import type { JobStatus } from '../../../schemas/job.ts';
import { countAttributes, isNumberOfLeaf, statusChange, type StatusLeaf } from '../domain/status-map.ts';
import type { Database, Write } from '../../platform/dynamodb/database.ts';
import { refusedBy } from '../../platform/dynamodb/failures.ts';
import { beginningWith, keys, leafOf, prefixes } from '../../platform/dynamodb/table.ts';

/** The write that adds to the attributes of a leaf. */
function addTo(employerId: number, leaf: number, addends: Record<string, number | bigint>): Write {
  const added = Object.entries(addends);
  return {
    Update: {
      Key: keys.statusLeaf(employerId, leaf),
      UpdateExpression: `ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(added.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(added.map(([name, value]) => [`:${name}`, value])),
    },
  };
}

/** The write to the status map for a change of a job's status, for the job's own transaction. */
export function statusWrite(
  employerId: number,
  position: number,
  from: JobStatus | 'none',
  to: JobStatus | 'none',
): Write {
  const { leaf, attribute, delta, counts } = statusChange(position, from, to);
  return addTo(employerId, leaf, { [attribute]: delta, ...counts });
}

/** The writes to the status map for a job's move to another position, for the job's own transaction. */
export function moveWrites(
  employerId: number,
  { from, to, status }: { from: number; to: number; status: JobStatus },
): Write[] {
  const [cleared, marked] = [statusChange(from, status, 'none'), statusChange(to, 'none', status)];
  if (cleared.leaf !== marked.leaf) {
    return [statusWrite(employerId, from, status, 'none'), statusWrite(employerId, to, 'none', status)];
  }
  // A transaction may write an item only once; the counts of the leaf do not change.
  const addends = { [cleared.attribute]: cleared.delta };
  addends[marked.attribute] = (addends[marked.attribute] ?? 0n) + marked.delta;
  return [addTo(employerId, cleared.leaf, addends)];
}

const spentNumbers = ({ attributes }: StatusLeaf): string[] =>
  Object.keys(attributes).filter((name) => isNumberOfLeaf(name) && attributes[name] === 0);

const isSpent = ({ attributes }: StatusLeaf): boolean =>
  Object.values(countAttributes).every((name) => (attributes[name] ?? 0) === 0);

/**
 * Removes what moved and deleted jobs have left in an employer's status map: numbers that are zero, and leaves without
 * jobs. A missing number or leaf counts as zero, so nothing changes for readers.
 */
export async function sweepStatusMap(db: Database, employerId: number): Promise<void> {
  for (const leaf of await readStatusLeaves(db, employerId)) {
    const Key = keys.statusLeaf(employerId, leaf.leaf);
    const names = isSpent(leaf) ? Object.values(countAttributes) : spentNumbers(leaf);
    if (names.length === 0) continue;
    const ifZero = {
      ConditionExpression: names
        .map((name) => `(attribute_not_exists(#${name}) OR #${name} = :zero)`)
        .join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: { ':zero': 0 },
    };
    const remove = `REMOVE ${names.map((name) => `#${name}`).join(', ')}`;
    try {
      if (isSpent(leaf)) await db.delete({ Key, ...ifZero });
      else await db.update({ Key, UpdateExpression: remove, ...ifZero });
    } catch (error) {
      // A job has moved here since the map was read.
      if (!refusedBy(error)) throw error;
    }
  }
}

async function readLeaves(db: Database, employerId: number, attributeNames: string[]): Promise<StatusLeaf[]> {
  const { PK: partition } = keys.statusLeaf(employerId, 0);
  const { from, to } = beginningWith(prefixes.statusLeaf);
  const items = await db.query({
    KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
    ...(attributeNames.length > 0 && {
      ProjectionExpression: ['SK', ...attributeNames].map((name) => `#${name}`).join(', '),
    }),
    ExpressionAttributeNames: Object.fromEntries(
      ['PK', 'SK', ...attributeNames].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: { ':PK': partition, ':from': from, ':to': to },
  });
  return items.map((attributes) => ({ leaf: leafOf({ SK: attributes['SK'] }), attributes }));
}

/** The whole status map of an employer: 0.6 bytes per job. */
export const readStatusLeaves = (db: Database, employerId: number): Promise<StatusLeaf[]> =>
  readLeaves(db, employerId, []);

/** Only the counts: the same units, but far less to transfer and decode. */
export const readStatusCounts = (db: Database, employerId: number): Promise<StatusLeaf[]> =>
  readLeaves(db, employerId, Object.values(countAttributes));
