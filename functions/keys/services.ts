import { employerAccess } from '../employers/services.ts';
import { now } from '../platform/clock.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { ownKeys } from './store/own-keys.ts';

/** The services for the keys of an employer or a partner. */
export function keyServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, keys: ownKeys(db, now) };
}
