import { jobRecord, type RecordContext } from './job-record.ts';
import type { Job } from './job.ts';
import { postingPath, publicIdOf } from './public-id.ts';
import type { OperationResult } from '../../http/operation-result.ts';

/** The Link header from a job to its posting (RFC 8288); none for a job without a public id. */
export const postingLink = (
  publicId: string | undefined,
  { siteAddress }: Pick<RecordContext, 'siteAddress'>,
): Record<string, string> =>
  publicId === undefined
    ? {}
    : { link: `<${siteAddress(postingPath(publicId))}>; rel="alternate"; type="text/html"` };

/** The response with a job: its record, the link to its posting, and its last change. */
export const jobResponse = (job: Job, asked: RecordContext) =>
  ({
    id: job.id,
    body: jobRecord(job, asked),
    headers: postingLink(publicIdOf(job), asked),
    modifiedAt: job.modifiedAt,
  }) satisfies OperationResult;

/** The response with a job whose URL, to which ETag and Last-Modified belong, differs from that of the request. */
export function locatedJobResponse(
  job: Job,
  asked: RecordContext & { address: (path: string) => string },
  created: boolean,
) {
  const { headers, ...answer } = jobResponse(job, asked);
  const location = asked.address(`/jobs/${job.id}`);
  return {
    ...answer,
    headers: { ...headers, 'content-location': location, ...(created && { location }) },
    ...(created && { status: 201, created: 1 }),
  } satisfies OperationResult;
}
