import type { JobStatus } from '../../../schemas/job.ts';
import { isChunkStart, statusChange } from './status-map.ts';
import type { Write } from '../../platform/dynamodb/database.ts';
import { foldPartition, jobKeys } from '../keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';

/** The attributes that queue an employer's status map for folding, on the leaf of a position that begins a chunk. */
const foldQueueAttributes = (employerId: number, position: number) => ({
  [attributes.refreshPartition]: foldPartition,
  [attributes.refreshOrder]: `${accountKeys.employer(employerId).PK}#${position}`,
});

interface Addition {
  leaf: number;
  addends: Record<string, number | bigint>;
  /** The positions whose digits change. */
  positions: readonly number[];
}

/**
 * The write that adds to the attributes of a leaf. Whenever a chunk begins it also queues the map, so that maps are
 * folded after enough changes, and no others are read.
 */
function addTo(employerId: number, { leaf, addends, positions }: Addition): Write {
  const beginning = positions.find(isChunkStart);
  const set = beginning === undefined ? {} : foldQueueAttributes(employerId, beginning);
  const values = Object.entries({ ...addends, ...set });
  const added = Object.keys(addends).map((name) => `#${name} :${name}`);
  const put = Object.keys(set).map((name) => `#${name} = :${name}`);
  return {
    Update: {
      Key: jobKeys.statusLeaf(employerId, leaf),
      UpdateExpression: `ADD ${added.join(', ')}${put.length > 0 ? ` SET ${put.join(', ')}` : ''}`,
      ExpressionAttributeNames: Object.fromEntries(values.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
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
  return addTo(employerId, { leaf, addends: { [attribute]: delta, ...counts }, positions: [position] });
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
  return [addTo(employerId, { leaf: cleared.leaf, addends, positions: [from, to] })];
}
