import { placeStore } from './store/places.ts';
import { now } from '../platform/clock.ts';
import { publicAccess } from '../employers/public-access.ts';
import type { RequestTime } from '../employers/table-access.ts';

/** The services of the public operations on locations. */
export function placeServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, places: placeStore(db, now) };
}
