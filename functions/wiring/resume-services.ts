import { applicationReader } from '../store/applications/application-reader.ts';
import { now } from './clock.ts';
import { filesFor } from './file-access.ts';
import { employerAccess, type RequestTime } from './table-access.ts';

/** The services for handing out the file of an application. */
export function resumeServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, applications: applicationReader(db, now), files: filesFor(db) };
}
