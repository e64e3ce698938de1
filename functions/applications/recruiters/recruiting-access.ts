import { RESUME_ADDRESS_SECONDS } from '../../../schemas/application-limits.ts';
import { publicAccess } from '../../accounts/access.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey, signingSecrets } from '../../platform/crypto/signing-key.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Application, StoredResume } from '../application/application.ts';
import { verifyRecruitingToken, type JobKey } from './recruiting-token.ts';
import { applicationEraser } from '../retention/erasure.ts';
import { applicationReader } from '../application/application-reader.ts';
import { applicationStages } from '../inbox/application-stages.ts';
import { requestNewLink } from './new-links.ts';
import { mailStates } from '../application/mail-states.ts';
import { readNewestApplications } from './newest-applications.ts';
import { findRecruitingJob, type RecruitingJob } from './recruited-jobs.ts';

/** Refusal `application_not_found` of an expired token, whose holder may request a new one. */
export class ExpiredToken extends Refusal {
  readonly token: string;

  constructor(token: string) {
    super('application_not_found');
    this.token = token;
  }
}

/** The data that a token gives access to: a job, and single applications for it. */
function recruitingAccess(db: Database) {
  const find = findRecruitingJob(db);
  const { own } = applicationReader(db, now);

  /** Finds the job of a token, which may have expired. Throws Refusal `application_not_found`. */
  async function findJob(token: string) {
    const read = verifyRecruitingToken(await signingSecrets(db, now()), token, now());
    const recruited = read && (await find(read));
    if (!recruited) throw new Refusal('application_not_found');
    return { recruited, isGood: read.isValidFor(recruited.address), until: read.renewableUntil };
  }

  return {
    named: findJob,

    /** Finds the job of a token. Throws Refusal `application_not_found` and ExpiredToken. */
    recruited: async (token: string): Promise<RecruitingJob> => {
      const { recruited, isGood } = await findJob(token);
      if (!isGood) throw new ExpiredToken(token);
      return recruited;
    },

    /** Reads one of the applications for a job by its public id. */
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
    newest: readNewestApplications(db, now),
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
  const { named, ...recruiting } = recruitingAccess(db);
  return {
    ...access,
    ...recruiting,
    stages: applicationStages(db, now),
    mail: mailStates(db),
    erase: applicationEraser(db),
    /**
     * Requests a mail with a new link for an expired one, unless a limit is reached. Returns whether it does. Throws
     * Refusal `application_not_found`.
     */
    mailLink: async (token: string): Promise<boolean> => {
      const { recruited, until } = await named(token);
      return requestNewLink(db, now)(recruited, { token, until });
    },
  };
}

export type RecruitingFormServices = ReturnType<typeof recruitingFormServicesFor>;
