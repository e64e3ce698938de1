import { jobRecord } from '../../../jobs/job/job-record.ts';
import type { Job } from '../../../jobs/job/job.ts';
import { fromItem } from '../../../jobs/job/job-item.ts';
import { accountPrefixes, employerIdOf } from '../../../accounts/keys.ts';
import { jobPrefixes } from '../../../jobs/keys.ts';
import type { NewEvent } from '../../domain/logged-event.ts';
import { createEvent, type ItemChange, type EventSource } from './event-source.ts';
import { changingFields, longFields, type Event } from '../../../../schemas/event.ts';
import type { JobRecord } from '../../../../schemas/job.ts';

/** A job in an event. */
export const jobData = ({ id, referenceId }: Pick<Job, 'id' | 'referenceId'>) => ({
  job: { id, referenceId },
});

/** A job as clients see it, without its employer and its posting's address. */
const recordOf = (job: Job) => jobRecord(job, { employer: { id: 0, name: '' }, siteAddress: (path) => path });

/** The event of a job. A write that does not change the version has no event, because clients do not see the write. */
function jobEvent({ before, after, by }: ItemChange): NewEvent | undefined {
  const [was, is] = [before && fromItem(before), after && fromItem(after)];
  if (!was)
    return is && createEvent({ type: 'job.created', by, data: { ...jobData(is), version: is.version } });
  if (!is)
    return createEvent({ type: 'job.deleted', by, data: { ...jobData(was), version: was.version + 1 } });
  if (is.version === was.version) return undefined;
  return createEvent({
    type: is.position === was.position ? 'job.updated' : 'job.refreshed',
    by,
    data: { ...jobData(is), version: is.version, changes: jobChanges(recordOf(was), recordOf(is)) },
  });
}

export const jobs: EventSource = {
  source: 'j',
  matches: ({ PK, SK }) => PK.startsWith(accountPrefixes.employer) && SK.startsWith(jobPrefixes.job),
  eventsFor: (change) => {
    const event = jobEvent(change);
    return event ? [{ employerId: employerIdOf(change.key), event }] : [];
  },
};

type JobChanges = NonNullable<Event['data']['changes']>;

/** The fields of a job whose changes are in events. */
type LoggedJob = Omit<JobRecord, 'id' | 'employer'>;

/** The changes of a job as clients see them: old and new values by field, without the values of long fields. */
function jobChanges(before: LoggedJob, after: LoggedJob): JobChanges {
  const isSame = (field: keyof LoggedJob) => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  const changes = [
    ...changingFields.map((field) => [field, { from: before[field], to: after[field] }] as const),
    ...longFields.map((field) => [field, { changed: true }] as const),
  ];
  return Object.fromEntries(changes.filter(([field]) => !isSame(field))) as JobChanges;
}
