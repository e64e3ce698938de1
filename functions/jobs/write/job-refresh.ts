import type { Job } from '../job/job.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import type { Write } from '../../platform/dynamodb/database.ts';
import { jobUpdate, withChangeTime } from '../job/job-item.ts';
import type { ListPosition } from './id-allocator.ts';
import { moveWrites } from '../lists/status-map.ts';

/**
 * A job at its new position, and the writes that move it there: of the job, on condition that its version did not
 * change since it was read, and of the status map. closeDate does not change.
 */
export function refreshWrites(
  employerId: number,
  job: Job,
  place: ListPosition,
  by: LastWrite,
): { refreshed: Job; writes: { job: Write; statusMap: Write[] } } {
  const { status, publishDate } = job;
  const refreshed = {
    ...withChangeTime({ ...job, ...place }, by.at),
    version: job.version + 1,
    modifiedAt: toUnixSeconds(by.at),
    by,
    // A job without a recorded first publication gets its former publishDate as the recorded one.
    firstPublished: job.firstPublished ?? (status === 'active' ? publishDate : null),
  };
  return {
    refreshed,
    writes: {
      job: { Update: jobUpdate(employerId, job, refreshed) },
      statusMap: moveWrites(employerId, { from: job.position, to: place.position, status }),
    },
  };
}
