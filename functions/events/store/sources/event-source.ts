import type { ApplicationKey } from '../../../applications/application/application.ts';
import type { Item, Key } from '../../../platform/dynamodb/database.ts';
import type { LastWrite } from '../../../platform/dynamodb/last-write.ts';
import type { LoggedEvent, NewEvent } from '../../domain/logged-event.ts';

/** A change of an item, from a record of the stream. */
export interface ItemChange {
  key: Key;
  /** The item before and after the change; undefined when the item is absent or a tombstone. */
  before: Item | undefined;
  after: Item | undefined;
  /** The author of the write, as jobs and applications store it. */
  by: LastWrite;
  /** The time of the write, rounded down to seconds, in milliseconds since 1970. */
  at: number;
  idOf: (application: ApplicationKey) => string;
}

/** An event, and the account whose log it belongs to: an employer or a partner. */
export interface EventFor {
  employerId: number;
  event: NewEvent;
}

/** Creates the events of one kind of items. */
export interface EventSource {
  /** The group of an account's items. Sequence numbers are comparable within a group. */
  source: 'j' | 'a' | 'k';
  matches: (key: Key) => boolean;
  /** The events of a change, in order; none when clients do not see the change. Throws when the change cannot be parsed. */
  eventsFor: (change: ItemChange) => EventFor[];
}

interface EventDraft {
  type: LoggedEvent['type'];
  by: LastWrite;
  /** The employer that an event of a partner's log is about; undefined for an event about the partner. */
  employer?: LoggedEvent['employer'];
  data: Omit<NewEvent['data'], 'by'>;
}

/** Creates an event. The author of a change by an API key includes the partner that owns the key, if any. */
export const createEvent = ({ type, by: { at, ...by }, employer, data }: EventDraft): NewEvent => ({
  type,
  timestamp: new Date(at).toISOString(),
  ...(employer && { employer }),
  data: { ...data, by: { ...by, ...(by.type === 'key' && { partner: by.partner ?? null }) } },
});

/** The fields in which two items differ. */
export const changedFields = <Name extends string>(
  names: readonly Name[],
  before: Item,
  after: Item,
): Name[] => names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** The author of a change of an account's item; undefined when unknown, so that there is no event. */
export const authorOf = ({ before, after }: ItemChange): LastWrite | undefined =>
  after ? after['by'] : before?.['deletedBy'];
