import {
  RESUME_ADDRESS_SECONDS,
  APPLICATIONS_PER_RECRUITING_PAGE,
} from '../../../schemas/application-limits.ts';
import { signingKey, signingSecrets } from '../../platform/crypto/signing-key.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { applicationKeys } from '../keys.ts';
import {
  type JobKey,
  verifyRecruitingToken,
  findRecruitingJob,
  type RecruitingJob,
  requestNewLink,
} from './recruiting-link.ts';
import { publicAccess } from '../../accounts/access.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ApplicationStage } from '../../../schemas/application.ts';
import type { Application, StoredResume } from '../application/application.ts';
import { applicationEraser } from '../retention/erasure.ts';
import { applicationReader, liveApplications } from '../application/application-store.ts';
import { applicationStages } from '../inbox/application-stages.ts';
import { causedMail } from '../mail/caused-mail.ts';
import type { ApplicationPage } from '../inbox/application-lists.ts';
import { listStagesOfJob, takePage } from '../application/application-index.ts';

/** The maximum size of the answers on a page in bytes, small enough for a phone. */
const MOST_ANSWER_BYTES = 500_000;

/**
 * Reads the newest applications of a job before a number, at a stage if one is given, and counts those at each stage.
 * `next` is set only when there are more.
 */
const readNewestApplications =
  (db: Database) =>
  async (job: JobKey, before = Infinity, stage?: ApplicationStage): Promise<NewestApplications> => {
    const entries = await listStagesOfJob(db, job, now());
    const matching = entries
      .filter((entry) => entry.number < before && (stage === undefined || entry.stage === stage))
      .toReversed();
    const part = takePage(matching.slice(0, APPLICATIONS_PER_RECRUITING_PAGE), MOST_ANSWER_BYTES);
    const keys = part.map(({ number }) => applicationKeys.application(job.employerId, number));
    const items = await db.batchGet(keys, { ConsistentRead: true });
    return {
      applications: liveApplications(items, now()),
      next: part.length < matching.length ? part.at(-1)?.number : undefined,
      counts: new Map(
        [...Map.groupBy(entries, (entry) => entry.stage)].map(([each, { length }]) => [each, length]),
      ),
    };
  };

interface NewestApplications extends ApplicationPage {
  counts: ReadonlyMap<ApplicationStage, number>;
}

/** Refusal `application_not_found` of an expired token, whose holder may request a new one. */
export class ExpiredToken extends Refusal {
  readonly token: string;

  constructor(token: string) {
    super('application_not_found');
    this.token = token;
  }
}

/** Reads the data to which a token gives access: a job, and single applications for the job. */
function recruitingAccess(db: Database) {
  const find = findRecruitingJob(db);
  const { own } = applicationReader(db, now);

  /** Finds the job of a token, even an expired token. Throws Refusal `application_not_found`. */
  async function findJob(token: string) {
    const verification = verifyRecruitingToken(await signingSecrets(db, now()), token, now());
    const recruited = verification && (await find(verification));
    if (!recruited) throw new Refusal('application_not_found');
    return {
      recruited,
      isValid: verification.isValidFor(recruited.address),
      until: verification.renewableUntil,
    };
  }

  return {
    findJob,

    /** Finds the job of a token. Throws Refusal `application_not_found` and ExpiredToken. */
    recruited: async (token: string): Promise<RecruitingJob> => {
      const { recruited, isValid } = await findJob(token);
      if (!isValid) throw new ExpiredToken(token);
      return recruited;
    },

    /** Reads one of the applications for a job by its public id. */
    application: async ({ employerId, jobId }: JobKey, id: string): Promise<Application | undefined> => {
      const application = await own(employerId, id);
      return application?.jobId === jobId ? application : undefined;
    },
  };
}

/** The services of the page for recruiters. */
export function recruitingServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    ...recruitingAccess(db),
    newest: readNewestApplications(db),
    signingKey: () => signingKey(db),
    timeZone: setting('TIME_ZONE'),
    fileAddress: ({ key, fileName, mediaType }: StoredResume): Promise<string> =>
      filesFor(db).addressOf(key, { fileName, mediaType, seconds: RESUME_ADDRESS_SECONDS }),
  };
}

export type RecruitingServices = ReturnType<typeof recruitingServicesFor>;

/** The services of the buttons on the page for recruiters. */
export function recruitingFormServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const { findJob, ...recruiting } = recruitingAccess(db);
  return {
    ...access,
    ...recruiting,
    stages: applicationStages(db, now),
    mail: causedMail(db),
    erase: applicationEraser(db),
    /** Requests a mail with a new link. Returns false when a limit is reached. Throws Refusal `application_not_found`. */
    mailLink: async (token: string): Promise<boolean> => {
      const { recruited, until } = await findJob(token);
      return requestNewLink(db)(recruited, { token, until }, now());
    },
  };
}

export type RecruitingFormServices = ReturnType<typeof recruitingFormServicesFor>;
