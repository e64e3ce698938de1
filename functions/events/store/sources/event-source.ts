import type { ApplicationKey } from '../../../applications/application/application-id.ts';
import type { Item, Key } from '../../../platform/dynamodb/database.ts';
import type { LastWrite } from '../../../platform/dynamodb/last-write.ts';
import type { LoggedEvent, NewEvent } from '../../domain/logged-event.ts';

/** What a record of the stream tells of an item. */
export interface ItemChange {
  key: Key;
  /** The item before and after; undefined where there was none, or a tombstone. */
  before: Item | undefined;
  after: Item | undefined;
  /** Who wrote it, by what jobs and applications say of that. */
  by: LastWrite;
  /** When it was written, to the second, in milliseconds since 1970. */
  at: number;
  idOf: (application: ApplicationKey) => string;
}

/** An event, and in whose log it belongs: an employer's, or a partner's. */
export interface EventFor {
  employerId: number;
  event: NewEvent;
}

/** What the events of items of one kind are made of. */
export interface EventSource {
  /** Which of an account's items these are. Each group of them has sequence numbers that can be compared. */
  source: 'j' | 'a' | 'k';
  matches: (key: Key) => boolean;
  /** The events of a change, in their order; none when nothing happened that clients learn of. Throws when it cannot be read. */
  eventsFor: (change: ItemChange) => EventFor[];
}

interface EventDraft {
  type: LoggedEvent['type'];
  by: LastWrite;
  /** The employer that a partner's event is about, if not the partner itself. */
  employer?: LoggedEvent['employer'];
  data: Omit<NewEvent['data'], 'by'>;
}

/** A new event; one by an API key says whether that is a partner's. */
export const createEvent = ({ type, by: { at, ...by }, employer, data }: EventDraft): NewEvent => ({
  type,
  timestamp: new Date(at).toISOString(),
  ...(employer && { employer }),
  data: { ...data, by: { ...by, ...(by.type === 'key' && { partner: by.partner ?? null }) } },
});

/** The names under which two items differ. */
export const changedFields = <Name extends string>(
  names: readonly Name[],
  before: Item,
  after: Item,
): Name[] => names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** Who changed an item of an account; undefined where it does not say, so that there is no event. */
export const authorOf = ({ before, after }: ItemChange): LastWrite | undefined =>
  after ? after['by'] : before?.['deletedBy'];
