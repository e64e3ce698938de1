import { noApiKeys } from '../http/authenticate.ts';
import { now } from '../platform/clock.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

/** What every public function needs, and the table for the rest of the request. */
export function publicAccess(context: RequestTime) {
  const db = databaseFor(context);
  return { db, access: { apiKeys: noApiKeys, usage: db.usage, now } };
}
