import type { JobStatus } from '../../schemas/job.ts';
import { statusChange, type StatusLeaf } from '../domain/status-map.ts';
import type { Database, Write } from './database.ts';
import { beginningWith, keys } from './table.ts';

const PREFIX = 'STATUS#';

/** The write of the status map that belongs to a change of a job's status, for the job's own transaction. */
export function statusWrite(
  employerId: number,
  position: number,
  from: JobStatus | 'none',
  to: JobStatus | 'none',
): Write {
  const { leaf, attribute, delta } = statusChange(position, from, to);
  return {
    Update: {
      Key: keys.statusLeaf(employerId, leaf),
      UpdateExpression: 'ADD #number :delta',
      ExpressionAttributeNames: { '#number': attribute },
      ExpressionAttributeValues: { ':delta': delta },
    },
  };
}

/** The whole status map of an employer: 0.6 bytes a job. */
export async function readStatusLeaves(db: Database, employerId: number): Promise<StatusLeaf[]> {
  const { PK: partition } = keys.statusLeaf(employerId, 0);
  const { from, to } = beginningWith(PREFIX);
  const items = await db.query({
    KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
    ExpressionAttributeValues: { ':PK': partition, ':from': from, ':to': to },
  });
  return items.map((attributes) => ({ leaf: Number(attributes['SK'].slice(PREFIX.length)), attributes }));
}
