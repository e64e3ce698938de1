import { randomBytes } from 'node:crypto';
import type { Job } from './job.ts';
import type { Item, Write } from '../../platform/dynamodb/database.ts';
import { jobKeys } from '../keys.ts';

/** A name that nobody can guess: 128 random bits. It begins with a letter, so it is never a job's id. */
export const createPublicName = (): string => `j${randomBytes(16).toString('hex')}`;

/** Whether a text has the form of a public name. */
export const isPublicName = (text: string): boolean => /^j[0-9a-f]{32}$/.test(text);

/** The item that leads from a public name to its job. */
export const publicNameItem = (employerId: number, jobId: number, publicName: string): Item => ({
  ...jobKeys.publicName(publicName),
  employerId,
  jobId,
});

/** Makes a job known by its public name, in the transaction that gives it the name; undefined if it has none. */
export const reservePublicName = (
  employerId: number,
  { id, publicName }: Pick<Job, 'id' | 'publicName'>,
): Write | undefined =>
  publicName === null
    ? undefined
    : {
        Put: {
          Item: publicNameItem(employerId, id, publicName),
          ConditionExpression: 'attribute_not_exists(PK)',
        },
      };

/** Forgets the public name of a job in the transaction that deletes it; undefined if it has none. */
export const releasePublicName = ({ publicName }: Pick<Job, 'publicName'>): Write | undefined =>
  publicName === null ? undefined : { Delete: { Key: jobKeys.publicName(publicName) } };
