import type { Event } from '../../../schemas/event.ts';
import type { Employer } from '../../employers/domain/employer.ts';

/** An event as the log has it. Whose it is follows from where it is, and may change what its employer is called. */
export type LoggedEvent = Omit<Event, 'employer'>;

/** An event as clients get it, with the employer as it is now. */
export const told = (
  { data, ...event }: LoggedEvent,
  { id, partner, test }: Pick<Employer, 'id' | 'partner' | 'test'>,
): Event => ({
  ...event,
  employer: { id, referenceId: partner?.referenceId ?? null, ...(test && { test }) },
  data,
});
