import type { FromSchema } from 'json-schema-to-ts';
import type { ApplicationImport } from '../../../schemas/application-import.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { responsibleAccount, type Employer } from '../../accounts/domain/employer.ts';
import type { Job } from '../../jobs/job/job.ts';
import { publicIdOf } from '../../jobs/keys.ts';
import { questionsIn } from '../../jobs/job/job-language.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';
import { requireValid, type Submission } from '../../validation/submission.ts';
import { checkAnswers } from '../intake/answers.ts';
import {
  checkSentResume,
  computeFingerprint,
  toDraft,
  toLetter,
  type NewApplication,
} from '../intake/new-application.ts';
import { employerAccess } from '../../accounts/access.ts';
import { jobReader } from '../../jobs/job/job-reader.ts';
import { causedMailCounter } from '../../mail/daily-limits.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import type { RequestTime } from '../../platform/request-database.ts';
import { Refusal } from '../../platform/errors.ts';
import { applicationCreation } from '../intake/application-creation.ts';
import { applicationReader } from '../application/application-store.ts';

type ImportSubmission = Submission<FromSchema<typeof ApplicationImport>>;

const receivedInFuture: Violation = {
  pointer: '/receivedAt',
  code: 'not_allowed',
  message: 'receivedAt must not be in the future.',
};

const mailWithoutAddress: Violation = {
  pointer: '/mail',
  code: 'not_allowed',
  message: 'mail must be false, because the job has no applicationEmail.',
};

/** The employer, author, secret and time of an import. */
interface ImportContext {
  employer: Pick<Employer, 'id' | 'test'>;
  author: Author;
  secret: Uint8Array;
  at: Date;
}

/**
 * Validates an imported application, for a job of any status. It is mailed only on request, and its candidate gets no
 * mail. Throws Refusal `validation_failed` with every broken rule.
 */
export function toImportedApplication(
  submission: ImportSubmission,
  job: Job,
  { employer, author, secret, at }: ImportContext,
): NewApplication {
  const { fields } = submission;
  const { name = '', email = '', telephone = null, coverLetter, source = null } = fields;
  const {
    referenceId: reference = null,
    resume,
    answers: submittedAnswers,
    receivedAt,
    mail = false,
  } = fields;
  const checked = checkSentResume(resume ?? {});
  // Unanswered required questions are allowed, because the other site may not have asked them.
  const { answers, violations } = checkAnswers(questionsIn(job), submittedAnswers ?? []);
  requireValid(submission, [
    ...violations,
    ...(checked?.violation ? [checked.violation] : []),
    ...(receivedAt && Date.parse(receivedAt) > at.getTime() ? [receivedInFuture] : []),
    ...(mail && job.applicationEmail === null ? [mailWithoutAddress] : []),
  ]);
  const candidate = { name, email, telephone, coverLetter: toLetter(coverLetter) };
  const file = checked?.file ?? null;
  return {
    draft: {
      ...toDraft(secret, { job, employer, candidate }),
      titleAsRead: null,
      publicId: publicIdOf(job) ?? null,
      answers,
      reference,
      source,
      consent: null,
      language: null,
      state: mail ? 'queued' : 'stored',
      suspicions: [],
    },
    author,
    receivedAt: receivedAt ? new Date(receivedAt).toISOString() : undefined,
    file,
    snapshot: null,
    wantsConfirmation: false,
    fingerprint: computeFingerprint(secret, { candidate, answers }, file),
    upload: null,
    idempotency: undefined,
  };
}

/** The services of imports, for one request. */
export function importServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  const count = causedMailCounter(db);
  const applications = applicationReader(db, now);
  return {
    ...access,
    jobs: jobReader(db),
    signingKey: () => signingKey(db),
    /**
     * Stores an application, or finds it by the employer's own id. Throws what `applicationCreation` throws, and
     * Refusal `application_not_found` when it was erased at that moment, and `rate_limit_exceeded` when it would be
     * mailed to an address that has had its mails of the day.
     */
    store: async (employer: Employer, newApplication: NewApplication) => {
      const { create } = applicationCreation(db, {
        files: filesFor(db),
        keptSeconds: setting('APPLICATION_RETENTION_DAYS') * 24 * 60 * 60,
        countMails: async ({ draft: { state, mailTo, test } }, at) => {
          if (state === 'queued')
            await count({ account: responsibleAccount(employer), to: mailTo, test }, at);
          return null;
        },
        now,
      });
      const creation = await create(newApplication);
      const application =
        creation && (await applications.own(newApplication.draft.employerId, creation.receipt.id));
      if (!application) throw new Refusal('application_not_found');
      return { application, isRepeat: creation.isRepeat };
    },
  };
}
