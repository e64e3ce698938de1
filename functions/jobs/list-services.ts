import { jobLists } from './store/job-lists.ts';
import { employerAccess, type RequestTime } from '../employers/table-access.ts';

/** The services for listing jobs; separate, so that the bundle has no code that writes jobs. */
export function listServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, lists: jobLists(db) };
}
