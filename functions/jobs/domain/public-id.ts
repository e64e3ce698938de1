import type { Job } from './job.ts';

/** The id of a job in public addresses: of a confidential one its name, which an old one may not have yet. */
export const publicIdOf = ({
  id,
  confidential,
  publicName,
}: Pick<Job, 'id' | 'confidential' | 'publicName'>): string | undefined =>
  confidential ? (publicName ?? undefined) : String(id);

/** The path of the page of a posting. */
export const postingPath = (publicId: string): string => `/jobs/${publicId}`;
