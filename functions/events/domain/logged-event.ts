import type { Event } from '../../../schemas/event.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';

/**
 * An event as the log has it. Whose it is follows from where it is, and may change what its employer is called; in the log
 * of a partner, it names the employer that it is about.
 */
export type LoggedEvent = Omit<Event, 'employer' | 'log'> & Partial<Pick<Event, 'employer'>>;

/** An employer as events name it. */
export const toEventEmployer = ({
  id,
  partner,
  test,
}: Pick<Employer, 'id' | 'partner' | 'test'>): Event['employer'] => ({
  id,
  referenceId: partner?.referenceId ?? null,
  ...(test && { test }),
});

/** Who made a change, as an account sees it now: a partner to which it does not belong any more is nobody else's business. */
function hideFormerPartner(
  { id, partner }: Pick<Employer, 'id' | 'partner'>,
  by: Event['data']['by'],
): typeof by {
  // An event of a later release may not say it.
  if (!by?.partner || [id, partner?.id].includes(by.partner.id)) return by;
  const { label: _, ...rest } = by;
  return { ...rest, partner: null };
}

/** An event as clients get it: from the log of an account, as the account is now. */
export const toClientEvent = (
  { employer, data, ...event }: LoggedEvent,
  account: Pick<Employer, 'id' | 'partner' | 'test' | 'maxEmployers'>,
): Event => ({
  ...event,
  log: { [isPartner(account) ? 'partner' : 'employer']: account.id },
  employer: employer ?? toEventEmployer(account),
  data: { ...data, by: hideFormerPartner(account, data.by) },
});

/** The job that an event is about, by its id; 0 for an event about the account. */
export const subjectOf = ({ data }: Pick<LoggedEvent, 'data'>): number => data.job?.id ?? 0;

/** An event before it has its number. */
export type NewEvent = Omit<LoggedEvent, 'id'>;

/** A day, for which a stream keeps its records, and an hour by which clocks may differ, in milliseconds. */
const REPEATED_MILLIS = 25 * 60 * 60 * 1_000;

/** Until when the record of an event may be delivered again, given that one of its records was written at a time. */
export const repeatableSince = (timestamp: string): string =>
  new Date(Date.parse(timestamp) - REPEATED_MILLIS).toISOString();

/** What tells the events of two changes apart. */
const identityOf = ({ type, timestamp, employer, data }: NewEvent) => [
  type,
  timestamp,
  employer?.id,
  data.job?.id,
  data.version,
  data.application?.id,
  data.changes?.stage?.to,
  data.key?.id,
  data.webhook?.id,
  data.skipped,
];

/** Whether two events tell the same change, however often its record was delivered. */
export const isSameEvent = (one: NewEvent, other: NewEvent): boolean =>
  JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other));
