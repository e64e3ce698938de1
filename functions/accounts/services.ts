import { now } from '../platform/time/clock.ts';
import { filesFor } from '../platform/files/file-access.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { employerAccess, publicAccess } from './access.ts';
import { logoKeeper, logoReader } from './logos.ts';
import { ownKeys } from './store/own-keys.ts';
import { profileStore } from './store/profiles.ts';

export function keyServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, keys: ownKeys(db, now) };
}

export function profileServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, profiles: profileStore(db) };
}

export function logoServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, logos: logoKeeper(db, filesFor(db)) };
}

export function logoPageServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { ...access, logos: logoReader(db, filesFor(db)) };
}
