import type { LastWrite } from './last-write.ts';
import { toUnixSeconds } from '../time/calendar.ts';
import type { Item, Key } from './database.ts';
import { timeToLive } from './table.ts';

/** For how long a tombstone stays, in seconds. DynamoDB rejects signed requests long before that. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;

/**
 * What stands in place of a job or an application that is gone: nothing of it but who removed it, so that the event log
 * can say so. In place of one that must never come, it keeps an attempt from creating it that is still on its way. It has
 * no `version`, on which all updates are conditional, and of the attributes of indexes at most the time, which tells searches of a deletion.
 */
export const tombstone = (key: Key, lastVersion: number, by: LastWrite): Item => ({
  ...key,
  lastVersion,
  by,
  [timeToLive]: toUnixSeconds(by.at) + KEPT_SECONDS,
});

export const isTombstone = (item: Item): boolean => item['lastVersion'] !== undefined;
