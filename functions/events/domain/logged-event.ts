import type { Event } from '../../../schemas/event.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';

/**
 * An event as stored in a log. The account follows from its key, and its name may change; in the log of a partner, the
 * event names its employer.
 */
export type LoggedEvent = Omit<Event, 'employer' | 'log'> & Partial<Pick<Event, 'employer'>>;

/** An employer in an event. */
export const toEventEmployer = ({
  id,
  partner,
  test,
}: Pick<Employer, 'id' | 'partner' | 'test'>): Event['employer'] => ({
  id,
  referenceId: partner?.referenceId ?? null,
  ...(test && { test }),
});

/** The author of a change for an account. It hides a partner that the account no longer belongs to. */
function hideFormerPartner(
  { id, partner }: Pick<Employer, 'id' | 'partner'>,
  by: Event['data']['by'],
): typeof by {
  // An event that a later release wrote may have no partner.
  if (!by?.partner || [id, partner?.id].includes(by.partner.id)) return by;
  const { label: _, ...rest } = by;
  return { ...rest, partner: null };
}

/** Converts an event of an account's log to the form that clients see, with the present state of the account. */
export const toClientEvent = (
  { employer, data, ...event }: LoggedEvent,
  account: Pick<Employer, 'id' | 'partner' | 'test' | 'maxEmployers'>,
): Event => ({
  ...event,
  log: { [isPartner(account) ? 'partner' : 'employer']: account.id },
  employer: employer ?? toEventEmployer(account),
  data: { ...data, by: hideFormerPartner(account, data.by) },
});

/** The id of the event's job; 0 for an event about the account. */
export const subjectOf = ({ data }: Pick<LoggedEvent, 'data'>): number => data.job?.id ?? 0;

/** An event before it gets its number. */
export type NewEvent = Omit<LoggedEvent, 'id'>;

/** The retention of a stream's records (a day) plus an hour for differing clocks, in milliseconds. */
const REPEATED_MILLIS = 25 * 60 * 60 * 1_000;

/** Given the time of a stream record, the earliest time of the events that the stream may deliver again. */
export const repeatableSince = (timestamp: string): string =>
  new Date(Date.parse(timestamp) - REPEATED_MILLIS).toISOString();

/** The fields that distinguish the events of two changes. A repair of the log logs a refresh as an update. */
const identityOf = ({ type, timestamp, employer, data }: NewEvent) => [
  type === 'job.refreshed' ? 'job.updated' : type,
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

/** Whether two events describe one change, whose record the stream delivered repeatedly. */
export const isSameEvent = (one: NewEvent, other: NewEvent): boolean =>
  JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other));
