import { employerAccess, publicAccess } from '../employers/services.ts';
import { filesFor } from '../platform/files/file-access.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { logoKeeper } from './logo-keeper.ts';
import { logoReader } from './logo-reader.ts';
import { profileStore } from './store/profiles.ts';

/** The services for the profile of an employer. */
export function profileServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, profiles: profileStore(db) };
}

/** The services for changing the logo of an employer. */
export function logoServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, logos: logoKeeper(db, filesFor(db)) };
}

/** The services of the page that shows a logo. */
export function logoPageServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, logos: logoReader(db, filesFor(db)) };
}
