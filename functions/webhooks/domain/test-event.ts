import type { Event } from '../../../schemas/event.ts';
import type { Employer } from '../../accounts/domain/employer.ts';
import { told } from '../../events/domain/logged-event.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';

/**
 * The event by which a webhook is tried, about a job that there is not. `latest` is the number of the employer's newest
 * event, 0 before the first.
 */
export const testEvent = (employer: Employer, by: Author, latest: number, now: Date): Event =>
  told(
    {
      id: Math.max(1, latest),
      type: 'webhook.test',
      timestamp: now.toISOString(),
      data: { job: { id: 1, referenceId: 'sample' }, version: 1, by },
    },
    employer,
  );
