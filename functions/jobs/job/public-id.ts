import type { Job } from './job.ts';

/** What the address of a posting follows from; a job that is only judged has no id yet. */
type Addressed = Pick<Job, 'confidential' | 'publicName'> & { id?: number };

/** The id of a job in public addresses: of a confidential one its name, which an old one may not have yet. */
export function publicIdOf({ id, confidential, publicName }: Addressed): string | undefined {
  if (id === undefined) return undefined;
  return confidential ? (publicName ?? undefined) : String(id);
}

/** The path of the page of a posting. */
export const postingPath = (publicId: string): string => `/jobs/${publicId}`;

/** The absolute URL of the posting of a job (interface 2.1); null for a draft, and for a job without a public id. */
export function postingUrlOf(
  job: Addressed & Pick<Job, 'status'>,
  siteAddress: (path: string) => string,
): string | null {
  const publicId = job.status === 'draft' ? undefined : publicIdOf(job);
  return publicId === undefined ? null : siteAddress(postingPath(publicId));
}
