import type { Event } from '../../../schemas/event.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';

/**
 * An event as the log has it. Whose it is follows from where it is, and may change what its employer is called; in the log
 * of a partner, it names the employer that it is about.
 */
export type LoggedEvent = Omit<Event, 'employer' | 'log'> & Partial<Pick<Event, 'employer'>>;

/** An employer as events name it. */
export const named = ({
  id,
  partner,
  test,
}: Pick<Employer, 'id' | 'partner' | 'test'>): Event['employer'] => ({
  id,
  referenceId: partner?.referenceId ?? null,
  ...(test && { test }),
});

/** Who made a change, as an account sees it now: a partner to which it does not belong any more is nobody else's business. */
function shownTo({ id, partner }: Pick<Employer, 'id' | 'partner'>, by: Event['data']['by']): typeof by {
  // An event of a later release may not say it.
  if (!by?.partner || [id, partner?.id].includes(by.partner.id)) return by;
  const { label: _, ...rest } = by;
  return { ...rest, partner: null };
}

/** An event as clients get it: from the log of an account, as the account is now. */
export const told = (
  { employer, data, ...event }: LoggedEvent,
  account: Pick<Employer, 'id' | 'partner' | 'test' | 'maxEmployers'>,
): Event => ({
  ...event,
  log: { [isPartner(account) ? 'partner' : 'employer']: account.id },
  employer: employer ?? named(account),
  data: { ...data, by: shownTo(account, data.by) },
});

/** The job that an event is about, by its id; 0 for an event about the account. */
export const subjectOf = ({ data }: Pick<LoggedEvent, 'data'>): number => data.job?.id ?? 0;
