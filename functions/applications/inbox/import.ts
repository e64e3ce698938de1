import { employerAccess } from '../../accounts/access.ts';
import { jobReader } from '../../jobs/job/job-reader.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { NewApplication } from '../intake/new-application.ts';
import { applicationCreation } from '../intake/application-creation.ts';
import { applicationReader } from '../application/application-reader.ts';

/** The services of imports, for one request. */
export function importServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  const { create } = applicationCreation(db, {
    files: filesFor(db),
    keptSeconds: setting('APPLICATION_RETENTION_DAYS') * 24 * 60 * 60,
    mayConfirm: async () => false,
    now,
  });
  const applications = applicationReader(db, now);
  return {
    ...access,
    jobs: jobReader(db),
    signingKey: () => signingKey(db),
    /**
     * Stores an application, or finds it by the employer's own id. Throws what `applicationCreation` throws, and
     * Refusal `application_not_found` when it was erased at that moment.
     */
    store: async (wanted: NewApplication) => {
      const stored = await create(wanted);
      const application = stored && (await applications.own(wanted.draft.employerId, stored.receipt.id));
      if (!application) throw new Refusal('application_not_found');
      return { application, isRepeat: stored.isRepeat };
    },
  };
}
