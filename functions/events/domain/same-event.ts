import type { LoggedEvent } from './logged-event.ts';

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
export const isSame = (one: NewEvent, other: NewEvent): boolean =>
  JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other));
