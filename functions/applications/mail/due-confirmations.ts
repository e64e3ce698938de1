import { addressIn } from '../../../pages/public/frame.ts';
import { languages } from '../../../schemas/languages.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingSecrets } from '../../platform/crypto/signing-key.ts';
import type { Application } from '../application/application.ts';
import { createApplicationToken } from '../application/application-token.ts';
import { afterFailedConfirmation, isLate } from '../../mail/mail-attempts.ts';
import { MailFailure } from '../../mail/mail-failure.ts';
import { mailTimeLimit } from '../../mail/mail-limits.ts';
import type { DueMails } from '../../mail/mail-run.ts';
import { confirmationQueue } from '../store/confirmation-queue.ts';
import { findVisibleEmployer } from '../candidate/employer-of-application.ts';
import { confirmationMail } from './confirmation-mail.ts';

/** The mails that confirm applications to their candidates. */
export function dueConfirmations(db: Database): DueMails<Application> {
  const employerOf = findVisibleEmployer(db);
  const site = setting('SITE_URL') ?? setting('BASE_URL') ?? '';
  return {
    kind: 'confirmation',
    queue: confirmationQueue(db),
    // Mail to employers goes first.
    share: 0.2,
    compose: async ({ about: application, queuedAt }, id, now) => {
      if (isLate(queuedAt, now)) throw new MailFailure('refused', 'too_late');
      const { email, jobTitle, receivedAt, state } = application;
      const language = languages.find((each) => each === application.language) ?? languages[0];
      const employer = await employerOf(application);
      const [{ bytes }] = await signingSecrets(db, now);
      const address = `${site}/application?token=${createApplicationToken(bytes, id)}`;
      const page = addressIn(address, language);
      const confirmation = {
        id,
        jobTitle,
        employer: employer && { ...employer.profile, name: employer.name },
        receivedAt: new Date(receivedAt),
        state,
        page,
        withdrawal: `${page}&withdraw`,
      };
      const terms = { language, serviceName: setting('MAIL_NAME'), timeZone: setting('TIME_ZONE') };
      return { to: email, mail: confirmationMail(confirmation, terms) };
    },
    timeLimit: () => mailTimeLimit(0),
    afterFailure: async (failure, leased, now) => afterFailedConfirmation(failure, leased, now),
  };
}
