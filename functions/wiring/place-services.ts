import { noApiKeys } from '../http/authenticate.ts';
import { placeStore } from '../store/places.ts';
import { now } from './clock.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

/** The services of the public operations on locations. */
export function placeServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return { apiKeys: noApiKeys, places: placeStore(db, now), usage: db.usage, now };
}
