import { jobReader } from './store/job-reader.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for reading one job; separate, so that the bundle has no code that writes jobs. */
export function readServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, jobs: jobReader(db) };
}
