import { RESUME_ADDRESS_SECONDS } from '../../../schemas/application-limits.ts';
import { publicAccess } from '../../employers/services.ts';
import { now } from '../../platform/clock.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey, signingSecrets } from '../../platform/dynamodb/signing-key.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import { Refusal } from '../../platform/values/refusal.ts';
import type { Application, StoredResume } from '../domain/application.ts';
import { readRecruitingToken, type JobKey } from '../domain/recruiting-token.ts';
import { erasureFor } from '../erasure.ts';
import { applicationReader } from '../store/application-reader.ts';
import { applicationStages } from '../store/application-stages.ts';
import { mailStates } from '../store/mail-states.ts';
import { newestApplications } from '../store/newest-applications.ts';
import { recruitedJobs, type RecruitedJob } from '../store/recruited-jobs.ts';

/** What the address of the page gives access to: a job, and single applications for it. */
function recruitingAccess(db: Database) {
  const find = recruitedJobs(db);
  const { own } = applicationReader(db, now);
  return {
    /** The job of a token. Throws Refusal `application_not_found` for whoever has no token that is good. */
    recruited: async (token: string): Promise<RecruitedJob> => {
      const read = readRecruitingToken(await signingSecrets(db, now()), token);
      const found = read && (await find(read));
      if (!found || !read.isGoodFor(found.address, now())) throw new Refusal('application_not_found');
      return found;
    },

    /** One of the applications for a job, by its public id. */
    application: async ({ employerId, jobId }: JobKey, id: string): Promise<Application | undefined> => {
      const application = await own(employerId, id);
      return application?.jobId === jobId ? application : undefined;
    },
  };
}

/** The services of the page with all applications for a job. */
export function recruitingServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    ...recruitingAccess(db),
    newest: newestApplications(db, now),
    signingKey: () => signingKey(db),
    timeZone: setting('TIME_ZONE'),
    fileAddress: ({ key, fileName, mediaType }: StoredResume): Promise<string> =>
      filesFor(db).addressOf(key, { fileName, mediaType, seconds: RESUME_ADDRESS_SECONDS }),
  };
}

export type RecruitingServices = ReturnType<typeof recruitingServicesFor>;

/** The services of its buttons. */
export function recruitingFormServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    ...recruitingAccess(db),
    stages: applicationStages(db, now),
    mail: mailStates(db),
    erase: erasureFor(db),
  };
}

export type RecruitingFormServices = ReturnType<typeof recruitingFormServicesFor>;
