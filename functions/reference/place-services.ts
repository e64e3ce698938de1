import { placeStore } from './store/places.ts';
import { now } from '../platform/clock.ts';
import { publicAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services of the public operations on locations. */
export function placeServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, places: placeStore(db, now) };
}
