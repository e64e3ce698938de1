import { toUnixSeconds } from '../time/calendar.ts';
import type { Item, Key } from './database.ts';
import type { LastWrite } from './last-write.ts';
import { timeToLive } from './table.ts';

/** How long a tombstone stays, in seconds. DynamoDB rejects signed requests long before that. */
const RETENTION_SECONDS = 7 * 24 * 60 * 60;

/**
 * Replaces a deleted job or application by a record of who deleted it, which the event log needs. A tombstone of a job
 * that must never exist blocks a creation that is still in flight. It has no `version`, on which all updates depend,
 * and no index attributes.
 */
export const tombstone = (key: Key, lastVersion: number, by: LastWrite): Item => ({
  ...key,
  lastVersion,
  by,
  [timeToLive]: toUnixSeconds(by.at) + RETENTION_SECONDS,
});

export const isTombstone = (item: Item): boolean => item['lastVersion'] !== undefined;
