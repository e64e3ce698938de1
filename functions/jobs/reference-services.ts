import { referenceList } from './store/reference-list.ts';
import { employerAccess, type RequestTime } from '../employers/table-access.ts';

/** The services for listing references; separate, so that the bundle has no code that writes jobs. */
export function referenceServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, references: referenceList(db) };
}
