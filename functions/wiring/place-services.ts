import { placeStore } from '../store/places.ts';
import { now } from './clock.ts';
import { publicAccess } from './public-access.ts';
import type { RequestTime } from './table-access.ts';

/** The services of the public operations on locations. */
export function placeServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, places: placeStore(db, now) };
}
