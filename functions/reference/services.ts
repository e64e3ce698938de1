import { publicAccess } from '../accounts/access.ts';
import { now } from '../platform/time/clock.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { placeStore } from './store/places.ts';

/** The services of constant data: without a table, so that their bundles contain no SDK code. */
export const constantServicesFor = () => ({
  usage: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
  now: () => new Date(),
});

/** The services of the public operations on locations. */
export function locationServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, places: placeStore(db, now) };
}
