import { applicationReader } from './store/application-reader.ts';
import { now } from '../platform/clock.ts';
import { filesFor } from '../platform/files/file-access.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for handing out the file of an application. */
export function resumeServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, applications: applicationReader(db, now), files: filesFor(db) };
}
