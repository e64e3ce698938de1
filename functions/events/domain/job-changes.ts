import { changingFields, type Event } from '../../../schemas/event.ts';
import type { JobRecord } from '../../../schemas/job.ts';

type JobChanges = NonNullable<Event['data']['changes']>;

/** The fields of a job whose changes are told. */
type ShownJob = Omit<JobRecord, 'id' | 'employer'>;

/** What a change of a job did, as clients see it: old and new values by field, of a description only that it changed. */
export function changesBetween(before: ShownJob, after: ShownJob): JobChanges {
  const changes = changingFields.flatMap((field) => {
    const [from, to] = [before[field], after[field]];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[field, { from, to }]];
  });
  return {
    ...(Object.fromEntries(changes) as JobChanges),
    ...(before.description !== after.description && { description: { changed: true } }),
  };
}
