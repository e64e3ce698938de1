import { employerAccess } from '../accounts/access.ts';
import { accountStore } from '../accounts/store/accounts.ts';
import { profileStore } from '../accounts/store/profiles.ts';
import type { RequestTime } from '../platform/request-database.ts';

export function accountServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, db, accounts: accountStore(db) };
}

export function partnerServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, accounts: accountStore(db), profiles: profileStore(db) };
}
