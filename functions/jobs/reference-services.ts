import { referenceList } from './store/reference-list.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for listing references; separate, so that the bundle has no code that writes jobs. */
export function referenceServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, references: referenceList(db) };
}
