import type { JobStatus } from '../../schemas/job.ts';
import { countAttributes, statusChange, type StatusLeaf } from '../domain/status-map.ts';
import type { Database, Write } from './database.ts';
import { beginningWith, keys, leafOf, prefixes } from './table.ts';

/** The write of the status map that belongs to a change of a job's status, for the job's own transaction. */
export function statusWrite(
  employerId: number,
  position: number,
  from: JobStatus | 'none',
  to: JobStatus | 'none',
): Write {
  const { leaf, attribute, delta, counts } = statusChange(position, from, to);
  const added = Object.entries({ [attribute]: delta, ...counts });
  return {
    Update: {
      Key: keys.statusLeaf(employerId, leaf),
      UpdateExpression: `ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(added.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(added.map(([name, value]) => [`:${name}`, value])),
    },
  };
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

/** The whole status map of an employer: 0.6 bytes a job. */
export const readStatusLeaves = (db: Database, employerId: number): Promise<StatusLeaf[]> =>
  readLeaves(db, employerId, []);

/** The counts alone: the same units, but little to carry and to decode. */
export const readStatusCounts = (db: Database, employerId: number): Promise<StatusLeaf[]> =>
  readLeaves(db, employerId, Object.values(countAttributes));
