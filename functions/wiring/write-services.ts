import { hasPassed, type CalendarDate } from '../domain/calendar.ts';
import { jobStore } from '../store/jobs.ts';
import { placeStore } from '../store/places.ts';
import { now, today } from './clock.ts';
import { employerAccess, type RequestTime } from './table-access.ts';

/** The services of operations that write jobs, for one request. */
export function writeServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    jobs: jobStore(db, now),
    places: placeStore(db, now),
    today,
    hasPassed: (date: CalendarDate) => hasPassed(date, now(), today),
  };
}
