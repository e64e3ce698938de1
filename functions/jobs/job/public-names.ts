import { randomBytes } from 'node:crypto';
import type { Job } from './job.ts';
import type { Item, Write } from '../../platform/dynamodb/database.ts';
import { jobKeys } from '../keys.ts';

/** The fields that determine a posting's address. A job that is only validated has no id yet. */
type AddressFields = Pick<Job, 'confidential' | 'publicName'> & { id?: number };

/** The id of a job in public addresses. A confidential job has its public name, which an old job may still lack. */
export function publicIdOf({ id, confidential, publicName }: AddressFields): string | undefined {
  if (id === undefined) return undefined;
  return confidential ? (publicName ?? undefined) : String(id);
}

/** The path of the page of a posting. */
export const postingPath = (publicId: string): string => `/jobs/${publicId}`;

/** The absolute URL of the posting of a job (interface 2.1); null for a draft, and for a job without a public id. */
export function postingUrlOf(
  job: AddressFields & Pick<Job, 'status'>,
  siteAddress: (path: string) => string,
): string | null {
  const publicId = job.status === 'draft' ? undefined : publicIdOf(job);
  return publicId === undefined ? null : siteAddress(postingPath(publicId));
}

/** Creates an unguessable name: 128 random bits. It begins with a letter, so it is never a job's id. */
export const createPublicName = (): string => `j${randomBytes(16).toString('hex')}`;

/** Whether a text has the form of a public name. */
export const isPublicName = (text: string): boolean => /^j[0-9a-f]{32}$/.test(text);

/** The item that finds a job by its public name. */
export const publicNameItem = (employerId: number, jobId: number, publicName: string): Item => ({
  ...jobKeys.publicName(publicName),
  employerId,
  jobId,
});

/** The write that registers a job's public name, for the transaction that sets it; undefined when it has none. */
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

/** The write that deletes a job's public name, for the transaction that deletes the job; undefined when it has none. */
export const releasePublicName = ({ publicName }: Pick<Job, 'publicName'>): Write | undefined =>
  publicName === null ? undefined : { Delete: { Key: jobKeys.publicName(publicName) } };
