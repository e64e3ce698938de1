import { jobReader } from './store/job-reader.ts';
import { employerAccess, type RequestTime } from '../employers/table-access.ts';

/** The services for reading one job; separate, so that the bundle has no code that writes jobs. */
export function readServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, jobs: jobReader(db) };
}
