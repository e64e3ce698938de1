import type { LoggedEvent } from './logged-event.ts';

/** An event before it has its number. */
export type NewEvent = Omit<LoggedEvent, 'id'>;

/** A day, for which a stream keeps its records, and an hour by which clocks may differ, in milliseconds. */
const REPEATED_MILLIS = 25 * 60 * 60 * 1_000;

/** Until when the record of an event may be delivered again, given that one of its records was written at a time. */
export const repeatableSince = (timestamp: string): string =>
  new Date(Date.parse(timestamp) - REPEATED_MILLIS).toISOString();

/** Whether two events tell the same change, however often its record was delivered. */
export const isSame = (one: NewEvent, other: NewEvent): boolean =>
  one.type === other.type &&
  one.timestamp === other.timestamp &&
  one.data.job.id === other.data.job.id &&
  one.data.version === other.data.version &&
  one.data.application?.id === other.data.application?.id &&
  one.data.changes?.stage?.to === other.data.changes?.stage?.to;
