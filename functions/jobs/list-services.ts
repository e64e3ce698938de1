import { jobLists } from './store/job-lists.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for listing jobs; separate, so that the bundle has no code that writes jobs. */
export function listServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, lists: jobLists(db) };
}
