import type { Job } from './job.ts';

/** The fields that determine a posting's address. A job that is only validated has no id yet. */
type AddressFields = Pick<Job, 'confidential' | 'publicName'> & { id?: number };

/** The id of a job in public addresses: its name when it is confidential, which an old job may not have yet. */
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
