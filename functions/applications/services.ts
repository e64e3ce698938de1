import { employerAccess, publicAccess } from '../accounts/access.ts';
import { jobReader } from '../jobs/job/job-reader.ts';
import { now } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { signingKey, signingSecrets } from '../platform/crypto/signing-key.ts';
import { filesFor } from '../platform/files/file-access.ts';
import { type RequestTime, databasePool } from '../platform/request-database.ts';
import { openPostingFinder } from '../postings/services.ts';
import { clickCounter } from '../postings/posting/clicks.ts';
import { admission } from './intake/admission.ts';
import { toAppliedPosting, findByToken, findVisibleEmployer } from './candidate/candidate-page.ts';
import { applicationEraser } from './retention/erasure.ts';
import type { Application } from './application/application.ts';
import { applicationLists } from './inbox/application-lists.ts';
import { applicationReader } from './application/application-store.ts';
import { snapshotReader } from './intake/posting-snapshots.ts';
import { applicationStages } from './inbox/application-stages.ts';
import { causedMail } from './mail/caused-mail.ts';
import { uploads } from './intake/uploads.ts';
import { confirmationLimit } from '../mail/daily-limits.ts';
import { applicationCreation } from './intake/application-creation.ts';
import { applicationReceiver } from './intake/receive-application.ts';

/** Reads single applications, and the key that encrypts their ids. */
const applicationsIn = (db: Database) => ({
  applications: applicationReader(db, now),
  signingKey: () => signingKey(db),
});

/** The public services of requests with a candidate's token. */
function candidateAccess(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return { db, access: { ...access, byToken: findByToken(db), employerOf: findVisibleEmployer(db) } };
}

export function applicationServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, ...applicationsIn(db), lists: applicationLists(db, now) };
}

/** The services of an employer's requests about the applications for a job, and about their mail. */
export function jobApplicationServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    ...applicationsIn(db),
    lists: applicationLists(db, now),
    jobs: jobReader(db),
    clicks: clickCounter(db, now),
    mail: causedMail(db),
  };
}

export function resumeServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, applications: applicationReader(db, now), files: filesFor(db) };
}

export function stageServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  const stages: Pick<ReturnType<typeof applicationStages>, 'set'> = applicationStages(db, now);
  return { ...access, signingKey: () => signingKey(db), stages };
}

export type StageServices = Pick<ReturnType<typeof stageServicesFor>, 'signingKey' | 'stages'>;

export function erasureServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, ...applicationsIn(db), erase: applicationEraser(db) };
}

export type ErasureServices = Pick<
  ReturnType<typeof erasureServicesFor>,
  'applications' | 'erase' | 'signingKey'
>;

export function formServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    openPosting: openPostingFinder(db),
    secrets: () => signingSecrets(db, now()),
    retentionDays: setting('APPLICATION_RETENTION_DAYS'),
  };
}

export function candidateServicesFor(context: RequestTime) {
  const { db, access } = candidateAccess(context);
  return {
    ...access,
    /** Reads the posting of an application as the candidate saw it. */
    postingOf: async (application: Application) => {
      const snapshot = await snapshotReader(db)(application);
      return snapshot && toAppliedPosting(snapshot, application.language, setting('CURRENCY'));
    },
    timeZone: setting('TIME_ZONE'),
  };
}

export function withdrawalServicesFor(context: RequestTime) {
  const { db, access } = candidateAccess(context);
  return { ...access, erase: applicationEraser(db) };
}

export function uploadServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const { admit, count } = admission(db, 'uploads');
  const { begin } = uploads({ files: filesFor(db), secrets: () => signingSecrets(db, now()), now });
  return { ...access, admit, count, begin };
}

/** The services of one operation on applications. */
const writesIn = (db: Database) => {
  const { effect, ...stages } = applicationStages(db, now);
  return { ...applicationsIn(db), stages, effect, erase: applicationEraser(db) };
};

export type ApplicationWrites = ReturnType<typeof writesIn>;

export function batchServicesFor(context: RequestTime) {
  const { access } = employerAccess(context);
  const { nextDatabase, usage } = databasePool(context, access.usage);
  return {
    ...access,
    usage,
    remainingMillis: context.getRemainingTimeInMillis,
    forEach: async (_: number, operations: readonly unknown[]) => ({
      each: operations.map(() => writesIn(nextDatabase())),
      chains: operations.map((__, index) => [index]),
    }),
  };
}

/** The services for receiving applications, for one request. */
export function intakeServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const files = filesFor(db);
  const secrets = () => signingSecrets(db, now());
  const retentionDays = setting('APPLICATION_RETENTION_DAYS');
  const uploaded = uploads({ files, secrets, now });
  const mayConfirm = confirmationLimit(db, setting('CONFIRMATIONS_PER_DAY'));
  const { create } = applicationCreation(db, {
    files,
    keptSeconds: retentionDays * 24 * 60 * 60,
    countMails: async ({ draft, wantsConfirmation }, at) =>
      wantsConfirmation && (await mayConfirm(draft, at)) ? 'queued' : null,
    now,
  });
  const { admit, count } = admission(db, 'applications');

  return {
    ...access,
    isLimited: setting('RATE_LIMITS'),
    retentionDays,
    secrets,
    admit,
    checkUpload: uploaded.check,
    receive: applicationReceiver({
      create,
      count,
      endUpload: uploaded.end,
      signingKey: () => signingKey(db),
      now,
    }),
  };
}
