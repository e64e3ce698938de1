import { changingFields, longFields, type Event } from '../../../schemas/event.ts';
import type { JobRecord } from '../../../schemas/job.ts';

type JobChanges = NonNullable<Event['data']['changes']>;

/** The fields of a job whose changes are told. */
type ShownJob = Omit<JobRecord, 'id' | 'employer'>;

/** What a change of a job did, as clients see it: old and new values by field, of a long one only that it changed. */
export function changesBetween(before: ShownJob, after: ShownJob): JobChanges {
  const isSame = (field: keyof ShownJob) => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  const changes = [
    ...changingFields.map((field) => [field, { from: before[field], to: after[field] }] as const),
    ...longFields.map((field) => [field, { changed: true }] as const),
  ];
  return Object.fromEntries(changes.filter(([field]) => !isSame(field))) as JobChanges;
}
