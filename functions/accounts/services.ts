import { now } from '../platform/time/clock.ts';
import { filesFor } from '../platform/files/file-access.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { employerAccess, publicAccess } from './access.ts';
import { logoKeeper, logoReader } from './logos.ts';
import { accountStore } from './store/accounts.ts';
import { ownKeys } from './store/own-keys.ts';
import { profileStore } from './store/profiles.ts';

/** The services for the keys of an employer or a partner. */
export function keyServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, keys: ownKeys(db, now) };
}

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

/** The services for the employers of a partner. */
export function accountServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, db, accounts: accountStore(db) };
}

/** The services for a partner itself. */
export function partnerServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, accounts: accountStore(db), profiles: profileStore(db) };
}
