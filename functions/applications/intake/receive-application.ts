import type { ClientAddress } from '../../http/client-address.ts';
import { isMetered, metered, writeLine } from '../../platform/log.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import type { Suspicion } from '../application/application.ts';
import type { admission } from './admission.ts';
import type { applicationCreation } from './application-creation.ts';
import { toNewApplication, type ApplicationContent, type ApplicationOrigin } from './new-application.ts';
import type { uploads } from './uploads.ts';

/** Logs a stored application if metrics are on or the application is held. */
function logIntake(
  { employer, job }: OpenPosting,
  { isNamedByProxy }: ClientAddress,
  { suspicions, at }: { suspicions: readonly Suspicion[]; at: Date },
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
    ...metered(['received', 'held'], at),
  });
}

interface ReceiverDeps {
  create: ReturnType<typeof applicationCreation>['create'];
  count: ReturnType<typeof admission>['count'];
  endUpload: ReturnType<typeof uploads>['end'];
  signingKey: () => Promise<Parameters<typeof toNewApplication>[0]>;
  now: () => Date;
}

/** Stores applications as `applicationCreation` does. The function also throws Refusal `rate_limit_exceeded`. */
export const applicationReceiver =
  ({ create, count, endUpload, signingKey, now }: ReceiverDeps) =>
  async (
    posting: OpenPosting,
    content: ApplicationContent,
    {
      from,
      suspicions: formSuspicions = [],
      ...origin
    }: Partial<ApplicationOrigin> & Pick<ApplicationOrigin, 'language'> & { from: ClientAddress },
  ) => {
    const suspicions = [...formSuspicions, ...(await count(posting, from))];
    const newApplication = toNewApplication(await signingKey(), posting, content, { ...origin, suspicions });
    const { upload, file } = content;
    const acknowledged = await create(newApplication);
    if (upload !== null && file) await endUpload(posting, upload);
    if (acknowledged && !acknowledged.isRepeat) logIntake(posting, from, { suspicions, at: now() });
    return acknowledged;
  };
