import { type ApplicationContent, type ApplicationOrigin, toNewApplication } from './new-application.ts';
import type { Suspicion } from '../application/application.ts';
import { confirmationLimit } from '../../mail/daily-limits.ts';
import { admission } from './admission.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { applicationCreation } from './application-creation.ts';
import { signingKey, signingSecrets } from '../../platform/crypto/signing-key.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import { uploads } from './uploads.ts';
import { publicAccess } from '../../accounts/access.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import { isMetered, metered, writeLine } from '../../platform/log.ts';

/** Logs a stored application if metrics are on or the application is held. */
function logIntake(
  { employer, job }: OpenPosting,
  { isNamedByProxy }: ClientAddress,
  suspicions: readonly Suspicion[],
): void {
  if (!isMetered && suspicions.length === 0) return;
  writeLine({
    level: suspicions.length > 0 ? 'WARN' : 'INFO',
    operation: 'receiveApplication',
    employerId: employer.id,
    jobId: job.id,
    heldFor: suspicions,
    isNamedByProxy,
    received: 1,
    held: suspicions.length > 0 ? 1 : 0,
    ...metered(['received', 'held'], now()),
  });
}

const isLimited = setting('RATE_LIMITS');
const retentionDays = setting('APPLICATION_RETENTION_DAYS');

/** The services for receiving applications, for one request. */
export function intakeServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const files = filesFor(db);
  const secrets = () => signingSecrets(db, now());
  const uploaded = uploads({ files, secrets, now });
  const applications = applicationCreation(db, {
    files,
    keptSeconds: retentionDays * 24 * 60 * 60,
    mayConfirm: confirmationLimit(db, setting('CONFIRMATIONS_PER_DAY')),
    now,
  });

  const { admit, count } = admission(db, 'applications');

  return {
    ...access,
    isLimited,
    retentionDays,
    secrets,
    admit,
    checkUpload: uploaded.check,
    /** Stores an application as `applicationCreation` does. Also throws Refusal `rate_limit_exceeded`. */
    receive: async (
      posting: OpenPosting,
      content: ApplicationContent,
      {
        from,
        suspicions: formSuspicions = [],
        ...origin
      }: Partial<ApplicationOrigin> & Pick<ApplicationOrigin, 'language'> & { from: ClientAddress },
    ) => {
      const suspicions = [...formSuspicions, ...(await count(posting, from))];
      const newApplication = toNewApplication(await signingKey(db), posting, content, {
        ...origin,
        suspicions,
      });
      const { upload, file } = content;
      const acknowledged = await applications.create(newApplication);
      if (upload !== null && file) await uploaded.end(posting, upload);
      if (acknowledged && !acknowledged.isRepeat) logIntake(posting, from, suspicions);
      return acknowledged;
    },
  };
}
