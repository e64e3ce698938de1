import type { Job } from '../domain/job.ts';
import { secondsOf } from '../domain/seconds.ts';
import type { Write } from './database.ts';
import { changeOf } from './item-change.ts';
import { toItem } from './job-item.ts';
import type { PublicationPlace } from './numbers.ts';
import { moveWrites } from './status-leaves.ts';

/**
 * A job in its new place, and the writes of one transaction that bring it there: the job, on condition that its version
 * is still the one that was read, and the status map. closeDate stays as it is.
 */
export function refreshOf(
  employerId: number,
  job: Job,
  place: PublicationPlace,
  at: Date,
): { refreshed: Job; writes: { job: Write; statusMap: Write[] } } {
  const refreshed = { ...job, ...place, version: job.version + 1, modifiedAt: secondsOf(at) };
  const { status } = job;
  return {
    refreshed,
    writes: {
      job: { Update: changeOf(toItem(employerId, job), toItem(employerId, refreshed)) },
      statusMap: moveWrites(employerId, { from: job.position, to: place.position, status }),
    },
  };
}
