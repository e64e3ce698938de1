import { jobRecord } from '../../../jobs/job/job-record.ts';
import type { Job } from '../../../jobs/job/job.ts';
import { fromItem } from '../../../jobs/job/job-item.ts';
import { employerIdOf, accountPrefixes } from '../../../accounts/keys.ts';
import { jobPrefixes } from '../../../jobs/keys.ts';
import { changesBetween } from '../../domain/job-changes.ts';
import type { NewEvent } from '../../domain/same-event.ts';
import { eventOf, type ItemChange, type Kind } from './kind.ts';

/** A job as events name it. */
export const jobData = ({ id, referenceId }: Pick<Job, 'id' | 'referenceId'>) => ({
  job: { id, referenceId },
});

/** A job as clients see it, but for what an event does not tell: whose it is, and where its posting is. */
const recordOf = (job: Job) => jobRecord(job, { employer: { id: 0, name: '' }, siteAddress: (path) => path });

/** What happened to a job. A write that keeps the version changed nothing that clients see. */
function jobEvent({ before, after, by }: ItemChange): NewEvent | undefined {
  const [was, is] = [before && fromItem(before), after && fromItem(after)];
  if (!was) return is && eventOf({ type: 'job.created', by, data: { ...jobData(is), version: is.version } });
  if (!is) return eventOf({ type: 'job.deleted', by, data: { ...jobData(was), version: was.version + 1 } });
  if (is.version === was.version) return undefined;
  return eventOf({
    type: is.position === was.position ? 'job.updated' : 'job.refreshed',
    by,
    data: { ...jobData(is), version: is.version, changes: changesBetween(recordOf(was), recordOf(is)) },
  });
}

export const jobs: Kind = {
  source: 'j',
  isOf: ({ PK, SK }) => PK.startsWith(accountPrefixes.employer) && SK.startsWith(jobPrefixes.job),
  tell: (change) => {
    const event = jobEvent(change);
    return event ? [{ employerId: employerIdOf(change.key), event }] : [];
  },
};
