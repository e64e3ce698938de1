import { hasAutoRefresh, type Employer } from '../employers/domain/employer.ts';
import { employerAccess } from '../employers/services.ts';
import { lastEvents } from '../events/store/last-events.ts';
import { refreshQueue } from '../jobs/store/refresh-queue.ts';
import { now } from '../platform/clock.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { profileStore } from '../profile/store/profiles.ts';
import { webhookQueue } from '../webhooks/store/webhook-queue.ts';
import { accountStore } from './store/accounts.ts';

/** The services for the employers of a partner. */
export function accountServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, accounts: accountStore(db) };
}

/** The services for changing them. */
export function accountChangesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    accounts: accountStore(db),
    /** Lets what rested while an employer was suspended go on: its webhooks and its auto-refresh. */
    goOn: async (employer: Employer) => {
      await webhookQueue(db).ringAll(employer, now());
      if (hasAutoRefresh(employer)) await refreshQueue(db).bringBack(employer.id, () => undefined);
    },
  };
}

/** The services for listing them. */
export function accountListServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, accounts: accountStore(db), lastEvents: lastEvents(db) };
}

/** The services for a partner itself. */
export function partnerServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, accounts: accountStore(db), profiles: profileStore(db) };
}
