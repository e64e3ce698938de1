import { applicationRecord } from './application/application.ts';
import { Refusal } from '../platform/errors.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { responsibleAccount } from '../accounts/domain/employer.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { jobApplicationServicesFor } from './services.ts';

const NO_ADDRESS = 'The job has no applicationEmail to which the application could be mailed.';

const HELD = 'The application is held. Release it to have it mailed.';

/** Guide: receiving-applications 5 and 6. */
export const handler = authenticatedOperation(
  'resendApplication',
  jobApplicationServicesFor,
  async ({ caller: { account, author }, id, found }, { applications, jobs, mail, signingKey, now }) => {
    const application = found(await applications.own(account.id, id));
    if (application.state === 'held') throw new Refusal('application_held', HELD);
    const job = await jobs.get(account.id, application.jobId);
    const mailTo = job?.applicationEmail ?? application.mailTo;
    if (mailTo === '') throw new Refusal('applied_elsewhere', NO_ADDRESS);
    const queued = await mail.resend(responsibleAccount(account), application, {
      mailTo,
      by: writtenBy(author, now()),
    });
    // A mail is not queued again while it is being sent.
    const current = queued ?? found(await applications.own(account.id, id));
    return { body: applicationRecord(await signingKey(), current) };
  },
);
